import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveWire

/// The server's surface models, which contain trees and roofs.
struct SurfaceModels: Sendable {
  /// The models, including unusable ones.
  private(set) var parts: [SurfacePart] = []
  /// Whether trees and roofs are included in computations.
  private(set) var isOn = true
  /// The models received so far, while a list is incomplete.
  private var incoming: [SurfacePart] = []
  /// Whether the connected server has listed its models.
  private var isListed = false

  /// Whether there is a usable model.
  var isAvailable: Bool { parts.contains { $0.isUsed } }

  /// A hash of the versions of all usable models; 0 if they must not be cached.
  var version: UInt64 {
    var version: UInt64 = 0
    for part in parts where part.isUsed {
      guard part.version != 0 else { return 0 }
      version = (version ^ part.version) &* 0x0000_0100_0000_01B3
    }
    return version
  }

  /// Returns whether surface models are included in a plan's computation.
  func meets(_ plan: CoveragePlan) -> Bool { isOn && plan.model.meetsSurface && isAvailable }

  /// Returns the surface model blocks above the given ground blocks, or none if the plan does not include
  /// surface models.
  func keys(
    over ground: [TerrainBlockKey], for plan: CoveragePlan, of tiles: [TerrainDescription]
  ) -> [TerrainBlockKey] {
    meets(plan) ? CoverageGround.surfaceKeys(over: ground, of: tiles, parts: parts) : []
  }

  /// Receives a list of models, or a part of one.
  ///
  /// - Returns: Whether the models have changed.
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

  /// Uses the models cached on the device.
  mutating func adopt(_ kept: SurfaceModels) { parts = kept.parts }

  /// Prepares for a connection to a different server, which lists its models before its tiles.
  mutating func serverChanged() { isListed = false }

  /// Handles a server's list of tiles; if the server listed no models before it, all models are removed.
  ///
  /// - Returns: Whether models have been removed.
  mutating func tilesListed() -> Bool {
    guard !isListed, !parts.isEmpty else { return false }
    parts = []
    return true
  }

  /// Includes or ignores trees and roofs, even if no models have been listed yet.
  ///
  /// - Returns: Whether the setting has changed.
  mutating func set(isOn: Bool) -> Bool {
    defer { self.isOn = isOn }
    return isOn != self.isOn
  }

  /// Returns the text shown above a map to say whether trees and roofs are included.
  ///
  /// - Parameters:
  ///   - plan: The plan of the map; nil if there is none.
  ///   - share: The fraction of the map that surface models cover; nil if not known.
  /// - Returns: The text, or nil if there are no surface models or the propagation model ignores them.
  func words(for plan: CoveragePlan?, share: Double?) -> StaticString? {
    guard let plan, isAvailable, plan.model.meetsSurface else { return nil }
    guard isOn else { return "without trees and roofs" }
    guard let share else { return "trees and roofs" }
    if share >= 0.995 { return "with trees and roofs" }
    return share > 0 ? "trees and roofs in part of the map" : "trees and roofs: not known here"
  }
}
