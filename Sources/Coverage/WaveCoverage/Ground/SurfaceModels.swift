import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveWire

/// What is on the ground, trees and roofs, as models of the surface that the server has know it.
struct SurfaceModels: Sendable {
  /// The models, those that are not used among them.
  private(set) var parts: [SurfacePart] = []
  /// Whether rays are to meet what is on the ground.
  private(set) var isOn = true
  /// Those of a list whose rest is still to come.
  private var incoming: [SurfacePart] = []
  /// Whether the server that is connected has listed models.
  private var isListed = false

  /// Whether there is a model that can be used.
  var isAvailable: Bool { parts.contains { $0.isUsed } }

  /// Which content all models together have; 0 where it is not to be kept.
  var version: UInt64 {
    var version: UInt64 = 0
    for part in parts where part.isUsed {
      guard part.version != 0 else { return 0 }
      version = (version ^ part.version) &* 0x0000_0100_0000_01B3
    }
    return version
  }

  /// Whether a plan's rays meet what is on the ground.
  func meets(_ plan: CoveragePlan) -> Bool { isOn && plan.model.meetsSurface && isAvailable }

  /// The blocks of models over blocks of the ground, as far as a plan's rays meet them.
  func keys(
    over ground: [TerrainBlockKey], for plan: CoveragePlan, of tiles: [TerrainDescription]
  ) -> [TerrainBlockKey] {
    meets(plan) ? CoverageGround.surfaceKeys(over: ground, of: tiles, parts: parts) : []
  }

  /// Receives a list, or a part of one.
  ///
  /// - Returns: Whether the models are different from before.
  mutating func receive(_ list: TerrainSurfaces) -> Bool {
    if list.first == 0 { incoming = [] }
    guard Int(list.first) == incoming.count else { return false }
    incoming += list.parts
    guard incoming.count == Int(list.total) else { return false }
    isListed = true
    defer { incoming = [] }
    guard incoming != parts else { return false }
    parts = incoming
    return true
  }

  /// The models are those that the device had kept.
  mutating func adopt(_ kept: SurfaceModels) { parts = kept.parts }

  /// Another server is connected, which lists its models before its tiles.
  mutating func serverChanged() { isListed = false }

  /// The server lists its tiles: one that has not listed models has none.
  ///
  /// - Returns: Whether models are gone.
  mutating func tilesListed() -> Bool {
    guard !isListed, !parts.isEmpty else { return false }
    parts = []
    return true
  }

  /// Has rays meet what is on the ground or not, whether there are models or not: a server may list some
  /// later.
  ///
  /// - Returns: Whether it was the other way.
  mutating func turn(on isOn: Bool) -> Bool {
    defer { self.isOn = isOn }
    return isOn != self.isOn
  }

  /// Writes the models as a server lists them, to be kept.
  func append(to bytes: inout [UInt8]) {
    var first = 0
    while first < parts.count {
      let end = Swift.min(parts.count, first + WireLimits.surfacePartsPerMessage)
      CoverageMessage.surfaces(
        TerrainSurfaces(
          first: UInt16(truncatingIfNeeded: first), total: UInt16(truncatingIfNeeded: parts.count),
          parts: Array(parts[first..<end]))
      ).encodeFromServer(into: &bytes)
      first = end
    }
  }

  /// What is said over the map of a plan, of which models know a share; nil where there is nothing to choose.
  func words(for plan: CoveragePlan?, share: Double?) -> StaticString? {
    guard let plan, isAvailable, plan.model.meetsSurface else { return nil }
    guard isOn else { return "without trees and roofs" }
    guard let share else { return "trees and roofs" }
    if share >= 0.995 { return "with trees and roofs" }
    return share > 0 ? "trees and roofs in part of the map" : "trees and roofs: not known here"
  }
}
