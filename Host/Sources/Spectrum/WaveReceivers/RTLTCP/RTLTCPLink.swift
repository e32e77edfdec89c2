import WaveRadioFormats
import WaveSignal
import WaveSpectra
import WaveSystem
import WaveUnits
import WaveWire

/// What a connection to an rtl_tcp server goes through: bytes and times in, what to do out.
///
/// It has no clock and does no I/O.
///
/// Samples have no framing, so after a command nobody can see where the new ones begin. What comes is thrown
/// away until both are over: the time of a round trip and `settleMicroseconds`, for the command to arrive and
/// the tuner to settle; and as many samples as librtlsdr collects before it sends any (`bufferSamples`),
/// those that a round trip holds, and those by which the stream is behind the clock.
struct RTLTCPLink: Sendable {
  /// Samples in one buffer of librtlsdr.
  static let bufferSamples = 131_072
  /// Time that a tuner is given to settle.
  static let settleMicroseconds: Int64 = 30_000
  /// Without samples for so long, it is said.
  static let silenceMicroseconds: Int64 = 1_500_000
  /// Without samples for so long, the connection is given up.
  static let patienceMicroseconds: Int64 = 6_000_000
  /// An answer to the attempt to connect must come in so long.
  static let connectMicroseconds: Int64 = 6_000_000

  /// What is to be done.
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

  /// Where the server is, for people.
  let place: String
  /// What the receiver is to be set to.
  private(set) var settings: RTLTCPSettings
  /// What it has been told.
  private var told: RTLTCPSettings?
  private(set) var phase: Phase
  /// What the server said of itself last.
  private(set) var header: RTLTCPHeader?
  /// What is wrong, in words; empty while samples come.
  private(set) var trouble = ""

  private var delay: ReconnectDelay
  private var headerBytes: [UInt8] = []
  /// Half of a sample.
  private var oddByte: UInt8?
  private var clock: SampleClock?
  private var settling: Settling?
  private var heardAt: Int64 = 0
  private var isSilent = false
  private var hasReceived = false
  private var roundTripMicroseconds: Int64 = 0

  init(place: String, settings: RTLTCPSettings, seed: UInt64, at now: Int64) {
    self.place = place
    self.settings = settings
    delay = ReconnectDelay(seed: seed)
    phase = .waiting(until: now)
  }

  /// When `tick` has something to do.
  var wakeMicroseconds: Int64 {
    switch phase {
    case .waiting(let until): until
    case .connecting(let since): since + Self.connectMicroseconds
    case .greeting(let since): since + (isSilent ? Self.patienceMicroseconds : Self.silenceMicroseconds)
    case .receiving: heardAt + (isSilent ? Self.patienceMicroseconds : Self.silenceMicroseconds)
    }
  }

  // MARK: - What happens

  /// Time has passed.
  mutating func tick(at now: Int64) -> [Action] {
    guard now >= wakeMicroseconds else { return [] }
    switch phase {
    case .waiting:
      phase = .connecting(since: now)
      return [.connect]
    case .connecting:
      return [.close] + fail("does not answer", "Check the address and the firewall", at: now)
    case .greeting:
      if isSilent { return [.close] + fail("is connected but says nothing", Self.isAnother, at: now) }
      isSilent = true
      return say("is connected but says nothing", Self.isAnother)
    case .receiving:
      if isSilent { return [.close] + fail("sends no samples", Self.isPlugged, at: now) }
      isSilent = true
      return [.lost(samples: nil)] + say("sends no samples", Self.isPlugged)
    }
  }

  /// The connection is there.
  mutating func opened(at now: Int64) -> [Action] {
    guard case .connecting(let since) = phase else { return [.close] }
    roundTripMicroseconds = min(max(0, now - since), 1_000_000)
    phase = .greeting(since: now)
    headerBytes = []
    oddByte = nil
    isSilent = false
    told = nil
    return []
  }

  /// The connection could not be made, for a reason in words that follow "cannot be reached: ", or is over.
  mutating func closed(reason: String, at now: Int64) -> [Action] {
    switch phase {
    case .waiting: []
    case .connecting:
      fail("cannot be reached: \(reason)", "Start rtl_tcp there, or check the address", at: now)
    case .greeting: fail("closed the connection before it said what it is", Self.isAnother, at: now)
    case .receiving:
      [.lost(samples: nil)] + fail("closed the connection", "Is rtl_tcp still running?", at: now)
    }
  }

  /// Bytes have come.
  mutating func received(_ bytes: [UInt8], at now: Int64) -> [Action] {
    switch phase {
    case .waiting, .connecting: return []
    case .greeting: return greet(bytes[...], at: now)
    case .receiving: return take(bytes[...], at: now)
    }
  }

  /// Sets the receiver; what is not different costs nothing.
  mutating func set(_ wanted: RTLTCPSettings, at now: Int64) -> [Action] {
    settings = wanted
    guard case .receiving = phase else { return [] }
    return tell(at: now)
  }

  // MARK: - Parts

  private mutating func greet(_ bytes: ArraySlice<UInt8>, at now: Int64) -> [Action] {
    let missing = RTLTCPHeader.byteCount - headerBytes.count
    headerBytes += bytes.prefix(missing)
    do throws(RadioFormatError) {
      header = try RTLTCPHeader(headerBytes.span)
    } catch {
      if case .truncated = error { return [] }
      let start = String(
        decoding: headerBytes.prefix(12).map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
      return [.close]
        + fail(
          "is no rtl_tcp server: it says \"\(start)\"", "Check host and port; rtl_tcp listens on 1234",
          at: now)
    }
    phase = .receiving
    heardAt = now
    isSilent = false
    return tell(at: now) + take(bytes.dropFirst(missing), at: now)
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>, at now: Int64) -> [Action] {
    guard !bytes.isEmpty else { return [] }
    heardAt = now
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
      // The new samples begin somewhere within these: the next ones are the first that surely are new.
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

  /// Sends what differs from what it was told, and lets it settle where samples are others from now on.
  private mutating func tell(at now: Int64) -> [Action] {
    let commands = settings.commands(from: told)
    guard !commands.isEmpty else { return [] }
    var bytes: [UInt8] = []
    for command in commands { command.append(to: &bytes) }
    let isOther =
      told?.rateHertz != settings.rateHertz || told?.frequencyHertz != settings.frequencyHertz
      || told?.correction != settings.correction
    if isOther {
      let rate = Double(settings.rateHertz)
      let behind = (clock?.delay(at: now) ?? 0) + Double(roundTripMicroseconds)
      settling = Settling(
        until: now + roundTripMicroseconds + Self.settleMicroseconds,
        samplesLeft: Self.bufferSamples + Int(saturating: min(behind, 1e6) * rate / 1e6))
      if told?.rateHertz != settings.rateHertz { clock = nil }
    }
    told = settings
    return [.send(bytes)]
  }

  private static let isAnother = "rtl_tcp serves one client at a time: is another one using it?"
  private static let isPlugged = "Is the receiver still plugged in?"

  /// Samples come: says so where something else was said before.
  private mutating func recover() -> [Action] {
    defer { hasReceived = true }
    guard !trouble.isEmpty else { return [] }
    trouble = ""
    return [
      .notice(
        Notice(severity: .information, text: "\(place) sends samples\(hasReceived ? " again" : "")."))
    ]
  }

  private mutating func fail(_ cause: String, _ advice: String, at now: Int64) -> [Action] {
    phase = .waiting(until: now + delay.next())
    isSilent = false
    settling = nil
    clock = nil
    told = nil
    return say(cause, advice)
  }

  /// Says what is wrong, once.
  private mutating func say(_ cause: String, _ advice: String) -> [Action] {
    guard trouble != cause else { return [] }
    trouble = cause
    return [.notice(Notice(severity: .warning, text: "\(place) \(cause). \(advice)"))]
  }
}
