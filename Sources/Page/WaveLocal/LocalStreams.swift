import WaveSensorsFeed
import WaveSensorsWire
import WaveSimulation
import WaveStreams
import WaveUnits
import WaveWire

/// A server of streams within the page: one client, one source, the same messages as over a socket.
///
/// The client's module cannot tell it from a server elsewhere. It has no clock: every call brings the time in
/// microseconds, which must not go back. After each call, and at `wakeMicroseconds`, call `collect` until it
/// gives nothing.
public struct LocalStreams: ~Copyable {
  /// Bytes that its past may take: less than a server's, since a phone has less.
  public static let historyBytes = 48 << 20
  /// Samples in a second that motion sensors may give.
  public static let motionRates: ClosedRange<Double> = 1...1000
  /// Values of one moment of motion: acceleration with gravity in m/s², then rotation in degrees a second.
  public static let motionCount = 6

  /// Time from block to block of what is simulated.
  private static let blockMicroseconds: Int64 = 16_000
  /// Being later than this, as after the page was hidden, the samples between are missing.
  private static let lateMicroseconds: Int64 = 2_000_000
  /// Moments of motion that arrive later after one another than so many intervals have others missing between
  /// them.
  private static let missingIntervals = 4.0

  /// What makes samples by the clock.
  enum World {
    /// A heart.
    case ecg(SimulatedECG)
    /// Sines and spikes, as many as the client wants.
    case streams(SimulatedStreams)
  }

  var feed: StreamFeed
  var archive: StreamArchive
  private var marks = MarkBook()
  private var clock: ArrivalClock
  var simulated: World?
  private var frames: StreamFrames
  /// When the first sample was made, or the newest arrived.
  var startMicroseconds: Int64
  private var newestMicroseconds: Int64?
  var nextSequence: UInt64 = 0
  var rateHertz: Double

  /// Serves a simulated electrocardiogram.
  ///
  /// - Parameters:
  ///   - seed: Names the heart, as on a server.
  ///   - now: The time.
  ///   - wallMicroseconds: The time of day in microseconds since 1970.
  public init(simulating seed: UInt64, at now: Int64, wallMicroseconds: Int64) {
    let ecg = SimulatedECG(seed: seed)
    let channels = SimulatedECG.labels.map { label in
      StreamChannel(
        label: label.withUTF8Buffer { [UInt8]($0) }, unit: [0x6D, 0x56], low: -2, high: 2)
    }
    let info = StreamSource(
      source: 0, flags: .simulated, name: Self.bytes("Simulated ECG"),
      detail: Self.bytes("12 leads, 1 kHz; made up, of nobody, on this device"),
      groups: [StreamSource.Group(rateHertz: ecg.rateHertz, channels: channels)])
    self.init(info, at: now, wallMicroseconds: wallMicroseconds)
    simulated = .ecg(ecg)
    archive.groups[0].addTimes(from: 0, microseconds: now, rateHertz: ecg.rateHertz, reason: .start)
    tellTimes()
  }

  /// Serves the motion sensors of this device; their values are handed in by `take`.
  ///
  /// - Parameters:
  ///   - rateHertz: Moments in a second, as the device tells it, `motionRates`.
  ///   - now: The time.
  ///   - wallMicroseconds: The time of day in microseconds since 1970.
  /// - Throws: `LocalError.rate` where the rate is out of range.
  public init(motionAt rateHertz: Double, at now: Int64, wallMicroseconds: Int64) throws(LocalError) {
    guard Self.motionRates.contains(rateHertz) else { throw .rate(rateHertz) }
    let names: [(StaticString, StaticString, Float)] = [
      ("accX", "m/s\u{00B2}", 20), ("accY", "m/s\u{00B2}", 20), ("accZ", "m/s\u{00B2}", 20),
      ("rotX", "\u{00B0}/s", 200), ("rotY", "\u{00B0}/s", 200), ("rotZ", "\u{00B0}/s", 200),
    ]
    let channels = names.map { label, unit, range in
      StreamChannel(label: Self.bytes(label), unit: Self.bytes(unit), low: -range, high: range)
    }
    let info = StreamSource(
      source: 0, name: Self.bytes("Motion of this device"),
      detail: Self.bytes("acceleration with gravity, and rotation, as the browser gives them"),
      groups: [StreamSource.Group(rateHertz: rateHertz, channels: channels)])
    self.init(info, at: now, wallMicroseconds: wallMicroseconds)
  }

  init(_ info: StreamSource, at now: Int64, wallMicroseconds: Int64) {
    var info = info
    let mixtures = LimbLeads.complete(&info.groups[0])
    rateHertz = info.groups[0].rateHertz
    archive = StreamArchive(groups: [
      StreamGroup(
        rateHertz: rateHertz, sourceChannelCount: info.groups[0].channels.count - mixtures.count,
        mixtures: mixtures, historyBytes: Self.historyBytes)
    ])
    var source = StreamFeed.Source(info: info)
    source.append(
      TimeMap(source: 0, serverMicroseconds: now, recordedMicroseconds: wallMicroseconds, speed: 1))
    feed = StreamFeed(sources: [source])
    clock = ArrivalClock(rateHertz: rateHertz)
    frames = StreamFrames()
    startMicroseconds = now
    simulated = nil
  }

  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { [UInt8]($0) } }

  /// What a client that says hello is told of times.
  private mutating func tellTimes() {
    feed.sources[0].times = archive.times(source: 0)
    feed.sources[0].timesRevisions = archive.groups.map { $0.timesRevision }
  }

  /// Takes whole messages from the client.
  ///
  /// - Throws: `LocalError.message` where bytes are no message, `LocalError.violation` where one is not
  ///   allowed; the connection is to be closed.
  public mutating func receive(_ bytes: [UInt8], at now: Int64) throws(LocalError) {
    var reader = StreamMessageReader(limit: WireLimits.clientMessageBytes)
    while reader.position < bytes.count {
      let message: StreamMessage?
      do throws(WireError) { message = try reader.nextFromClientOfPlainServer(in: bytes.span.bytes) } catch {
        throw .message(error)
      }
      guard let message else { return }
      if case .hello = message { tellTimes() }
      do throws(ProtocolViolation) {
        switch try feed.receive(message, at: now) {
        case .setMark(let mark):
          if marks.set(mark.mark, group: mark.group, sequence: mark.sequence, text: mark.text) != nil {
            feed.accept(marks.list(source: 0))
          }
        case .command(.adjust(_, let control, let value)): adjust(control, to: value, at: now)
        default: break
        }
      } catch { throw .violation(error) }
    }
  }

  /// Takes one moment of motion.
  ///
  /// - Parameters:
  ///   - values: `motionCount` of them; NaN for what the device does not tell. Others are passed over.
  ///   - now: When it arrived.
  public mutating func take(_ values: Span<Float>, at now: Int64) {
    guard simulated == nil, values.count == Self.motionCount else { return }
    if let newest = newestMicroseconds {
      let passed = Double(now - newest) * rateHertz / 1e6
      // The page was hidden, or the device too busy: what is missing is a gap.
      if passed > Self.missingIntervals {
        nextSequence += UInt64(saturating: Swift.min(passed.rounded(), 1e9)) - 1
      }
    }
    newestMicroseconds = now
    var samples: [Double] = []
    for index in values.indices { samples.append(values[index].isFinite ? Double(values[index]) : .nan) }
    guard
      let block = SampleBlock(
        sequence: nextSequence, channelCount: Self.motionCount, samples: samples, arrivalMicroseconds: now)
    else { return }
    nextSequence += 1
    clock.take(block, into: &archive.groups[0])
    archive.groups[0].append(block)
    feed.noteSamples(source: 0)
  }

  /// Makes what is due of what is simulated; nothing while nothing is shown.
  private mutating func simulate(at now: Int64) {
    guard let simulated, feed.view.isShowing else { return }
    let due = UInt64(saturating: Swift.max(0, Double(now - startMicroseconds) * rateHertz / 1e6))
    guard due > nextSequence else { return }
    let late = UInt64(saturating: Double(Self.lateMicroseconds) * rateHertz / 1e6)
    if due - nextSequence > late { nextSequence = due - late }
    let count = Int(due - nextSequence)
    guard Double(count) >= Double(Self.blockMicroseconds) * rateHertz / 1e6 else { return }
    var first = 0
    for index in archive.groups.indices {
      var samples: [Double] = []
      let channels = first..<first + archive.groups[index].sourceChannelCount
      switch simulated {
      case .ecg(let heart): heart.append(from: nextSequence, count: count, to: &samples)
      case .streams(let streams):
        streams.append(channels, from: nextSequence, count: count, to: &samples)
      }
      first = channels.upperBound
      if let block = SampleBlock(
        sequence: nextSequence, channelCount: channels.count, samples: samples, arrivalMicroseconds: now)
      {
        archive.groups[index].append(block)
      }
    }
    nextSequence = due
    feed.noteSamples(source: 0)
  }

  /// Gives what is to be sent now: whole messages, or nothing.
  ///
  /// - Complexity: O(samples) for each block that is due, and as `StreamFeed.collect`.
  public mutating func collect(at now: Int64) -> [UInt8] {
    simulate(at: now)
    frames.bytes.removeAll(keepingCapacity: true)
    if feed.isDue(at: now) { feed.collect(at: now, from: archive, into: &frames) }
    return frames.bytes
  }

  /// When to collect again if nothing else happens; nil where there is no need to.
  public var wakeMicroseconds: Int64? {
    guard simulated != nil, feed.view.isShowing else { return feed.wakeMicroseconds }
    let due =
      startMicroseconds + Int64(saturating: Double(nextSequence) * 1e6 / rateHertz) + Self.blockMicroseconds
    return Swift.min(due, feed.wakeMicroseconds ?? .max)
  }
}

/// Writes messages one after another.
private struct StreamFrames: StreamSink {
  var bytes: [UInt8] = []

  mutating func put(_ message: StreamMessage) { message.encodeFromPlainServer(into: &bytes) }
}
