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
  /// Whether the server responds.
  let isAnswering: Bool
  /// The ages of the newest samples.
  let recency: Recency
  /// The server time of the oldest sample that can be requested.
  let oldestMicroseconds: Int64

  /// The newest source time that can be displayed.
  ///
  /// While the server does not respond, the time stops at the newest sample, so no gap appears.
  var live: Double {
    guard let newest = recency.newest else { return playback.microseconds(atServer: arrived) }
    // An interrupted stream leaves a growing gap; a paused recording does not.
    return isAnswering && !isRecording ? recency.edge(serverMicroseconds: now) ?? newest : newest
  }

  /// The current source time.
  var now: Double { playback.microseconds(atServer: Double(server)) }

  /// The server time up to which the source has advanced: now, or the time at which a recording stopped.
  var arrived: Double {
    guard isRecording, let map = playback.newest, map.speed == 0 else { return Double(server) }
    return Double(Swift.min(server, map.serverMicroseconds))
  }

  /// The source time of the oldest sample that can be requested.
  var oldest: Double { playback.microseconds(atServer: Double(oldestMicroseconds)) }

  /// Returns the source time that was reached `before` microseconds ago in server time.
  func reached(before: Int64 = 0) -> Double { playback.microseconds(atServer: arrived - Double(before)) }
}
