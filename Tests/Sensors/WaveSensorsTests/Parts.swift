import WaveDisplay
@testable import WaveInteraction
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

extension StreamSource {
  /// A source of groups of unnamed streams.
  static func made(
    _ channels: [Int] = [2], rates: [Double] = [1000, 25], flags: Flags = [], leads: [ECGLead] = []
  ) -> StreamSource {
    var first = 0
    let groups = zip(channels, rates).map { count, rate in
      defer { first += count }
      return Group(
        rateHertz: rate,
        channels: (first..<first + count).map { channel in
          StreamChannel(
            label: Array("ch\(channel)".utf8), unit: Array("mV".utf8), low: -2, high: 4,
            lead: leads.indices.contains(channel) ? leads[channel] : nil)
        })
    }
    return StreamSource(source: 0, flags: flags, name: Array("a".utf8), detail: [], groups: groups)
  }
}

extension Lane {
  /// A lane of a stream, 100 pixels high and 200 wide, whose values go from −5 to 5.
  static func made(
    _ channel: Int = 0, y: Float = 100, height: Float = 100, columns: Range<Int> = 0..<200,
    center: Double = 0, span: Double = 10
  ) -> Lane {
    Lane(
      channel: channel, group: 0, place: channel, y: y, height: height, columns: columns, color: 0,
      center: center, span: span)
  }
}

extension SourceTime {
  /// The time of a live source, or of a recording, at 100 s, whose newest sample is 0.1 s old.
  static func made(
    server: Int64 = 100_000_000, maps: [TimeMap] = [], isRecording: Bool = false, isAnswering: Bool = true,
    newest: Double? = 99_900_000, oldest: Int64 = 0
  ) -> SourceTime {
    var playback = PlaybackClock()
    for map in maps { playback.receive(map) }
    var recency = Recency()
    recency.begin(groups: 1, at: 0)
    if let newest { recency.receive(group: 0, microseconds: newest, serverMicroseconds: nil, at: 0) }
    return SourceTime(
      playback: playback, server: server, isRecording: isRecording, isAnswering: isAnswering,
      recency: recency, oldestMicroseconds: oldest)
  }
}

extension Plot {
  /// A plot of 200 columns on a screen of 200 × 300 pixels.
  static func made(
    width: Float = 200, height: Float = 300, layout: SensorsModel.Layout = .lanes, paper: Paper = Paper()
  ) -> Plot {
    Plot(screen: Screen(width: width, height: height), layout: layout, paper: paper)
  }
}

extension StreamColumns {
  /// Blocks of one group, whose values count from the first block on.
  static func made(
    view: UInt16 = 1, group: UInt8 = 0, level: UInt8 = 0, isFetched: Bool = false,
    replacesEarlier: Bool = false,
    channels: Int = 1, from first: UInt64, count: Int, arrival: Int64 = 0
  ) -> StreamColumns {
    let values = (0..<channels * count * (level == 0 ? 1 : 2)).map { Float(first) + Float($0) }
    return StreamColumns(
      view: view, source: 0, group: group, level: level, isFetched: isFetched,
      replacesEarlier: replacesEarlier,
      channelCount: UInt8(channels), firstBlock: first, blockCount: UInt16(count),
      arrivalMicroseconds: arrival, values: values)
  }
}

extension StreamClock {
  /// A clock whose first sample was made at a moment.
  static func made(rateHertz: Double = 1000, at microseconds: Int64 = 0) -> StreamClock {
    var clock = StreamClock()
    clock.receive(
      SampleTimes(
        source: 0, group: 0, reason: .start, sequence: 0, microseconds: microseconds, rateHertz: rateHertz))
    return clock
  }
}

extension StreamReadings.Reading {
  static func made(_ channel: UInt8, from low: Float, to high: Float) -> StreamReadings.Reading {
    StreamReadings.Reading(channel: channel, value: high, minimum: low, maximum: high, rootMeanSquare: 0)
  }
}

extension Touch {
  static func made(_ phase: Phase, _ x: Float, _ y: Float, id: Int32 = 1) -> Touch {
    Touch(id: id, phase: phase, x: x, y: y, microseconds: 0)
  }
}

extension StreamLook {
  /// How streams are looked at; without channels all of two, at their first values.
  static func made(
    _ channels: [Channel] = [.made(0), .made(1)], source: UInt16 = 0, layout: Layout = .lanes,
    motion: Motion = .scroll, isLinked: Bool = false, speed: Float = 25, gain: Float = 10
  ) -> StreamLook {
    StreamLook(
      source: source, layout: layout, motion: motion, form: .twelve, isLinked: isLinked, windowSeconds: 30,
      speed: speed, gain: gain, channels: channels)
  }
}

extension StreamLook.Channel {
  static func made(_ channel: UInt8, isShown: Bool = true, alarm: StreamLook.Band? = nil) -> Self {
    Self(channel: channel, isShown: isShown, isAutomatic: false, low: -1, high: 3, alarm: alarm)
  }
}

extension BlockStore {
  /// Blocks of one stream, one sample in each, from a block on.
  static func made(_ values: [Float], from first: UInt64 = 0) -> BlockStore {
    var store = BlockStore(level: 0, channelCount: 1)
    _ = store.insert(
      StreamColumns(
        view: 1, source: 0, group: 0, level: 0, isFetched: false, channelCount: 1, firstBlock: first,
        blockCount: UInt16(values.count), arrivalMicroseconds: 0, values: values))
    return store
  }
}

extension TimeLattice {
  /// 200 columns of a sample each, the newest of which is the one at a moment.
  static func made(_ motion: SensorsModel.Motion = .scroll, newest: Int64 = 199) -> TimeLattice {
    TimeLattice(
      plot: .made(), columnMicroseconds: 1000, motion: motion, edge: Double(newest) * 1000 + 500)
  }
}
