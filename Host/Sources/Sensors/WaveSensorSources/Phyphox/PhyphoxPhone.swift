import WaveSensorsWire
import WaveStreams
import WaveSystem
import WaveText
import WaveUnits
import WaveWire

/// A state machine that creates requests to phyphox on a phone and interprets the responses, without access
/// to a clock or the network.
///
/// Source: phyphox wiki, Remote-interface communication (`/config`, `/get`).
struct PhyphoxPhone: Sendable {
  /// The minimum time that the samples must span from which a rate is determined.
  static let rateSeconds = 1.0
  /// The time without data after which the phone is assumed to have restarted.
  static let silentMicroseconds: Int64 = 2_000_000
  /// If the phone's clock restarted at most this many seconds ago, all data since then is requested.
  static let restartLimitSeconds = 30.0

  /// A sensor of the phone, with several buffers that are filled together.
  private struct Sensor: Sendable {
    let name: String
    let unit: String
    let timeBuffer: String
    let buffers: [String]
    var last = -1.0
    /// The times of the samples received before the rate was known; ``held`` contains their values, frame by
    /// frame.
    var times: [Double] = []
    var held: [Double] = []
    var rateHertz: Double?
    var group: Int?
    var sequence: UInt64 = 0
  }

  /// The description of the source; it has no groups until the phone has described its sensors.
  private(set) var info: StreamSource
  private var sensors: [Sensor] = []
  private var asksForLast = true
  /// Whether the phone has more data than fits into one response.
  private var skips = false
  private var firstMicroseconds: Int64?
  private var newestMicroseconds: Int64?
  private var isMeasuring: Bool?
  private var session: [UInt8]?

  /// Creates a state machine for a phone at the given address.
  init(place: String) {
    info = StreamSource(
      source: 0, name: Array("phyphox at \(place)".utf8), detail: Array("asking the phone".utf8), groups: [])
  }

  /// Whether the phone has described its sensors.
  var isKnown: Bool { !sensors.isEmpty }

  /// Processes the phone's description of its sensors.
  ///
  /// - Parameter bytes: The response to `/config`.
  /// - Returns: The error in the response; nil if it is valid.
  mutating func readConfiguration(_ bytes: [UInt8]) -> String? {
    guard let answer = try? JSONReader.read(bytes), case .array(let inputs) = answer.member("inputs") else {
      return "its /config is not that of phyphox"
    }
    var left = WireLimits.channels
    sensors = inputs.prefix(WireLimits.streamGroups).compactMap { input in
      guard case .array(let outputs) = input.member("outputs") else { return nil }
      var time: String?
      var buffers: [String] = []
      for case .object(let members) in outputs {
        for member in members {
          guard case .string(let buffer) = member.value, Self.isPlain(buffer) else { continue }
          let name = String(decoding: buffer, as: UTF8.self)
          if member.name == [UInt8(ascii: "t")] {
            time = name
          } else if buffers.count < left {
            buffers.append(name)
          }
        }
      }
      guard let time, !buffers.isEmpty else { return nil }
      left -= buffers.count
      var source = "sensor"
      if case .string(let name) = input.member("source") { source = String(decoding: name, as: UTF8.self) }
      return Sensor(name: source, unit: Self.units[source] ?? "", timeBuffer: time, buffers: buffers)
    }
    if case .string(let title) = answer.member("title") {
      info.name = Array("phyphox: ".utf8) + title.wholeCharacters(limit: 200)
    }
    return sensors.isEmpty ? "its experiment has no sensor with times; open one with raw sensors" : nil
  }

  /// Returns whether a name can be used in a URL without escaping.
  private static func isPlain(_ name: [UInt8]) -> Bool {
    !name.isEmpty && name.count <= WireLimits.channelLabel
      && name.allSatisfy { byte in
        (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      }
  }

  private static let units = [
    "accelerometer": "m/s²", "linear_acceleration": "m/s²", "gravity": "m/s²", "gyroscope": "rad/s",
    "magnetic_field": "µT", "pressure": "hPa", "light": "lx", "temperature": "°C", "humidity": "%",
    "proximity": "cm",
  ]

  /// Returns the path of the next request.
  ///
  /// The first request asks only for the newest sample; later requests ask for all data after the newest
  /// known sample.
  mutating func request(at now: Int64) -> String {
    if let newest = newestMicroseconds, now - newest > Self.silentMicroseconds {
      asksForLast = true
      newestMicroseconds = now
    }
    let parts = sensors.map { sensor in
      guard !asksForLast else { return sensor.timeBuffer }
      return
        ([sensor.timeBuffer + "=\(sensor.last)"]
        + sensor.buffers.map { "\($0)=\(sensor.last)%7C\(sensor.timeBuffer)" }).joined(separator: "&")
    }
    return "/get?" + parts.joined(separator: "&")
  }

  /// Processes a response to `request`.
  ///
  /// - Returns: The resulting events; nil if the response is not from phyphox.
  mutating func receive(_ bytes: [UInt8], at now: Int64) -> [SensorEvent]? {
    guard let answer = try? JSONReader.read(bytes), let buffers = answer.member("buffer") else { return nil }
    var events: [SensorEvent] = []
    readStatus(answer.member("status"), &events)
    if asksForLast {
      asksForLast = false
      for index in sensors.indices {
        let last = Self.numbers(sensors[index].timeBuffer, in: buffers)?.last ?? -1
        // If the time is before that of known samples, the phone's clock has restarted.
        if sensors[index].last >= 0, last < sensors[index].last {
          restart(index, &events)
          guard last > Self.restartLimitSeconds else { continue }
        }
        if sensors[index].last < 0, last.isFinite { sensors[index].last = last }
        if skips { skip(index, before: last, &events) }
      }
      skips = false
      return events
    }
    for index in sensors.indices { readSensor(index, buffers, at: now, &events) }
    if info.groups.isEmpty { begin(at: now, &events) }
    return events
  }

  /// Handles a response that was too long: the next request leaves out the older half of the data.
  ///
  /// This is necessary because the phone can send all data after a time, but not data before a time.
  mutating func leaveOut() {
    skips = true
    asksForLast = true
  }

  private mutating func skip(_ index: Int, before newest: Double, _ events: inout [SensorEvent]) {
    let seconds = (newest - sensors[index].last) / 2
    guard seconds > 0, seconds.isFinite else { return }
    sensors[index].last += seconds
    if let rate = sensors[index].rateHertz {
      let missing = UInt64(saturating: min(seconds * rate, 1e12))
      sensors[index].sequence = sensors[index].sequence.saturatingAdding(missing)
    }
    let text =
      """
      \(sensors[index].name): \(Int(saturating: seconds.rounded())) s are left out, since the phone holds \
      more than one answer may contain
      """
    events.append(.notice(.warning, text))
  }

  private mutating func restart(_ index: Int, _ events: inout [SensorEvent]) {
    sensors[index].last = -1
    guard sensors[index].group != nil else { return }
    // The number of lost samples is unknown. Skip at least one, so that the trace is not joined across the
    // gap.
    sensors[index].sequence = sensors[index].sequence.saturatingAdding(1)
    events.append(.notice(.information, "\(sensors[index].name): the phone has started again"))
  }

  private mutating func readStatus(_ status: JSONValue?, _ events: inout [SensorEvent]) {
    if case .bool(let measuring) = status?.member("measuring"), measuring != isMeasuring {
      if !measuring { events.append(.notice(.warning, "phyphox is not measuring; tap play on the phone")) }
      isMeasuring = measuring
    }
    if case .string(let name) = status?.member("session") {
      if let session, session != name {
        for index in sensors.indices where sensors[index].last >= 0 { restart(index, &events) }
      }
      session = name
    }
  }

  private static func numbers(_ name: String, in buffers: JSONValue) -> [Double]? {
    guard case .object(let members) = buffers,
      let own = members.last(where: { $0.name.elementsEqual(name.utf8) })?.value,
      case .array(let values) = own.member("buffer")
    else { return nil }
    return values.map { $0.double ?? .nan }
  }

  private mutating func readSensor(
    _ index: Int, _ buffers: JSONValue, at now: Int64, _ events: inout [SensorEvent]
  ) {
    let sensor = sensors[index]
    guard let times = Self.numbers(sensor.timeBuffer, in: buffers) else { return }
    let values = sensor.buffers.map { Self.numbers($0, in: buffers) ?? [] }
    // The phone fills its buffers one after another, so some can be longer. The next response completes the
    // others.
    let count = values.reduce(times.count) { min($0, $1.count) }
    var last = sensor.last
    var taken: [Double] = []
    var frames: [Double] = []
    for frame in 0..<count where times[frame].isFinite && times[frame] > last {
      last = times[frame]
      taken.append(last)
      for channel in values.indices {
        let value = values[channel][frame]
        frames.append(value.isFinite ? value : .nan)
      }
    }
    guard !taken.isEmpty else { return }
    let before = sensor.last
    sensors[index].last = last
    newestMicroseconds = now
    if firstMicroseconds == nil { firstMicroseconds = now }
    guard sensor.group != nil else {
      guard info.groups.isEmpty, sensor.times.count < PhoneLimits.heldSamples else { return }
      sensors[index].times += taken
      sensors[index].held += frames
      return
    }
    emit(index, taken, frames, after: before, at: now, &events)
  }

  /// Publishes the description of the source once every sensor's rate is known, or the time limit has passed.
  private mutating func begin(at now: Int64, _ events: inout [SensorEvent]) {
    guard let first = firstMicroseconds else { return }
    let isLate = now - first >= PhoneLimits.patienceMicroseconds
    for index in sensors.indices {
      let times = sensors[index].times
      guard let begin = times.first, let end = times.last, end > begin else { continue }
      guard times.count >= PhoneLimits.rateSamples && end - begin >= Self.rateSeconds || isLate else {
        continue
      }
      sensors[index].rateHertz = PhoneLimits.rate(near: Double(times.count - 1) / (end - begin))
    }
    guard isLate || sensors.allSatisfy({ $0.rateHertz != nil }),
      sensors.contains(where: { $0.rateHertz != nil })
    else { return }
    var texts: [String] = []
    for index in sensors.indices {
      guard let rate = sensors[index].rateHertz else { continue }
      sensors[index].group = info.groups.count
      let unit = Array(sensors[index].unit.utf8)
      info.groups.append(
        .init(
          rateHertz: rate,
          channels: sensors[index].buffers.map { StreamChannel(label: Array($0.utf8), unit: unit) }))
      texts.append("\(sensors[index].name) \(SampledLines.text(rate)) Hz")
    }
    info.detail = (texts.joined(separator: ", ") + "; rates from the phone's times").utf8(limit: 500)
    events.append(.changed(info))
    for index in sensors.indices where sensors[index].group != nil {
      let (times, held) = (sensors[index].times, sensors[index].held)
      (sensors[index].times, sensors[index].held) = ([], [])
      emit(index, times, held, after: times[0], at: now, &events)
    }
  }

  /// Emits frames, skipping sample numbers where times jump ahead.
  private mutating func emit(
    _ index: Int, _ times: [Double], _ frames: [Double], after before: Double, at now: Int64,
    _ events: inout [SensorEvent]
  ) {
    guard let group = sensors[index].group, let rate = sensors[index].rateHertz else { return }
    let leaps = zip(times, [before] + times).map { $1 < 0 ? 0 : ($0 - $1) * rate }
    let timed = TimedFrames(values: frames, channelCount: sensors[index].buffers.count, leaps: leaps)
    let blocks = timed.blocks(from: &sensors[index].sequence, at: now)
    events += blocks.map { .block(group: group, $0) }
  }
}
