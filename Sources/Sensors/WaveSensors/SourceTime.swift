import WaveUnits
import WaveWire

/// The current time of a source, in source time and in server time.
struct SourceTime: Sendable {
  /// The mapping between the source's time and server time.
  let playback: PlaybackClock
  /// The current server time.
  let server: Int64
  /// Whether the source is a recording.
  let isRecording: Bool
  /// The newest source time that can be displayed.
  let live: Double
  /// The server time of the oldest sample that can be requested.
  let oldestMicroseconds: Int64

  /// Creates the time of a source.
  ///
  /// While the server does not respond, the time stops at the newest sample, so no gap appears.
  init(
    playback: PlaybackClock, server: Int64, isRecording: Bool, isAnswering: Bool, recency: Recency,
    oldestMicroseconds: Int64
  ) {
    self.playback = playback
    self.server = server
    self.isRecording = isRecording
    self.oldestMicroseconds = oldestMicroseconds
    guard let newest = recency.newest else {
      live = playback.microseconds(atServer: Self.arrived(playback, server, isRecording))
      return
    }
    // An interrupted stream leaves a growing gap; a paused recording does not.
    let now = playback.microseconds(atServer: Double(server))
    live = isAnswering && !isRecording ? recency.edge(serverMicroseconds: now) ?? newest : newest
  }

  /// The current source time.
  var now: Double { playback.microseconds(atServer: Double(server)) }

  /// The server time up to which the source has advanced: now, or the time at which a recording stopped.
  var arrived: Double { Self.arrived(playback, server, isRecording) }

  /// The source time of the oldest sample that can be requested.
  var oldest: Double { playback.microseconds(atServer: Double(oldestMicroseconds)) }

  /// Returns the source time that was reached `before` microseconds ago in server time.
  func reached(before: Int64 = 0) -> Double { playback.microseconds(atServer: arrived - Double(before)) }

  private static func arrived(_ playback: PlaybackClock, _ server: Int64, _ isRecording: Bool) -> Double {
    guard isRecording, let map = playback.newest, map.speed == 0 else { return Double(server) }
    return Double(Swift.min(server, map.serverMicroseconds))
  }
}
