import WaveBiosignals
import WaveSensorsWire
import WaveStreams
import WaveSystem
import WaveText
import WaveUnits
import WaveWire

/// An interpreter for the messages that Sensor Logger pushes from a phone, without access to a clock or the
/// network.
struct SensorLoggerPhone: Sendable {
  /// The minimum time that the samples must span from which a rate is determined.
  static let rateNanoseconds: Int64 = 1_000_000_000
  /// The maximum length of the source's detail text in bytes.
  private static let detailBytes = 500
  /// The minimum backward step of a sensor's clock that restarts the sensor.
  ///
  /// After a smaller step, samples count as late.
  static let backNanoseconds: Int64 = 5_000_000_000

  /// Counts of pushes and samples that were not shown.
  struct Counts: Equatable, Sendable {
    /// The number of repeated pushes that had already been received.
    var repeated: UInt64 = 0
    /// The number of lost pushes, counted from gaps in their numbers.
    var lost: UInt64 = 0
    /// The number of samples that arrived after samples with later times.
    var late: UInt64 = 0
    /// The number of entries that could not be read.
    var passedOver: UInt64 = 0
  }

  private struct Sensor: Sendable {
    let name: [UInt8]
    let names: [[UInt8]]
    var firstSeen: Int64
    var last: Int64?
    var times: [Int64] = []
    var held: [Double] = []
    var rateHertz: Double?
    var group: Int?
    var sequence: UInt64 = 0
  }

  /// The description of the source; it has no groups until they are detected from the first samples.
  private(set) var info: StreamSource
  private(set) var counts = Counts()
  private var reported = Counts()
  private var reportedMicroseconds: Int64 = .min / 2
  private var sensors: [Sensor] = []
  private var device: [UInt8]?
  private var session: [UInt8]?
  /// The number of the session's newest push; -1 if there is none.
  private var newestMessage: Int64 = -1
  private var recent: [Int64] = []

  /// Creates an interpreter that has not received any push.
  ///
  /// - Parameter place: The Push URL to enter in the app, such as `http://192.168.1.5:8000`.
  init(place: String) {
    info = StreamSource(
      source: 0, name: Array("Sensor Logger".utf8),
      detail: "waiting for the app; its Push URL is \(place)".utf8(limit: Self.detailBytes), groups: [])
  }

  /// Processes the body of a push.
  mutating func receive(
    _ bytes: [UInt8], at now: Int64
  ) -> (answer: PushListener.Answer, events: [SensorEvent]) {
    let message: SensorLoggerMessage
    do throws(TextError) {
      guard let read = try SensorLoggerMessage.read(bytes) else {
        return (.badRequest("this is JSON, but not a message of Sensor Logger"), [])
      }
      message = read
    } catch { return (.badRequest("\(error)"), []) }
    if let device, device != message.deviceId { return (.conflict, []) }
    device = message.deviceId
    var events: [SensorEvent] = []
    guard isNew(message, &events) else {
      counts.repeated += 1
      report(at: now, &events)
      return (.ok, events)
    }
    counts.passedOver = counts.passedOver.saturatingAdding(UInt64(clamping: message.skippedCount))
    var fresh: [Int: (times: [Int64], frames: [Double])] = [:]
    // The samples in a push can be in any order.
    for reading in message.readings.sorted(by: { $0.nanoseconds < $1.nanoseconds }) {
      guard let index = place(of: reading, at: now) else {
        counts.passedOver += 1
        continue
      }
      receive(reading, index, &fresh, &events)
    }
    for (index, new) in fresh.sorted(by: { $0.key < $1.key }) {
      keep(index, new.times, new.frames, at: now, &events)
    }
    begin(at: now, &events)
    report(at: now, &events)
    return (.ok, events)
  }

  /// Returns whether a push is new rather than repeated.
  ///
  /// A new session restarts the sensors.
  private mutating func isNew(_ message: SensorLoggerMessage, _ events: inout [SensorEvent]) -> Bool {
    if session != message.sessionId {
      if session != nil { for index in sensors.indices { restart(index) } }
      session = message.sessionId
      newestMessage = -1
      recent = []
    }
    guard message.messageId >= 0 else { return true }
    guard !recent.contains(message.messageId) else { return false }
    if newestMessage >= 0, message.messageId > newestMessage {
      let left = min(message.messageId - newestMessage - 1, 1 << 40)
      counts.lost = counts.lost.saturatingAdding(UInt64(clamping: left))
    } else if message.messageId < newestMessage {
      // This push was counted as lost, but has now arrived.
      guard message.messageId > newestMessage - 256 else { return false }
      counts.lost -= min(counts.lost, 1)
    }
    newestMessage = max(newestMessage, message.messageId)
    recent.append(message.messageId)
    if recent.count > 256 { recent.removeFirst() }
    return true
  }

  /// Restarts a sensor, skipping at least one sample, so that the trace is not joined across the unknown gap.
  private mutating func restart(_ index: Int) {
    sensors[index].last = nil
    sensors[index].times = []
    sensors[index].held = []
    sensors[index].sequence = sensors[index].sequence.saturatingAdding(1)
  }

  /// Returns the index of the sensor that a reading is from.
  ///
  /// A new sensor is added if there is room.
  private mutating func place(of reading: SensorLoggerMessage.Reading, at now: Int64) -> Int? {
    if let index = sensors.firstIndex(where: { $0.name == reading.sensor }) { return index }
    let channels = sensors.reduce(0) { $0 + $1.names.count }
    guard sensors.count < WireLimits.streamGroups, channels + reading.names.count <= WireLimits.channels
    else { return nil }
    sensors.append(Sensor(name: reading.sensor, names: reading.names, firstSeen: now))
    return sensors.count - 1
  }

  private mutating func receive(
    _ reading: SensorLoggerMessage.Reading, _ index: Int,
    _ fresh: inout [Int: (times: [Int64], frames: [Double])], _ events: inout [SensorEvent]
  ) {
    let time = reading.nanoseconds
    if let last = sensors[index].last, time <= last {
      guard last.saturatingSubtracting(time) > Self.backNanoseconds else {
        counts.late += 1
        return
      }
      restart(index)
      fresh[index] = nil
    }
    sensors[index].last = time
    fresh[index, default: ([], [])].times.append(time)
    for name in sensors[index].names {
      // A value that was absent from the sensor's first reading has no channel. A value that is absent from
      // this reading is missing.
      let value = zip(reading.names, reading.values).first { $0.0 == name }?.1 ?? .nan
      fresh[index]?.frames.append(value)
    }
  }

  private mutating func keep(
    _ index: Int, _ times: [Int64], _ frames: [Double], at now: Int64, _ events: inout [SensorEvent]
  ) {
    guard sensors[index].group == nil else { return emit(index, times, frames, at: now, &events) }
    guard sensors[index].times.count < PhoneLimits.heldSamples else { return }
    sensors[index].times += times
    sensors[index].held += frames
  }

  /// Publishes the description of the source once every sensor's rate is known, or the time limit has passed.
  private mutating func begin(at now: Int64, _ events: inout [SensorEvent]) {
    for index in sensors.indices where sensors[index].group == nil {
      let times = sensors[index].times
      guard let first = times.first, let last = times.last, last > first else { continue }
      let isWaitedFor = now - sensors[index].firstSeen < PhoneLimits.patienceMicroseconds
      let length = last.saturatingSubtracting(first)
      guard times.count >= PhoneLimits.rateSamples && length >= Self.rateNanoseconds || !isWaitedFor else {
        continue
      }
      sensors[index].rateHertz = PhoneLimits.rate(near: Self.rate(of: times))
    }
    let isPatient = sensors.contains {
      $0.rateHertz == nil && now - $0.firstSeen < PhoneLimits.patienceMicroseconds
    }
    let added = sensors.indices.filter { sensors[$0].group == nil && sensors[$0].rateHertz != nil }
    guard !added.isEmpty, !isPatient else { return }
    if !info.groups.isEmpty {
      events.append(
        .notice(.information, "Sensor Logger: another sensor was switched on; the streams start again"))
    }
    for index in added {
      guard let rate = sensors[index].rateHertz else { continue }
      sensors[index].group = info.groups.count
      info.groups.append(
        .init(rateHertz: rate, channels: Self.channels(sensors[index].name, sensors[index].names)))
    }
    let rates = sensors.compactMap { sensor in
      sensor.rateHertz.map { "\(Self.text(sensor.name)) \(SampledLines.text($0)) Hz" }
    }
    info.detail = (rates.joined(separator: ", ") + "; rates from the phone\u{2019}s times")
      .utf8(limit: Self.detailBytes)
    events.append(.changed(info))
    for index in added {
      let (times, held) = (sensors[index].times, sensors[index].held)
      (sensors[index].times, sensors[index].held) = ([], [])
      lastGiven[index] = nil
      emit(index, times, held, at: now, &events)
    }
  }

  /// Returns the sample rate in hertz, computed from the intervals that contain no gap.
  private static func rate(of times: [Int64]) -> Double {
    let intervals = zip(times.dropFirst(), times).map { $0.saturatingSubtracting($1) }.sorted()
    let usual = intervals.filter { Double($0) <= 2.5 * Double(intervals[intervals.count / 2]) }
    return Double(usual.count) * 1e9 / Double(max(1, usual.saturatingSum()))
  }

  /// The time of the newest sample emitted, for each sensor.
  private var lastGiven: [Int: Int64] = [:]

  /// Emits frames, skipping sample numbers where times jump ahead.
  private mutating func emit(
    _ index: Int, _ times: [Int64], _ frames: [Double], at now: Int64, _ events: inout [SensorEvent]
  ) {
    guard let group = sensors[index].group, let rate = sensors[index].rateHertz else { return }
    var leaps: [Double] = []
    for time in times {
      let last = lastGiven[index] ?? time
      leaps.append(Double(time.saturatingSubtracting(last)) / 1e9 * rate)
      lastGiven[index] = time
    }
    let timed = TimedFrames(values: frames, channelCount: sensors[index].names.count, leaps: leaps)
    let blocks = timed.blocks(from: &sensors[index].sequence, at: now)
    events += blocks.map { .block(group: group, $0) }
  }

  /// Reports the counts if they have increased, at most once a minute.
  private mutating func report(at now: Int64, _ events: inout [SensorEvent]) {
    guard counts != reported, now - reportedMicroseconds >= 60_000_000 else { return }
    let named = [
      (counts.repeated, "pushes that arrived twice"), (counts.lost, "pushes that did not arrive"),
      (counts.late, "samples that arrived too late"), (counts.passedOver, "entries that are not readings"),
    ]
    let text = named.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    reported = counts
    reportedMicroseconds = now
    guard !text.isEmpty else { return }
    events.append(.notice(counts.lost > 0 ? .warning : .information, "Sensor Logger: \(text)"))
  }

  // MARK: - Names and units

  private static func channels(_ sensor: [UInt8], _ names: [[UInt8]]) -> [StreamChannel] {
    names.map { name in
      let own = text(name)
      let label = own.count > 2 ? own : "\(text(sensor)) \(own)"
      let unit = units[own] ?? units[text(sensor).lowercased()] ?? ""
      return StreamChannel(label: label.utf8(limit: WireLimits.channelLabel), unit: Array(unit.utf8))
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The units from the app's documentation, keyed by the name of a sensor or value.
  private static let units = [
    "accelerometer": "m/s²", "accelerometeruncalibrated": "m/s²", "totalacceleration": "m/s²",
    "gravity": "m/s²", "gyroscope": "rad/s", "gyroscopeuncalibrated": "rad/s", "magnetometer": "µT",
    "magnetometeruncalibrated": "µT", "pressure": "hPa", "relativeAltitude": "m", "dBFS": "dBFS", "lux": "lx",
    "speed": "m/s", "latitude": "°", "longitude": "°", "altitude": "m",
  ]
}
