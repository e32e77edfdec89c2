package import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

extension SensorsModel {
  package var hasContent: Bool { sources.indices.contains(sourceIndex) }

  package var waitingText: StaticString { "waiting for a source" }

  /// What is shown, and how it does: in few words above the plot.
  package mutating func appendChip(to list: inout ControlListBuilder<SensorsAction>, at now: Int64) {
    guard let source else { return }
    if isShelf {
      return list.chip(.behind, strong: Texts.bytes("Choose a recording"), quiet: source.name)
    }
    let interval: Int64 = 500_000
    if now - lastChip >= interval {
      lastChip = now
      shell.latency.publish()
      updateTestbed(at: now)
    }
    if !isPaused, link.isVisible { wake(at: lastChip + interval) }
    var quiet = TextWriter()
    func separate() { if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") } }
    if source.flags.contains(.simulated) { quiet.append("simulated") }
    if isRecording {
      separate()
      quiet.append("recording")
    }
    if source.flags.contains(.recording),
      let recorded = recordedMicroseconds(at: edgeMicroseconds(at: lastChip))
    {
      separate()
      quiet.append(bytes: TimeText.clock(microseconds: recorded))
    }
    if isPaused {
      separate()
      quiet.append("tap to go on")
      return list.chip(.paused, strong: Texts.bytes("Paused"), quiet: quiet.bytes)
    }
    let alarm = alarmText(at: now)
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
    if now - hasSkippedAt < 3_000_000 {
      separate()
      quiet.append("cannot keep up")
    }
    if delayMicroseconds > 0 {
      separate()
      quiet.append(isAtRest ? "to its end" : "back to now")
      let behind = behindMicroseconds(at: lastChip)
      return list.chip(.behind, strong: Texts.behind(microseconds: behind), quiet: quiet.bytes)
    }
    guard !isWaiting(for: source) else {
      separate()
      quiet.append("no data yet")
      return list.chip(.behind, strong: Texts.bytes("Waiting"), quiet: quiet.bytes)
    }
    if !source.flags.contains(.recording), let seconds = recency.silentSeconds(at: now) {
      separate()
      quiet.append("last data ")
      quiet.append(bytes: TimeText.ago(seconds: Double(seconds)))
      quiet.append(" ago")
      return list.chip(.stale, strong: Texts.bytes("No data"), quiet: quiet.bytes)
    }
    if motion == .trigger, let waiting = triggerText(at: now) {
      separate()
      quiet.append(bytes: waiting)
      return list.chip(.behind, strong: Texts.bytes("Waiting for trigger"), quiet: quiet.bytes)
    }
    if let latency = shell.latency.shownMicroseconds, !source.flags.contains(.recording) {
      separate()
      // Where there is room; the drawer has it on any screen.
      if outer.width >= 700 * outer.type, let rate = source.groups.map({ $0.rateHertz }).max() {
        quiet.append(rate, decimals: rate == rate.rounded(.down) ? 0 : 1)
        quiet.append(" Hz \u{00B7} ")
      }
      quiet.append(Swift.max(0, latency / 1000), decimals: 0)
      if let roundTrip = link.clock.roundTripMicroseconds {
        // As well as the server's clock is known; never finer than the delay is told.
        quiet.append(" \u{00B1}")
        quiet.append(Swift.max(1, Double(roundTrip) / 2000), decimals: 0)
      }
      quiet.append(" ms")
      if outer.width >= 700 * outer.type, let ahead = serverAheadMicroseconds {
        quiet.append(ahead < -500 ? " \u{00B7} clock \u{2212}" : " \u{00B7} clock +")
        quiet.append(bytes: Texts.clockDifference(microseconds: ahead.magnitude))
      }
    }
    if isAtRest {
      return list.chip(.paused, strong: restText, quiet: quiet.bytes)
    }
    list.chip(
      .live, strong: Texts.bytes(source.flags.contains(.recording) ? "Playing" : "Live"), quiet: quiet.bytes)
  }

  /// How far the server's wall clock is ahead of the device's own; nil where one of them is not known.
  var serverAheadMicroseconds: Int64? {
    guard link.clock.roundTripMicroseconds != nil, let wallMicroseconds = shell.appearance.wallMicroseconds,
      let serverWallMicroseconds
    else { return nil }
    return link.clock.microseconds + serverWallMicroseconds - wallMicroseconds
  }

  /// Layouts that this source can be shown in.
  var layoutChoices: [Layout] {
    var choices: [Layout] = [.lanes, .overlaid]
    if channel(of: .ii) != nil || channel(of: .i) != nil { choices.append(.paper) }
    if crossedPair != nil { choices.append(.xy) }
    return choices
  }

  /// Whether nothing has come of a source yet.
  func isWaiting(for source: StreamSource) -> Bool {
    recency.newest == nil && !source.flags.contains(.recording)
  }

  /// Whether the source is a recording that is not played on.
  var isAtRest: Bool { source?.flags.contains(.recording) == true && timeMap?.speed == 0 }

  /// Why a recording is at rest.
  private var restText: [UInt8] {
    guard let source, source.recordingSeconds > 0, let seconds = recordedSeconds(of: timeMap),
      seconds >= source.recordingSeconds - 0.001
    else { return Texts.bytes("Playback stopped") }
    return Texts.bytes("End of the recording")
  }

  /// What the streams do, in words.
  func stateText(at now: Int64) -> [UInt8] {
    if !link.isAnswering { return Texts.bytes("No connection") }
    if isPaused { return Texts.bytes("Paused") }
    guard let source, !isWaiting(for: source) else { return Texts.bytes("Waiting") }
    if isAtRest { return restText }
    if source.flags.contains(.recording) { return Texts.bytes("Playing") }
    if recency.silentSeconds(at: now) != nil { return Texts.bytes("No data") }
    if motion == .trigger, triggerText(at: now) != nil { return Texts.bytes("Waiting for trigger") }
    return Texts.bytes("Live")
  }

  /// Seconds from a recording's start to where a piece of its time begins.
  func recordedSeconds(of map: TimeMap?) -> Double? {
    guard let map, let source else { return nil }
    return Double(map.recordedMicroseconds.saturatingSubtracting(source.recordingStartMicroseconds)) / 1e6
  }

  /// How long the trigger has been waited for, once that is longer than the picture gathers; nil before that.
  private func triggerText(at now: Int64) -> [UInt8]? {
    guard let crossing = trigger.crossing else { return Texts.bytes("none yet") }
    let seconds = (sourceTime(now) - crossing) / 1e6
    guard seconds > Swift.max(2, windowSeconds * (1 - Trigger.before) + trigger.holdOffSeconds + 1) else {
      return nil
    }
    var text = TextWriter()
    text.append("last one ")
    text.append(bytes: TimeText.ago(seconds: seconds.rounded(.down)))
    text.append(" ago")
    return text.bytes
  }
}
