import WaveSpectrumWire
import WaveWire

/// The sources of the server, and the one on the screen.
struct Sources: Sendable {
  /// What a source means for the screen.
  enum Arrival: Equatable, Sendable {
    /// It is one more, to be shown if it is the first. `isStrange` is true if the server was restarted with
    /// other sources, so that the past is that of none of them.
    case added(isFirst: Bool, isStrange: Bool)
    /// It was there before the server was restarted.
    case returned(isShown: Bool)
    /// It has changed.
    case changed(isShown: Bool)
  }

  /// All sources, in the order of their arrival.
  private(set) var all: [SourceInfo] = []
  /// The place of the source on the screen.
  private(set) var index = 0
  /// Sources of the server before its restart, until as many have returned.
  private var before: [SourceInfo] = []

  /// Whether there is a source on the screen.
  var hasShown: Bool { all.indices.contains(index) }
  /// The source on the screen.
  var shown: SourceInfo? { hasShown ? all[index] : nil }
  /// Its number.
  var number: UInt16? { hasShown ? all[index].source : nil }
  /// What its levels are relative to.
  var unit: LevelUnit? { hasShown ? all[index].unit : nil }
  /// Seconds that one of its rows covers; 0 if there is no source.
  var rowSeconds: Double { hasShown ? all[index].rowSeconds : 0 }
  /// Whether it is a recording.
  var isRecording: Bool { hasShown && all[index].flags.contains(.recording) }

  /// Receives a source that is new, or has changed.
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

  /// Shows another source.
  ///
  /// - Returns: False if there is none at that place, or if it is shown already.
  mutating func choose(_ index: Int) -> Bool {
    guard all.indices.contains(index), index != self.index else { return false }
    self.index = index
    return true
  }

  /// The server was restarted: its sources are to come again.
  mutating func restart() {
    before = all
    all = []
  }
}
