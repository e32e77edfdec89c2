import TestSupport
import Testing
import WaveRadioFormats
import WaveWire

@testable import WaveReceivers

/// What the link to an rtl_tcp server does, event by event, and what its settings send.
@Suite struct GoldenLinkTests {
  private func line(_ action: RTLTCPLink.Action) -> String {
    switch action {
    case .connect: return "connect"
    case .close: return "close"
    case .send(let bytes):
      var reader = RTLTCPCommandReader()
      return "send " + reader.read(bytes.span).map { "\($0)" }.joined(separator: ", ")
    case .samples(let bytes, let microseconds):
      var digest = GoldenDigest()
      digest.add(bytes)
      return "samples: \(bytes.count / 2), newest at \(microseconds), \(digest.text)"
    case .lost(let samples): return "lost \(samples.map(String.init) ?? "unknown")"
    case .changed: return "changed"
    case .notice(let notice): return "notice, \(notice.severity): \(notice.string)"
    }
  }

  /// A hundred events that a seed draws: times, connections, bytes and settings.
  private func script(seed: UInt64) -> [String] {
    var draw = SeededGenerator(seed: seed)
    func pick<T>(_ values: [T]) -> T { values[Int(draw.next() % UInt64(values.count))] }
    var settings = RTLTCPSettings()
    settings.rateHertz = 250_000
    var now: Int64 = 5_000_000
    var link = RTLTCPLink(place: "radio:1234", settings: settings, seed: seed, at: now)
    var lines: [String] = ["== seed \(seed)"]
    var value: UInt8 = 0
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in
        value &+= 37
        return value
      }
    }
    for _ in 0..<100 {
      var actions: [RTLTCPLink.Action] = []
      var name = ""
      switch (link.phase, draw.next() % 8) {
      case (.waiting, _), (_, 0):
        now = link.wakeMicroseconds + pick([-1, 0, 500])
        name = "tick"
        actions = link.tick(at: now)
      case (.connecting, 1...5):
        now += pick([0, 2000, 90_000, 3_000_000])
        name = "opened"
        actions = link.opened(at: now)
      case (.connecting, _), (_, 1):
        now += 1000
        name = "closed"
        actions = link.closed(reason: "gone", at: now)
      case (.greeting, let what):
        now += 4000
        name = "header"
        let header = RTLTCPHeader(tuner: .r820t, gainCount: 29).bytes
        let some = what == 2 ? Array("SSH-2.0-OpenSSH_9.6".utf8) : what == 3 ? Array(header[..<5]) : header
        actions = link.received(some + (what == 4 ? bytes(7) : []), at: now)
      case (.receiving, 2):
        settings.frequencyHertz = pick([100_000_000, 101_000_000])
        settings.tunerGain = pick([nil, 87, 297])
        settings.rateHertz = pick([250_000, 300_000])
        settings.correction = pick([0, 0, 12])
        settings.isBiasTeeOn = pick([false, true])
        settings.isConverterGainOn = pick([false, true])
        name = "set"
        actions = link.set(settings, at: now)
      case (.receiving, let what):
        let milliseconds: Int64 = pick([10, 10, 100, 400])
        now += milliseconds * 1000
        // In time, faster or slower than the clock, in odd pieces or none.
        let count =
          Int(milliseconds) * Int(link.settings.rateHertz) / 500 + pick([0, 0, 1, -3, 20_000, -1000])
        name = "bytes"
        actions = link.received(bytes(what == 7 ? 0 : max(1, count)), at: now)
      }
      lines.append("-- \(now): \(name)")
      lines += actions.map(line)
      lines.append("\(link.phase), wakes at \(link.wakeMicroseconds), trouble \"\(link.trouble)\"")
    }
    return lines
  }

  @Test func everyActionIsThatOfTheGoldenFile() throws {
    let lines = (1...8).flatMap { script(seed: $0) }
    #expect(try GoldenText.differences(lines, from: "receivers/link.txt") == [])
  }

  /// The state of a receiver that obeys commands, as librtlsdr does.
  private struct Receiver: Equatable {
    var rate: UInt32 = 0
    var frequency: UInt32 = 0
    var correction: Int32 = 0
    var isManual = false
    var gain: Int32?
    var isConverterGainOn = false
    var isBiasTeeOn = false

    mutating func obey(_ command: RTLTCPCommand) {
      switch command {
      case .sampleRate(let hertz): rate = hertz
      case .frequency(let hertz): frequency = hertz
      case .correction(let parts):
        correction = parts
        // The frequency applies to the new correction only once it is sent again.
        frequency = 0
      case .tunerGainMode(let isManual):
        self.isManual = isManual
        if !isManual { gain = nil }
      case .tunerGain(let tenths): gain = tenths
      case .converterGainControl(let isOn): isConverterGainOn = isOn
      case .biasTee(let isOn): isBiasTeeOn = isOn
      default: Issue.record("\(command)")
      }
    }
  }

  @Test func commandsBringAReceiverToItsSettingsAndNoMore() {
    var draw = SeededGenerator(seed: 12)
    func pick<T>(_ values: [T]) -> T { values[Int(draw.next() % UInt64(values.count))] }
    var receiver = Receiver()
    var before: RTLTCPSettings?
    for _ in 0..<400 {
      let wanted = RTLTCPSettings(
        rateHertz: pick([250_000, 2_400_000]), frequencyHertz: pick([100_000_000, 200_000_000]),
        tunerGain: pick([nil, 0, 297]), correction: pick([0, 0, 0, -7]), isBiasTeeOn: pick([false, true]),
        isConverterGainOn: pick([false, true]))
      let commands = wanted.commands(from: before)
      for command in commands { receiver.obey(command) }
      #expect(
        receiver
          == Receiver(
            rate: wanted.rateHertz, frequency: wanted.frequencyHertz, correction: wanted.correction,
            isManual: wanted.tunerGain != nil, gain: wanted.tunerGain,
            isConverterGainOn: wanted.isConverterGainOn, isBiasTeeOn: wanted.isBiasTeeOn))
      if let before {
        let isTuned = before.frequencyHertz != wanted.frequencyHertz || before.correction != wanted.correction
        let isSwitched = (before.tunerGain == nil) != (wanted.tunerGain == nil)
        let isGained = wanted.tunerGain != nil && before.tunerGain != wanted.tunerGain
        let changes = [
          before.rateHertz != wanted.rateHertz, before.correction != wanted.correction, isSwitched, isGained,
          before.isConverterGainOn != wanted.isConverterGainOn, before.isBiasTeeOn != wanted.isBiasTeeOn,
          isTuned,
        ]
        #expect(commands.count == changes.count { $0 })
      }
      before = wanted
    }
  }

  @Test func anOldServerIsNotSentABiasTeeThatIsOff() {
    #expect(
      RTLTCPSettings().commands(from: nil) == [
        .sampleRate(2_400_000), .correction(0), .tunerGainMode(isManual: false), .converterGainControl(false),
        .frequency(100_000_000),
      ])
  }
}
