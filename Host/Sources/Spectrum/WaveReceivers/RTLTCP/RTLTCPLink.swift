import WaveRadioFormats
import WaveSpectra
import WaveSystem
import WaveUnits
import WaveWire

/// The state machine of a connection to an rtl_tcp server.
///
/// It receives bytes and times, and returns actions.
///
/// It reads no clock and does no I/O.
///
/// Samples have no framing, so after a command the start of the new samples is not visible. Samples are
/// discarded until two conditions are met. First, the round-trip time and `settleMicroseconds` must have
/// passed, for the command to arrive and the tuner to settle. Second, enough samples must have passed: those
/// that librtlsdr buffers before sending (`bufferSamples`), those of a round trip, and those by which the
/// stream lags behind the clock.
struct RTLTCPLink: Sendable {
  /// The number of samples in one librtlsdr buffer.
  static let bufferSamples = 131_072
  /// The time that a tuner needs to settle, in microseconds.
  static let settleMicroseconds: Int64 = 30_000
  /// The time without samples after which a notice is sent, in microseconds.
  static let silenceMicroseconds: Int64 = 1_500_000
  /// The time without samples after which the connection is closed, in microseconds.
  static let patienceMicroseconds: Int64 = 6_000_000
  /// The time within which an attempt to connect must succeed, in microseconds.
  static let connectMicroseconds: Int64 = 6_000_000

  /// An action for the owner of the connection to carry out.
  enum Action: Equatable, Sendable {
    case connect
    case close
    case send([UInt8])
    case samples(bytes: [UInt8], microseconds: Int64)
    case lost(samples: Int?)
    case changed
    case notice(Notice)
  }

  enum Phase: Equatable, Sendable {
    case waiting(until: Int64)
    case connecting(since: Int64)
    case greeting(since: Int64)
    case receiving
  }

  private struct Settling: Equatable, Sendable {
    var until: Int64
    var samplesLeft: Int
  }

  /// The address of the server, for display.
  let place: String
  /// The requested settings of the receiver.
  private(set) var settings: RTLTCPSettings
  /// The settings that were last sent to the receiver.
  private var lastSent: RTLTCPSettings?
  private(set) var phase: Phase
  /// The last header received from the server; nil before the first header.
  private(set) var header: RTLTCPHeader?
  /// A description of the current problem; empty while samples are arriving.
  private(set) var trouble = ""

  private var delay: ReconnectDelay
  private var headerBytes: [UInt8] = []
  /// The first byte of an incomplete sample; nil if there is none.
  private var oddByte: UInt8?
  private var clock: SampleClock?
  private var settling: Settling?
  private var receivedAt: Int64 = 0
  private var isSilent = false
  private var hasReceived = false
  private var roundTripMicroseconds: Int64 = 0

  init(place: String, settings: RTLTCPSettings, seed: UInt64, at now: Int64) {
    self.place = place
    self.settings = settings
    delay = ReconnectDelay(seed: seed)
    phase = .waiting(until: now)
  }

  /// The time at which `tick(at:)` must next be called.
  var wakeMicroseconds: Int64 {
    switch phase {
    case .waiting(let until): until
    case .connecting(let since): since + Self.connectMicroseconds
    case .greeting(let since): since + (isSilent ? Self.patienceMicroseconds : Self.silenceMicroseconds)
    case .receiving: receivedAt + (isSilent ? Self.patienceMicroseconds : Self.silenceMicroseconds)
    }
  }

  // MARK: - Events

  /// Handles an expired timeout, and returns the resulting actions.
  ///
  /// Call this at `wakeMicroseconds`.
  mutating func tick(at now: Int64) -> [Action] {
    guard now >= wakeMicroseconds else { return [] }
    switch phase {
    case .waiting:
      phase = .connecting(since: now)
      return [.connect]
    case .connecting: return [.close] + fail("does not answer", "Check the address and the firewall", at: now)
    case .greeting:
      if isSilent { return [.close] + fail("is connected but sends nothing", Self.isAnother, at: now) }
      isSilent = true
      return say("is connected but sends nothing", Self.isAnother)
    case .receiving:
      if isSilent { return [.close] + fail("sends no samples", Self.isPlugged, at: now) }
      isSilent = true
      return [.lost(samples: nil)] + say("sends no samples", Self.isPlugged)
    }
  }

  /// Handles an established connection.
  mutating func opened(at now: Int64) -> [Action] {
    guard case .connecting(let since) = phase else { return [.close] }
    roundTripMicroseconds = min(max(0, now - since), 1_000_000)
    phase = .greeting(since: now)
    headerBytes = []
    oddByte = nil
    isSilent = false
    lastSent = nil
    return []
  }

  /// Handles the end of a connection, or a failed attempt to connect.
  ///
  /// `reason` completes the sentence "… cannot be reached: ".
  mutating func closed(reason: String, at now: Int64) -> [Action] {
    switch phase {
    case .waiting: []
    case .connecting:
      fail("cannot be reached: \(reason)", "Start rtl_tcp there, or check the address", at: now)
    case .greeting: fail("closed the connection before it identified itself", Self.isAnother, at: now)
    case .receiving:
      [.lost(samples: nil)] + fail("closed the connection", "Is rtl_tcp still running?", at: now)
    }
  }

  /// Handles bytes received from the server.
  mutating func received(_ bytes: [UInt8], at now: Int64) -> [Action] {
    switch phase {
    case .waiting, .connecting: return []
    case .greeting: return greet(bytes[...], at: now)
    case .receiving: return receive(bytes[...], at: now)
    }
  }

  /// Changes the settings.
  ///
  /// Only settings that differ from the current ones are sent.
  mutating func set(_ wanted: RTLTCPSettings, at now: Int64) -> [Action] {
    settings = wanted
    guard case .receiving = phase else { return [] }
    return sendChanges(at: now)
  }

  // MARK: - Implementation

  private mutating func greet(_ bytes: ArraySlice<UInt8>, at now: Int64) -> [Action] {
    let missing = RTLTCPHeader.byteCount - headerBytes.count
    headerBytes += bytes.prefix(missing)
    do throws(RadioFormatError) {
      header = try RTLTCPHeader(headerBytes.span)
    } catch {
      if case .line(.truncated, _, _) = error { return [] }
      let start = String(
        decoding: headerBytes.prefix(12).map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
      return [.close]
        + fail(
          "is not an rtl_tcp server: it sends \"\(start)\"", "Check host and port; rtl_tcp listens on 1234",
          at: now)
    }
    phase = .receiving
    receivedAt = now
    isSilent = false
    return sendChanges(at: now) + receive(bytes.dropFirst(missing), at: now)
  }

  private mutating func receive(_ bytes: ArraySlice<UInt8>, at now: Int64) -> [Action] {
    guard !bytes.isEmpty else { return [] }
    receivedAt = now
    isSilent = false
    var samples: [UInt8] = []
    samples.reserveCapacity(bytes.count + 1)
    if let oddByte { samples.append(oddByte) }
    samples += bytes
    oddByte = samples.count % 2 == 1 ? samples.removeLast() : nil
    let count = samples.count / 2
    let lost = clock?.add(samples: count, at: now) ?? 0
    if let running = settling {
      settling?.samplesLeft = running.samplesLeft - count
      guard now >= running.until, running.samplesLeft <= count else { return [] }
      // The new samples begin somewhere in this block, so all samples after it have the new settings.
      settling = nil
      clock = SampleClock(rateHertz: Double(settings.rateHertz), at: now)
      delay.reset()
      return [.changed] + recover()
    }
    var actions = recover()
    if lost > 0 { actions.append(.lost(samples: lost)) }
    guard count > 0, let clock else { return actions }
    actions.append(.samples(bytes: samples, microseconds: clock.newestMicroseconds))
    return actions
  }

  /// Sends changed settings and, if the settings affect the samples, waits for the receiver to settle.
  private mutating func sendChanges(at now: Int64) -> [Action] {
    let commands = settings.commands(from: lastSent)
    guard !commands.isEmpty else { return [] }
    var bytes: [UInt8] = []
    for command in commands { command.append(to: &bytes) }
    let isOther =
      lastSent?.rateHertz != settings.rateHertz || lastSent?.frequencyHertz != settings.frequencyHertz
      || lastSent?.correction != settings.correction
    if isOther {
      let rate = Double(settings.rateHertz)
      let behind = (clock?.delay(at: now) ?? 0) + Double(roundTripMicroseconds)
      settling = Settling(
        until: now + roundTripMicroseconds + Self.settleMicroseconds,
        samplesLeft: Self.bufferSamples + Int(saturating: min(behind, 1e6) * rate / 1e6))
      if lastSent?.rateHertz != settings.rateHertz { clock = nil }
    }
    lastSent = settings
    return [.send(bytes)]
  }

  private static let isAnother = "rtl_tcp serves one client at a time: is another one using it?"
  private static let isPlugged = "Is the receiver still plugged in?"

  /// Records that samples are arriving.
  ///
  /// If there was a problem, reports that it is solved.
  private mutating func recover() -> [Action] {
    defer { hasReceived = true }
    guard !trouble.isEmpty else { return [] }
    trouble = ""
    let again = hasReceived ? " again" : ""
    return [.notice(Notice(severity: .information, text: "\(place) sends samples\(again)."))]
  }

  private mutating func fail(_ cause: String, _ advice: String, at now: Int64) -> [Action] {
    phase = .waiting(until: now + delay.next())
    isSilent = false
    settling = nil
    clock = nil
    lastSent = nil
    return say(cause, advice)
  }

  /// Reports a problem and how to solve it, unless the same problem has already been reported.
  private mutating func say(_ cause: String, _ advice: String) -> [Action] {
    guard trouble != cause else { return [] }
    trouble = cause
    return [.notice(Notice(severity: .warning, text: "\(place) \(cause). \(advice)"))]
  }
}
