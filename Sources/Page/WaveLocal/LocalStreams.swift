import WaveSensorsFeed
import WaveSensorsWire
import WaveSimulation
import WaveStreams
import WaveUnits
import WaveWire

/// A server of streams within the page, for one client and one source.
///
/// It uses the same protocol as a remote server, so the client's module cannot distinguish the two. The
/// server has no clock: every call passes the time in microseconds, which must not decrease. After each call,
/// and at `wakeMicroseconds`, call `collect` until it returns nothing.
public struct LocalStreams: ~Copyable {
  /// The maximum size of the history in bytes, less than on a server because phones have less memory.
  public static let historyBytes = 48 << 20
  /// The valid sample rates of motion sensors.
  public static let motionRates: ClosedRange<Double> = 1...1000
  /// The number of values in a motion sample.
  ///
  /// They are acceleration including gravity in m/s² on three axes, then rotation rate in degrees per second
  /// on three axes.
  public static let motionCount = 6

  /// The time between blocks of simulated samples, in microseconds.
  private static let blockMicroseconds: Int64 = 16_000
  /// The delay, in microseconds, above which simulated samples are skipped, for example because the page was
  /// hidden.
  private static let lateMicroseconds: Int64 = 2_000_000
  /// The number of sample intervals between two arrivals above which motion samples count as missing.
  private static let missingIntervals = 4.0

  /// A simulation that generates samples in real time.
  enum Simulation {
    /// A simulated electrocardiogram.
    case ecg(SimulatedECG)
    /// Sine waves with spikes, on as many channels as the client requests.
    case streams(SimulatedStreams)
  }

  var feed: SensorsFeed
  var archive: StreamArchive
  private var marks = MarkList()
  private var clock: ArrivalClock
  var simulated: Simulation?
  private var frames = StreamFrames()
  /// The time of the first sample, in microseconds.
  var startMicroseconds: Int64
  private var newestMicroseconds: Int64?
  var nextSequence: UInt64 = 0
  var rateHertz: Double

  /// Creates a server for a simulated electrocardiogram.
  ///
  /// - Parameters:
  ///   - seed: The seed of the simulation; a remote server with this seed simulates the same signals.
  ///   - now: The time in microseconds.
  ///   - wallMicroseconds: The time of day in microseconds since 1970.
  public init(simulating seed: UInt64, at now: Int64, wallMicroseconds: Int64) {
    let ecg = SimulatedECG(seed: seed)
    let channels = SimulatedECG.labels.map { label in
      StreamChannel(label: [UInt8](label), unit: [UInt8]("mV"), low: -2, high: 2)
    }
    let info = StreamSource(
      source: 0, flags: .simulated, name: [UInt8]("Simulated ECG"),
      detail: [UInt8]("12 leads, 1 kHz; made up, of nobody, on this device"),
      groups: [StreamSource.Group(rateHertz: ecg.rateHertz, channels: channels)])
    self.init(info, at: now, wallMicroseconds: wallMicroseconds)
    simulated = .ecg(ecg)
    archive.groups[0].addTimes(from: 0, microseconds: now, rateHertz: ecg.rateHertz, reason: .start)
    sendTimes()
  }

  /// Creates a server for this device's motion sensors, whose values must be passed to `receive`.
  ///
  /// - Parameters:
  ///   - rateHertz: The sample rate reported by the device, within `motionRates`.
  ///   - now: The time in microseconds.
  ///   - wallMicroseconds: The time of day in microseconds since 1970.
  /// - Throws: `LocalError.rate` if the rate is out of range.
  public init(motionAt rateHertz: Double, at now: Int64, wallMicroseconds: Int64) throws(LocalError) {
    guard Self.motionRates.contains(rateHertz) else { throw .rate(rateHertz) }
    let names: [(StaticString, StaticString, Float)] = [
      ("accX", "m/s\u{00B2}", 20), ("accY", "m/s\u{00B2}", 20), ("accZ", "m/s\u{00B2}", 20),
      ("rotX", "\u{00B0}/s", 200), ("rotY", "\u{00B0}/s", 200), ("rotZ", "\u{00B0}/s", 200),
    ]
    let channels = names.map { label, unit, range in
      StreamChannel(label: [UInt8](label), unit: [UInt8](unit), low: -range, high: range)
    }
    let info = StreamSource(
      source: 0, name: [UInt8]("Motion of this device"),
      detail: [UInt8]("acceleration with gravity, and rotation, as the browser gives them"),
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
    var source = SensorsFeed.Source(info: info)
    source.append(
      TimeMap(source: 0, serverMicroseconds: now, recordedMicroseconds: wallMicroseconds, speed: 1))
    feed = SensorsFeed(sources: [source])
    clock = ArrivalClock(rateHertz: rateHertz)
    startMicroseconds = now
  }

  /// Passes the current sample times to the feed, to be sent after the client's first message (hello).
  private mutating func sendTimes() {
    feed.sources[0].times = archive.times(source: 0)
    feed.sources[0].timesRevisions = archive.groups.map { $0.timesRevision }
  }

  /// Receives whole messages from the client.
  ///
  /// - Throws: `LocalError.message` if the bytes are not a message, or `LocalError.violation` if a message is
  ///   not allowed; the connection must then be closed.
  public mutating func receive(_ bytes: [UInt8], at now: Int64) throws(LocalError) {
    var reader = SensorsMessageReader(limit: WireLimits.clientMessageBytes)
    while reader.position < bytes.count {
      let message: SensorsMessage?
      do throws(WireError) { message = try reader.nextFromClientOfPlainServer(in: bytes.span.bytes) } catch {
        throw .message(error)
      }
      guard let message else { return }
      if case .hello = message { sendTimes() }
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

  /// Receives one motion sample.
  ///
  /// - Parameters:
  ///   - values: The `motionCount` values, with NaN for those that the device does not report; a different
  ///     number of values is ignored.
  ///   - now: The arrival time in microseconds.
  public mutating func receive(_ values: Span<Float>, at now: Int64) {
    guard simulated == nil, values.count == Self.motionCount else { return }
    if let newest = newestMicroseconds {
      let passed = Double(now - newest) * rateHertz / 1e6
      // The page was hidden or the device was too busy: the missing samples become a gap.
      if passed > Self.missingIntervals {
        nextSequence += UInt64(saturating: Swift.min(passed.rounded(), 1e9)) - 1
      }
    }
    newestMicroseconds = now
    let samples = values.indices.map { values[$0].isFinite ? Double(values[$0]) : .nan }
    guard
      let block = SampleBlock(
        sequence: nextSequence, channelCount: Self.motionCount, samples: samples, arrivalMicroseconds: now)
    else { return }
    nextSequence += 1
    clock.receive(block, into: &archive.groups[0])
    archive.groups[0].append(block)
    feed.noteSamples(source: 0)
  }

  /// Generates the simulated samples that are due; pauses while the client displays nothing.
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

  /// Returns whole messages to send now, or an empty array if there are none.
  ///
  /// - Complexity: O(samples) for each block that is due, plus the cost of `SensorsFeed.collect`.
  public mutating func collect(at now: Int64) -> [UInt8] {
    simulate(at: now)
    frames.bytes.removeAll(keepingCapacity: true)
    if feed.isDue(at: now) { feed.collect(at: now, from: archive, into: &frames) }
    return frames.bytes
  }

  /// The time at which to call `collect` again if nothing else happens, or nil if there is no need.
  public var wakeMicroseconds: Int64? {
    guard simulated != nil, feed.view.isShowing else { return feed.wakeMicroseconds }
    let due =
      startMicroseconds + Int64(saturating: Double(nextSequence) * 1e6 / rateHertz) + Self.blockMicroseconds
    return Swift.min(due, feed.wakeMicroseconds ?? .max)
  }
}

/// A sink that appends encoded messages to an array of bytes.
private struct StreamFrames: SensorsSink {
  var bytes: [UInt8] = []

  mutating func append(_ message: SensorsMessage) { message.encodeFromPlainServer(into: &bytes) }
}
