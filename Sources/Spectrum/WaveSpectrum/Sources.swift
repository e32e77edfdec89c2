import WaveSpectrumWire
import WaveWire

/// The server's sources, and the source on the screen.
struct Sources: Sendable {
  /// Whether a received source is new, has returned after a server restart, or has changed.
  enum Arrival: Equatable, Sendable {
    /// The source is new, and is shown if it is the first. `isStrange` is true if the server was restarted
    /// with different sources, so that the past rows belong to none of them.
    case added(isFirst: Bool, isStrange: Bool)
    /// The source existed before the server was restarted.
    case returned(isShown: Bool)
    /// The properties of the source have changed.
    case changed(isShown: Bool)
  }

  /// All sources, in order of arrival.
  private(set) var all: [SourceInfo] = []
  /// The index of the source on the screen.
  private(set) var index = 0
  /// The server's sources before its restart, stored until the same number of sources has been received
  /// again.
  private var before: [SourceInfo] = []

  /// Whether a source is on the screen.
  var hasShown: Bool { all.indices.contains(index) }
  /// The source on the screen.
  var shown: SourceInfo? { hasShown ? all[index] : nil }
  /// The number of the source on the screen.
  var number: UInt16? { hasShown ? all[index].source : nil }
  /// The unit of the levels of the source on the screen; nil if there is no source.
  var unit: LevelUnit? { hasShown ? all[index].unit : nil }
  /// The row duration of the source on the screen, in seconds; 0 if there is no source.
  var rowSeconds: Double { hasShown ? all[index].rowSeconds : 0 }
  /// Whether the source on the screen is a recording.
  var isRecording: Bool { hasShown && all[index].flags.contains(.recording) }

  /// Receives a source that is new or has changed.
  mutating func receive(_ info: SourceInfo) -> Arrival {
    for place in all.indices where all[place].source == info.source {
      all[place] = info
      return .changed(isShown: place == index)
    }
    all.append(info)
    guard !before.isEmpty else { return .added(isFirst: all.count == 1, isStrange: false) }
    for same in before where same.source == info.source {
      guard same.name == info.name, same.unit == info.unit, same.tuneLowHertz == info.tuneLowHertz,
        same.tuneHighHertz == info.tuneHighHertz
      else { break }
      if all.count == before.count { before = [] }
      return .returned(isShown: all.count - 1 == index)
    }
    before = []
    index = 0
    return .added(isFirst: all.count == 1, isStrange: true)
  }

  /// Switches to a different source.
  ///
  /// - Returns: Whether the source changed; false if the index is invalid, or the source is already shown.
  mutating func choose(_ index: Int) -> Bool {
    guard all.indices.contains(index), index != self.index else { return false }
    self.index = index
    return true
  }

  /// Prepares for the sources to be sent again after a server restart.
  mutating func restart() {
    before = all
    all = []
  }
}
