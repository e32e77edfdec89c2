import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// Recorded time of all sources, and the position to which a finger drags a recording.
struct Playback: Sendable {
  /// Speeds to choose from.
  static let speeds: [Double] = [0, 1, 5, 20, 60, 300]
  /// Maps kept of a source.
  private static let mapsMax = 64

  private var maps: [TimeMap] = []
  /// The position from 0 to 1 to which a finger drags; nil while none does.
  private(set) var seekFraction: Double?

  /// Keeps the latest maps of every source: those of one that is opened later are not sent again.
  mutating func receive(_ map: TimeMap) {
    let same = maps.indices.filter { maps[$0].source == map.source }
    if same.count >= Self.mapsMax { maps.remove(at: same[0]) }
    maps.append(map)
  }

  /// The maps of a source, oldest first.
  func maps(of source: UInt16?) -> [TimeMap] { maps.filter { $0.source == source } }

  /// Recorded time at a moment of server time; nil where the server did not say.
  func recordedMicroseconds(at server: Int64, of source: UInt16?) -> Int64? {
    guard let map = maps.last(where: { $0.source == source && $0.serverMicroseconds <= server }) else {
      return nil
    }
    let since = Double(server - map.serverMicroseconds) * map.speed
    guard since.magnitude < 9e18 else { return nil }
    return map.recordedMicroseconds &+ Int64(saturating: since)
  }

  /// The speed now; nil if the source is not a recording, or the server did not say.
  func speed(of source: SourceInfo) -> Double? {
    source.flags.contains(.recording) ? maps.last { $0.source == source.source }?.speed : nil
  }

  /// Whether a second of playback is more or less than a second of the recording.
  func isStretched(of source: SourceInfo) -> Bool { speed(of: source).map { $0 != 1 && $0 > 0 } ?? false }

  /// Handles a finger on the slider of positions.
  ///
  /// - Returns: The position to play from, once the finger is lifted.
  mutating func seek(_ phase: Touch.Phase, fraction: Double) -> Double? {
    let fraction = Swift.max(0, Swift.min(1, fraction))
    seekFraction = phase == .ended || phase == .cancelled ? nil : fraction
    return phase == .ended ? fraction : nil
  }

  /// The server's clock has jumped by microseconds.
  mutating func shift(by microseconds: Int64) {
    for index in maps.indices { maps[index].serverMicroseconds += microseconds }
  }

  /// The sources have gone.
  mutating func forget() { maps = [] }
}
