import Foundation

package enum Sanitizer {
  /// Whether this process, and the command built with it, run under the address or the thread
  /// sanitizer. Those keep what was freed for a while and shadow all memory: sizes say nothing then,
  /// and no limit on addresses can be kept.
  package static let isActive =
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
