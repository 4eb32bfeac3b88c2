/// Requests that say what is the case, so that the latest stands for all before it. They are sent right
/// before a flush, and only while the server reads: however often an application changes its title, a
/// server that stands still finds one, and libwayland's buffer, whose overflow would end the connection,
/// keeps its room.
struct PostponedRequests: OptionSet {
  let rawValue: UInt8

  static let title = PostponedRequests(rawValue: 1 << 0)
  static let sizeLimits = PostponedRequests(rawValue: 1 << 1)
}
