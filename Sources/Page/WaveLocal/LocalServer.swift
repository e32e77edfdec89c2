import WaveSimulation
import WaveSpectra
import WaveSpectrumFeed
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// A server within the page, for one client and one source, which uses the same protocol as a remote server.
///
/// The client's module cannot distinguish it from a remote server. The server has no clock: every call passes
/// the time in microseconds, which must not decrease. After each call, and at `wakeMicroseconds`, call
/// `collect` until it returns nothing. The simulation pauses while the client shows nothing.
public struct LocalServer: ~Copyable {
  /// The maximum size of the history in bytes, less than on a server because phones have less memory.
  public static let historyBytes = 96 << 20

  private var feed: SpectrumFeed
  private var history = SpectrumHistory(byteLimit: historyBytes)
  private var simulated: SimulatedSource?
  private var microphone: MicrophoneSpectrum?
  private var writer = SpectrumFrameWriter()

  /// Creates a server for the simulated band.
  ///
  /// - Parameters:
  ///   - seed: The seed of the simulation; a remote server with this seed simulates the same signals.
  ///   - now: The time in microseconds.
  ///   - wallMicroseconds: The time of day in microseconds since 1970.
  public init(simulating seed: UInt64, at now: Int64, wallMicroseconds: Int64) {
    let source = SimulatedSource(seed: seed, startMicroseconds: now)
    feed = Self.feed(source.info, at: now, wallMicroseconds: wallMicroseconds)
    simulated = source
  }

  /// Creates a server for a microphone, whose samples must be passed to `receive`.
  ///
  /// - Parameters:
  ///   - rateHertz: The sample rate, within `MicrophoneSpectrum.rates`.
  ///   - processing: The processing that the device applies to samples and that could not be switched off.
  ///   - now: The time in microseconds.
  ///   - wallMicroseconds: The time of day in microseconds since 1970.
  /// - Throws: `LocalError.rate` if the rate is out of range.
  public init(
    listeningAt rateHertz: Double, processing: MicrophoneProcessing, at now: Int64, wallMicroseconds: Int64
  ) throws(LocalError) {
    let source = try MicrophoneSpectrum(rateHertz: rateHertz)
    var feed = Self.feed(source.info, at: now, wallMicroseconds: wallMicroseconds)
    let text = processing.warning
    if !text.isEmpty { feed.sources[0].persistentNotices = [Notice(severity: .warning, text: text)] }
    self.feed = feed
    microphone = consume source
  }

  private static func feed(_ info: SourceInfo, at now: Int64, wallMicroseconds: Int64) -> SpectrumFeed {
    let map = TimeMap(source: 0, serverMicroseconds: now, recordedMicroseconds: wallMicroseconds, speed: 1)
    return SpectrumFeed(sources: [SpectrumFeed.Source(info: info, timeMap: map)])
  }

  /// Receives whole messages from the client.
  ///
  /// - Throws: `LocalError.message` if the bytes are not a message, or `LocalError.violation` if a message is
  ///   not allowed; the connection must then be closed.
  /// - Complexity: As for `SpectrumFeed.receive`. If a view of a microphone has finer columns, a longer
  ///   transform is also created.
  public mutating func receive(_ bytes: [UInt8], at now: Int64) throws(LocalError) {
    var reader = MessageReader(limit: WireLimits.clientMessageBytes)
    while reader.position < bytes.count {
      let message: Message?
      do throws(WireError) { message = try reader.next(in: bytes.span.bytes) } catch { throw .message(error) }
      guard let message else { return }
      let past = history
      let command: Command?
      do throws(ProtocolViolation) {
        command = try feed.receive(message, at: now) { _ in past }
      } catch { throw .violation(error) }
      if case .show = message { resolve() }
      if let command, simulated?.perform(command) == true, let info = simulated?.info { feed.accept(info) }
    }
  }

  /// Adapts the bin width of a microphone's rows to the width of the displayed columns.
  private mutating func resolve() {
    let view = feed.view
    guard view.mode == .spectrum || view.mode == .waterfall else { return }
    let stepHertz = (view.highHertz - view.lowHertz) / Double(max(1, view.columns))
    guard microphone?.resolve(stepHertz: stepHertz) == true, let info = microphone?.info else { return }
    feed.accept(info)
  }

  /// Receives samples from the microphone.
  ///
  /// - Parameters:
  ///   - samples: Real samples with full scale at 1; NaN and infinities count as zeros.
  ///   - frame: The number of the first sample since the microphone was opened; a jump means that samples
  ///     were lost.
  ///   - now: The arrival time in microseconds.
  /// - Complexity: O(n log n) for n samples; allocates the completed rows.
  public mutating func receive(_ samples: Span<Float>, frame: Int64, at now: Int64) {
    guard let rows = microphone?.receive(samples, frame: frame, at: now) else { return }
    for row in rows { keep(row) }
  }

  /// Reopens the microphone, possibly at a different rate, and keeps the history.
  ///
  /// - Throws: `LocalError.rate` if the rate is out of range, in which case nothing has changed.
  public mutating func reopen(rateHertz: Double) throws(LocalError) {
    guard let before = microphone?.timeline else { return }
    var next = try MicrophoneSpectrum(rateHertz: rateHertz)
    next.follow(before)
    microphone = consume next
    resolve()
    if let info = microphone?.info { feed.accept(info) }
  }

  /// Returns whole messages to send now, or an empty array if there are none.
  ///
  /// - Complexity: O(bins) for each row that is due, plus the cost of `SpectrumFeed.collect`.
  public mutating func collect(at now: Int64) -> [UInt8] {
    if feed.view.mode != .nothing {
      while let turn = simulated?.nextTurn(at: now) { if let row = turn.row { keep(row) } }
    }
    writer.frames.clear()
    let past = history
    feed.collect(at: now, past: { _ in past }, into: &writer)
    return writer.frames.bytes
  }

  private mutating func keep(_ row: PowerRow) {
    guard history.append(row) else { return }
    feed.accept(row, source: 0)
  }

  /// The time at which to call `collect` again if nothing else happens, or nil if there is no need.
  public var wakeMicroseconds: Int64? {
    guard let due = simulated?.dueMicroseconds, feed.view.mode != .nothing else {
      return feed.wakeMicroseconds
    }
    return min(due, feed.wakeMicroseconds ?? .max)
  }
}
