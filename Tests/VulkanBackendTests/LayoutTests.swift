import CVulkan
import Renderer
import Testing

@testable import CShaders
@testable import VulkanBackend

@Suite("Memory layout shared with the shaders")
struct LayoutTests {
  @Test("A clip in Swift lies as the std430 block of every shader that reads it says")
  func clip() throws {
    let offsets = [
      MemoryLayout<DrawList.Clip>.offset(of: \.row0)!,
      MemoryLayout<DrawList.Clip>.offset(of: \.row1)!,
      MemoryLayout<DrawList.Clip>.offset(of: \.row2)!,
      MemoryLayout<DrawList.Clip>.offset(of: \.rect)!,
      MemoryLayout<DrawList.Clip>.offset(of: \.radii)!,
      MemoryLayout<DrawList.Clip>.offset(of: \.parent)!,
      MemoryLayout<DrawList.Clip>.offset(of: \.shape)!,
      MemoryLayout<DrawList.Clip>.offset(of: \.reserved)!,
    ]
    for name in [
      "shape.frag", "image.frag", "shadow.frag", "pass.frag", "filter.frag", "blend.frag",
    ] {
      let module = try SPIRV(name)
      #expect(module.strides == [MemoryLayout<DrawList.Clip>.stride], "\(name)")
      #expect(module.structures.contains(offsets), "\(name): \(module.structures)")
    }
  }

  @Test("Push constants in Swift lie as the shaders' block says")
  func pushConstants() throws {
    let offsets = [
      MemoryLayout<PushConstants>.offset(of: \.origin)!,
      MemoryLayout<PushConstants>.offset(of: \.toClipSpace)!,
      MemoryLayout<PushConstants>.offset(of: \.source)!,
      MemoryLayout<PushConstants>.offset(of: \.sourceOrigin)!,
      MemoryLayout<PushConstants>.offset(of: \.middle)!,
      MemoryLayout<PushConstants>.offset(of: \.clipCount)!,
      MemoryLayout<PushConstants>.offset(of: \.rampCount)!,
      MemoryLayout<PushConstants>.offset(of: \.reading)!,
      MemoryLayout<PushConstants>.offset(of: \.backdrop)!,
    ]
    for kind in PipelineKind.allCases where kind.source != nil {
      let module = try SPIRV(kind.shaders.vertex)
      #expect(module.structures.contains(offsets), "\(kind.shaders.vertex)")
    }
    #expect(MemoryLayout<PushConstants>.size <= 128, "every device has room for 128 bytes")
  }

  @Test("The constants of a blur in Swift lie as the shaders' block says")
  func blurConstants() throws {
    let offsets = [
      MemoryLayout<BlurConstants>.offset(of: \.place)!,
      MemoryLayout<BlurConstants>.offset(of: \.limits)!,
      MemoryLayout<BlurConstants>.offset(of: \.texel)!,
      MemoryLayout<BlurConstants>.offset(of: \.spacing)!,
      MemoryLayout<BlurConstants>.offset(of: \.fade)!,
      MemoryLayout<BlurConstants>.offset(of: \.across)!,
      MemoryLayout<BlurConstants>.offset(of: \.down)!,
      MemoryLayout<BlurConstants>.offset(of: \.middle)!,
      MemoryLayout<BlurConstants>.offset(of: \.pairs)!,
    ]
    for name in ["blur.frag", "resample.frag"] {
      #expect(try SPIRV(name).structures.contains(offsets), "\(name)")
    }
    #expect(MemoryLayout<BlurConstants>.size <= 128, "every device has room for 128 bytes")
  }

  @Test(
    "Vertex attributes cover the record in its fields' order, without overlap",
    arguments: VertexSource.allCases)
  func attributes(_ source: VertexSource) {
    var end = 0
    for (format, offset) in source.attributes {
      #expect(offset == end)
      switch format {
      case VK_FORMAT_R32G32B32A32_SFLOAT: end += 16
      case VK_FORMAT_R32G32_SFLOAT: end += 8
      default: end += 4
      }
    }
    let reserved = source == .solids ? MemoryLayout<UInt32>.size : 0
    #expect(end + reserved == source.stride)
  }

  @Test("No stage hands on more than every device takes", arguments: PipelineKind.allCases)
  func locations(_ kind: PipelineKind) throws {
    #expect(try SPIRV(kind.shaders.vertex).locations < 16)
    #expect(try SPIRV(kind.shaders.fragment).locations < 16)
  }

  @Test("Every pipeline's shaders are compiled in", arguments: PipelineKind.allCases)
  func shadersExist(_ kind: PipelineKind) {
    #expect(shader_find(kind.shaders.vertex) != nil)
    #expect(shader_find(kind.shaders.fragment) != nil)
  }
}

/// The decorations of a compiled shader that tell memory layout.
private struct SPIRV {
  /// Strides of its runtime arrays.
  var strides: [Int] = []
  /// The greatest location of its inputs and outputs.
  var locations = 0
  /// Member offsets of its structures.
  var structures: [[Int]] = []

  init(_ name: String) throws {
    let blob = try #require(shader_find(name)).pointee
    let words = UnsafeBufferPointer(start: blob.words, count: blob.bytes / 4)
    var members: [UInt32: [UInt32: Int]] = [:]
    var i = 5
    while i < words.count {
      let count = Int(words[i] >> 16), operation = words[i] & 0xffff
      // OpDecorate target ArrayStride n; OpMemberDecorate target member Offset n.
      if operation == 71, words[i + 2] == 6 { strides.append(Int(words[i + 3])) }
      if operation == 71, words[i + 2] == 30 { locations = max(locations, Int(words[i + 3])) }
      if operation == 72, words[i + 3] == 35 {
        members[words[i + 1], default: [:]][words[i + 2]] = Int(words[i + 4])
      }
      i += max(count, 1)
    }
    structures = members.values.map { m in m.keys.sorted().map { m[$0]! } }
  }
}
