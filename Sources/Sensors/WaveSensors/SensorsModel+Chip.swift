package import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

extension SensorsModel {
  package static var title: StaticString { "Sensors" }

  package var shownName: [UInt8] { source?.name ?? [] }

  package var hasContent: Bool { sources.hasSource }

  package var waitingText: StaticString { "waiting for a source" }

  /// Appends the status chip above the plot, which briefly describes the source and its state.
  package mutating func appendChip(to list: inout ControlListBuilder<SensorsAction>, at now: Int64) {
    guard let source else { return }
    if source.isFolder {
      return list.chip(.behind, strong: Texts.bytes("Choose a recording"), quiet: [])
    }
    refreshStatus(at: now)
    var quiet = TextWriter()
    func add(_ text: TextWriter) {
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      quiet.append(bytes: text.bytes)
    }
    if source.flags.contains(.simulated) { add("simulated") }
    if sources.isBeingRecorded { add("recording") }
    // Use the time of the last refresh, so that the times shown do not change more often than the other
    // numbers.
    let seen = context(at: status.refreshedAt)
    if source.isRecording, let recorded = playback.recordedMicroseconds(at: view.edge(seen)) {
      add("\(TimeText.clock(microseconds: Int64(saturating: recorded)))")
    }
    if isPaused {
      add("tap to go on")
      return list.chip(.paused, strong: Texts.bytes("Paused"), quiet: quiet.bytes)
    }
    let alarm = view.alarms.text(of: source, at: now)
    if !alarm.isEmpty { add("\(alarm)") }
    if let lost = readings?.missingCount, lost > 0 {
      add("lost \(Int64(clamping: lost))\(lost == 1 ? " sample" : " samples")")
    }
    if status.hasSkipped(at: now) { add("cannot keep up") }
    if delayMicroseconds > 0 {
      add(sources.isAtRest ? "to its end" : "back to now")
      let behind = view.time.behindMicroseconds(seen.time)
      return list.chip(.behind, strong: Texts.behind(microseconds: behind), quiet: quiet.bytes)
    }
    guard !isWaiting else {
      add("no data yet")
      return list.chip(.behind, strong: Texts.bytes("Waiting"), quiet: quiet.bytes)
    }
    if !source.isRecording, let seconds = intake.recency.silentSeconds(at: now) {
      add("last data \(TimeText.ago(seconds: Double(seconds))) ago")
      return list.chip(.stale, strong: Texts.bytes("No data"), quiet: quiet.bytes)
    }
    if let waiting = view.waitingText(at: sources.microseconds(atServer: serverTime(now))) {
      add("\(waiting)")
      return list.chip(.behind, strong: Texts.bytes("Waiting for trigger"), quiet: quiet.bytes)
    }
    if let latency = shell.latency.shownMicroseconds, !source.isRecording {
      // Show the rate only if there is room; the drawer shows it on any screen.
      let hasRoom = outer.width >= 700 * outer.type
      if hasRoom, let rate = source.groups.map({ $0.rateHertz }).max() {
        add("\(rate, decimals: rate == rate.rounded(.down) ? 0 : 1) Hz")
      }
      let milliseconds = Swift.max(0, latency / 1000)
      if let roundTrip = link.clock.roundTripMicroseconds {
        // The accuracy with which the server's clock is known, at least 1 ms.
        let accuracy = Swift.max(1, Double(roundTrip) / 2000)
        add("\(milliseconds, decimals: 0) \u{00B1}\(accuracy, decimals: 0) ms")
      } else {
        add("\(milliseconds, decimals: 0) ms")
      }
      if hasRoom, let ahead = serverAheadMicroseconds {
        let difference = Texts.clockDifference(microseconds: ahead.magnitude)
        add("clock \(ahead < -500 ? "\u{2212}" : "+")\(difference)")
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
    let waiting = view.waitingText(at: sources.microseconds(atServer: serverTime(now)))
    return Texts.bytes(waiting == nil ? "Live" : "Waiting for trigger")
  }

  /// Returns the text that a screen reader speaks for a state.
  func readingText(_ state: [UInt8], of source: StreamSource) -> [UInt8] {
    let count = view.streams.order.count
    return TextWriter("\(state), \(count) streams of \(source.name)\(testbed?.reading ?? [])").bytes
  }
}
