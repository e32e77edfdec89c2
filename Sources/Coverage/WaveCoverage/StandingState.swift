import WaveCoverageWire
import WavePropagation

/// What stands on the ground, trees and roofs, as models of the surface that the server has know it.
struct StandingState: Sendable {
  /// The models, those that are not used among them.
  var parts: [SurfacePart] = []
  /// Those of a list whose rest is still to come.
  var incoming: [SurfacePart] = []
  /// Whether the server that is there has told of models.
  var isTold = false
  /// Whether rays are to meet what stands on the ground.
  var isOn = true
  /// Blocks put together: those of the map's level, and every second or fourth post of them.
  var surface = TerrainSurface()
  var coarse = TerrainSurface()
  /// Lines over what is known, by block.
  var hatches: [TerrainBlockKey: Hatch] = [:]

  /// Lines over the known posts of a block.
  struct Hatch: Sendable {
    /// From line to line, posts.
    var spacing: Int
    /// Column and row of both ends, one line after the other.
    var ends: [Float]
  }

  /// Whether there is a model that can be used.
  var isThere: Bool { parts.contains { $0.isUsed } }

  /// Which content all models together have; 0 where it is not to be kept.
  var version: UInt64 {
    var version: UInt64 = 0
    for part in parts where part.isUsed {
      guard part.version != 0 else { return 0 }
      version = (version ^ part.version) &* 0x0000_0100_0000_01B3
    }
    return version
  }

  /// Takes a list, or a part of one.
  ///
  /// - Returns: Whether the models are others than before.
  mutating func take(_ list: TerrainSurfaces) -> Bool {
    if list.first == 0 { incoming = [] }
    guard Int(list.first) == incoming.count else { return false }
    incoming += list.parts
    guard incoming.count == Int(list.total) else { return false }
    isTold = true
    defer { incoming = [] }
    guard incoming != parts else { return false }
    parts = incoming
    return true
  }
}
