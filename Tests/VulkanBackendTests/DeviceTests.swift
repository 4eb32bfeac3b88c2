import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Choosing a device")
struct DeviceChoiceTests {
  private static func device(_ name: String, missing: [String] = []) -> DeviceSummary {
    DeviceSummary(
      name: name, kind: "other", apiVersion: "1.3.0", driver: "", features: [], missing: missing,
      maximumImageSize: 4096)
  }

  static let devices: [(summary: DeviceSummary, rank: Int)] = [
    (device("llvmpipe (LLVM 15)"), 1), (device("Integrated One"), 3),
    (device("Great GPU", missing: ["synchronization2"]), 4), (device("Integrated Two"), 3),
  ]

  @Test("Nobody named: the most capable that serves, the first of equals")
  func best() throws {
    #expect(try DeviceChoice.choose(nil, from: Self.devices) == 1)
    #expect(try DeviceChoice.choose(nil, from: [Self.devices[0]]) == 0)
  }

  @Test("Named by a part in any case, or by index")
  func named() throws {
    #expect(try DeviceChoice.choose("LLVMPIPE", from: Self.devices) == 0)
    #expect(try DeviceChoice.choose("two", from: Self.devices) == 3)
    #expect(try DeviceChoice.choose("3", from: Self.devices) == 3)
  }

  @Test("Errors say which devices there are, what is missing, what to install")
  func errors() {
    func message(_ name: String?, _ devices: [(summary: DeviceSummary, rank: Int)]) -> String {
      do throws(BackendError) {
        return "chose \(try DeviceChoice.choose(name, from: devices))"
      } catch {
        switch error {
        case .unavailable(let text): return text
        case .deviceLost, .surfaceOutOfDate, .surfaceLost: return "another error"
        }
      }
    }
    #expect(message("geforce", Self.devices).contains("'Integrated One'"))
    #expect(message("", Self.devices).contains("llvmpipe"))
    #expect(message("great", Self.devices).contains("synchronization2"))
    #expect(message(nil, []).contains("mesa-vulkan-drivers"))
    #expect(message(nil, [Self.devices[2]]).contains("synchronization2"))
  }
}

@Suite("Devices", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct DeviceTests {
  @Test("Devices are listed with name, kind, version and driver, and the one in use among them")
  func list() throws {
    let devices = try VulkanDevice.listDevices()
    let used = try TestDevice.use { $0.summary }
    let found = try #require(devices.first { $0.name == used.name })
    #expect(found.missing.isEmpty)
    #expect(found.apiVersion.split(separator: ".").count == 3)
    #expect(!found.driver.isEmpty)
    #expect(found.features.contains("dynamicRendering"))
    #expect(found.maximumImageSize >= 4096)
  }

  @Test("A device can be opened by its name, and twice in one process")
  func byName() throws {
    let name = try TestDevice.use { $0.name }
    let part = String(name.uppercased().prefix(6))
    let device = try VulkanDevice(.init(deviceName: part))
    #expect(device.name == name)
    #expect(device.validationMessages.isEmpty)
  }

  @Test("Without a driver the error says what to install")
  func noDriver() async {
    await #expect(processExitsWith: .exitCode(42)) {
      setenv("VK_ICD_FILENAMES", "/nonexistent/driver.json", 1)
      setenv("VK_DRIVER_FILES", "/nonexistent/driver.json", 1)
      do throws(BackendError) {
        _ = try VulkanDevice(.init())
      } catch {
        switch error {
        case .unavailable(let text): exit(text.contains("mesa-vulkan-drivers") ? 42 : 3)
        case .deviceLost, .surfaceOutOfDate, .surfaceLost: exit(4)
        }
      }
      exit(5)
    }
  }
}

@Suite("Sharing blocks of memory")
struct FreeListTests {
  @Test("Parts never overlap, respect alignment, and everything comes back", arguments: [1, 7, 42])
  func random(_ seed: UInt64) {
    var state = seed
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var list = FreeList(size: 4096)
    var taken: [Range<Int>] = []
    for _ in 0..<3000 {
      if next(5) < 3 {
        let count = 1 + next(300), alignment = 1 << next(7)
        guard let start = list.take(count, alignment: alignment) else { continue }
        let range = start..<(start + count)
        #expect(start % alignment == 0 && range.upperBound <= 4096)
        #expect(!taken.contains { $0.overlaps(range) })
        taken.append(range)
      } else if !taken.isEmpty {
        let range = taken.remove(at: next(taken.count))
        list.give(range.lowerBound, count: range.count)
      }
      let free = list.free.reduce(0) { $0 + $1.count }
      #expect(free + taken.reduce(0) { $0 + $1.count } == 4096)
      for (a, b) in zip(list.free, list.free.dropFirst()) { #expect(a.upperBound < b.lowerBound) }
    }
    for range in taken { list.give(range.lowerBound, count: range.count) }
    #expect(list.isEntirelyFree, "seed \(seed)")
  }
}
