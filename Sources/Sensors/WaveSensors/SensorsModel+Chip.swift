package import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

extension SensorsModel {
  package var hasContent: Bool { sources.hasSource }

  package var waitingText: StaticString { "waiting for a source" }

  /// Appends the status chip above the plot, which briefly describes the source and its state.
  package mutating func appendChip(to list: inout ControlListBuilder<SensorsAction>, at now: Int64) {
    guard let source else { return }
    if source.isFolder {
      return list.chip(.behind, strong: Texts.bytes("Choose a recording"), quiet: source.name)
    }
    refreshStatus(at: now)
    var quiet = TextWriter()
    func separate() { if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") } }
    if source.flags.contains(.simulated) { quiet.append("simulated") }
    if sources.isBeingRecorded {
      separate()
      quiet.append("recording")
    }
    // Use the time of the last refresh, so that the times shown do not change more often than the other
    // numbers.
    let seen = context(at: status.refreshedAt)
    if source.isRecording, let recorded = playback.recordedMicroseconds(at: view.edge(seen)) {
      separate()
      quiet.append(bytes: TimeText.clock(microseconds: Int64(saturating: recorded)))
    }
    if isPaused {
      separate()
      quiet.append("tap to go on")
      return list.chip(.paused, strong: Texts.bytes("Paused"), quiet: quiet.bytes)
    }
    let alarm = view.alarms.text(of: source, at: now)
    if !alarm.isEmpty {
      separate()
      quiet.append(bytes: alarm)
    }
    if let lost = readings?.missingCount, lost > 0 {
      separate()
      quiet.append("lost ")
      quiet.append(integer: Int64(clamping: lost))
      quiet.append(lost == 1 ? " sample" : " samples")
    }
    if status.hasSkipped(at: now) {
      separate()
      quiet.append("cannot keep up")
    }
    if delayMicroseconds > 0 {
      separate()
      quiet.append(sources.isAtRest ? "to its end" : "back to now")
      let behind = view.time.behindMicroseconds(seen.time)
      return list.chip(.behind, strong: Texts.behind(microseconds: behind), quiet: quiet.bytes)
    }
    guard !isWaiting else {
      separate()
      quiet.append("no data yet")
      return list.chip(.behind, strong: Texts.bytes("Waiting"), quiet: quiet.bytes)
    }
    if !source.isRecording, let seconds = intake.recency.silentSeconds(at: now) {
      separate()
      quiet.append("last data ")
      quiet.append(bytes: TimeText.ago(seconds: Double(seconds)))
      quiet.append(" ago")
      return list.chip(.stale, strong: Texts.bytes("No data"), quiet: quiet.bytes)
    }
    if motion == .trigger,
      let waiting = view.trigger.waitingText(
        at: sources.microseconds(atServer: serverTime(now)), windowSeconds)
    {
      separate()
      quiet.append(bytes: waiting)
      return list.chip(.behind, strong: Texts.bytes("Waiting for trigger"), quiet: quiet.bytes)
    }
    if let latency = shell.latency.shownMicroseconds, !source.isRecording {
      separate()
      // Show the rate only if there is room; the drawer shows it on any screen.
      if outer.width >= 700 * outer.type, let rate = source.groups.map({ $0.rateHertz }).max() {
        quiet.append(rate, decimals: rate == rate.rounded(.down) ? 0 : 1)
        quiet.append(" Hz \u{00B7} ")
      }
      quiet.append(Swift.max(0, latency / 1000), decimals: 0)
      if let roundTrip = link.clock.roundTripMicroseconds {
        // The accuracy with which the server's clock is known, at least 1 ms.
        quiet.append(" \u{00B1}")
        quiet.append(Swift.max(1, Double(roundTrip) / 2000), decimals: 0)
      }
      quiet.append(" ms")
      if outer.width >= 700 * outer.type, let ahead = serverAheadMicroseconds {
        quiet.append(ahead < -500 ? " \u{00B7} clock \u{2212}" : " \u{00B7} clock +")
        quiet.append(bytes: Texts.clockDifference(microseconds: ahead.magnitude))
      }
    }
    if sources.isAtRest { return list.chip(.paused, strong: sources.restText, quiet: quiet.bytes) }
    list.chip(.live, strong: Texts.bytes(source.isRecording ? "Playing" : "Live"), quiet: quiet.bytes)
  }

  /// The time by which the server's wall clock is ahead of this device's, in microseconds; nil if it is
  /// unknown.
  var serverAheadMicroseconds: Int64? {
    guard link.clock.roundTripMicroseconds != nil, let wallMicroseconds = shell.appearance.wallMicroseconds,
      let serverWallMicroseconds
    else { return nil }
    return link.clock.microseconds + serverWallMicroseconds - wallMicroseconds
  }

  /// Whether no samples of the source have arrived yet.
  private var isWaiting: Bool { intake.recency.newest == nil && source?.isRecording != true }

  /// Returns text that describes the state of the streams.
  func stateText(at now: Int64) -> [UInt8] {
    if !link.isAnswering { return Texts.bytes("No connection") }
    if isPaused { return Texts.bytes("Paused") }
    guard let source, !isWaiting else { return Texts.bytes("Waiting") }
    if sources.isAtRest { return sources.restText }
    if source.isRecording { return Texts.bytes("Playing") }
    if intake.recency.silentSeconds(at: now) != nil { return Texts.bytes("No data") }
    if motion == .trigger,
      view.trigger.waitingText(at: sources.microseconds(atServer: serverTime(now)), windowSeconds) != nil
    {
      return Texts.bytes("Waiting for trigger")
    }
    return Texts.bytes("Live")
  }

  /// Returns the text that a screen reader speaks for a state.
  func readingText(_ state: [UInt8], of source: StreamSource) -> [UInt8] {
    var text = TextWriter()
    text.append(bytes: state)
    text.append(", ")
    text.append(integer: view.streams.order.count)
    text.append(" streams of ")
    text.append(bytes: source.name)
    testbed?.appendReading(to: &text)
    return text.bytes
  }
}
