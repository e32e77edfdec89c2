import TestSupport
import Testing
import WaveKit
import WaveSensorsWire
import WaveStreams

@Suite struct SensorReaderTests {
  let two = StreamSource("Two", rateHertz: 100, channels: [StreamChannel("a"), StreamChannel("b")])

  private func blocks(_ readings: [SensorReading]) -> [SampleBlock] {
    readings.compactMap { if case .block(_, _, let block) = $0 { block } else { nil } }
  }

  private func notices(_ readings: [SensorReading]) -> [String] {
    readings.compactMap { if case .notice(let notice) = $0 { notice.string } else { nil } }
  }

  @Test func everySampleThatIsDueIsAskedForOnce() throws {
    var asked: [UInt64] = []
    var reader = try SensorReader(MadeSensor(rateHertz: 250))
    var now: Int64 = 5_000_000
    for step: Int64 in [0, 16_667, 3, 1_000_000, 4000, 3999, 1, 250_000] {
      now += step
      for block in blocks(reader.read(at: now)) {
        asked += block.sequence..<block.sequence + UInt64(block.count)
      }
    }
    #expect(asked == Array(0..<UInt64((now - 5_000_000) * 250 / 1_000_000)))
  }

  @Test func timesOfWhatIsMadeAreExact() throws {
    var reader = try SensorReader(MadeSensor(rateHertz: 250))
    guard case .times(let times) = reader.read(at: 7_000_000).first else {
      Issue.record("no times")
      return
    }
    #expect(times.microseconds == 7_000_000)
    #expect(times.sequence == 0)
    #expect(times.rateHertz == 250)
    guard case .block(0, isTimed: true, let block) = reader.read(at: 7_100_000).first else {
      Issue.record("no block")
      return
    }
    #expect(block.count == 25)
  }

  @Test func afterASleepWhatIsOlderThanTwoSecondsIsMissing() throws {
    var reader = try SensorReader(MadeSensor(rateHertz: 250))
    _ = reader.read(at: 0)
    _ = reader.read(at: 100_000)
    let late = blocks(reader.read(at: 60_000_000))
    #expect(late.map(\.sequence) == [15_000 - 500])
    #expect(late.map(\.count) == [500])
  }

  @Test func aClockThatGoesBackStandsStill() throws {
    var reader = try SensorReader(MadeSensor(rateHertz: 250))
    _ = reader.read(at: 1_000_000)
    _ = reader.read(at: 2_000_000)
    #expect(reader.read(at: .min).isEmpty)
    #expect(reader.read(at: 1_500_000).isEmpty)
    #expect(blocks(reader.read(at: 2_004_000)).map(\.sequence) == [250])
  }

  @Test func aClockAtItsEndsDoesNotTrap() throws {
    var reader = try SensorReader(MadeSensor(rateHertz: 4))
    _ = reader.read(at: .min + 1)
    _ = reader.read(at: 0)
    let last = blocks(reader.read(at: .max))
    #expect(last.map(\.count) == [8])
  }

  @Test func framesBecomeChannels() throws {
    var reader = try SensorReader(
      ScriptedSensor(two) {
        $0.append(1, 10)
        $0.append(frames: [2, 20, 3, 30])
        $0.append(frame: [4, .infinity])
      })
    let block = try #require(blocks(reader.read(at: 0)).first)
    #expect(block.samples.prefix(7) == [1, 2, 3, 4, 10, 20, 30])
    #expect(block.samples[7].isNaN)
    #expect(block.sequence == 0)
  }

  @Test func whatIsSkippedIsMissingAndCounted() throws {
    var reader = try SensorReader(
      ScriptedSensor(two) {
        $0.append(1, 1)
        $0.skip(5)
        $0.append(2, 2)
        $0.skip(.max)
      })
    #expect(blocks(reader.read(at: 0)).map(\.sequence) == [0, 6])
    // At the end of what can be counted nothing more comes, and nothing traps.
    #expect(blocks(reader.read(at: 1)).count <= 2)
  }

  @Test func aFrameOfAnotherCountIsMissingAndSaidOnce() throws {
    var reader = try SensorReader(
      ScriptedSensor(two) {
        $0.append(1, 1)
        $0.append(2)
        $0.append(frames: [3, 3, 4])
        $0.append(5, 5)
      })
    let first = reader.read(at: 0)
    #expect(blocks(first).map(\.sequence) == [0, 2, 4])
    #expect(
      notices(first) == [
        "A frame has 1 values, and group 0 has 2 channels. Give a value for each; NaN where there is none."
      ])
    #expect(notices(reader.read(at: 1)).isEmpty)
  }

  @Test func samplesOfAGroupThatIsNotThereAreSaidOnce() throws {
    var reader = try SensorReader(
      ScriptedSensor(two) {
        _ = $0.due(group: 7)
        $0.append(1, 1, group: -1)
        $0.append(frames: [1, 1], group: 2)
        $0.skip(1, group: 2)
        $0.mark("here", group: 2)
      })
    let first = reader.read(at: 0)
    #expect(first.count == 1)
    #expect(
      notices(first).first?.hasPrefix("Samples came for group 7, which the sensor does not have.") == true)
    #expect(reader.read(at: 1).isEmpty)
  }

  /// What a sensor does in any order, against a list of numbered frames.
  @Test(arguments: 1...20) func whateverIsHandedInComesOutNumbered(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var expected: [[(number: UInt64, frame: [Double])]] = [[], []]
    var next: [UInt64] = [0, 0]
    let widths = [2, 3]
    let info = StreamSource(
      "Any", groups: widths.map { .init(rateHertz: 100, channels: (0..<$0).map { StreamChannel("\($0)") }) })
    var value = 0.0
    var reader = try SensorReader(
      ScriptedSensor(info) { samples in
        for _ in 0..<Int.random(in: 0...12, using: &random) {
          let group = Int.random(in: -1...2, using: &random)
          let count = Int.random(in: 0...7, using: &random)
          let values = (0..<count).map { value + Double($0) }
          value += 10
          let isGroup = widths.indices.contains(group)
          switch Int.random(in: 0...3, using: &random) {
          case 0:
            samples.append(frame: values, group: group)
            guard isGroup else { continue }
            if count == widths[group] { expected[group].append((next[group], values)) }
            next[group] += 1
          case 1:
            samples.append(frames: values, group: group)
            guard isGroup else { continue }
            for start in stride(from: 0, to: count, by: widths[group]) {
              let frame = Array(values[start..<min(count, start + widths[group])])
              if frame.count == widths[group] { expected[group].append((next[group], frame)) }
              next[group] += 1
            }
          case 2:
            samples.skip(UInt64(count), group: group)
            if isGroup { next[group] += UInt64(count) }
          default: samples.mark("mark", group: group)
          }
        }
      })
    var found: [[(number: UInt64, frame: [Double])]] = [[], []]
    for step in 0..<50 {
      for case .block(let group, _, let block) in reader.read(at: Int64(step)) {
        for index in 0..<block.count {
          let frame = (0..<block.channelCount).map { block.samples[$0 * block.count + index] }
          found[group].append((block.sequence + UInt64(index), frame))
        }
      }
    }
    for group in widths.indices {
      #expect(found[group].map(\.number) == expected[group].map(\.number))
      #expect(found[group].map(\.frame) == expected[group].map(\.frame))
    }
  }

  @Test func whoHandsInFirstIsTimedByArrival() throws {
    var reader = try SensorReader(
      ScriptedSensor(two) {
        $0.append(1, 1)
        #expect($0.due().isEmpty)
      })
    guard case .block(0, isTimed: false, _) = reader.read(at: 0).first else {
      Issue.record("no block")
      return
    }
  }

  @Test func aMarkStandsAtTheNextSampleAndEndsAtACharacter() throws {
    var reader = try SensorReader(
      ScriptedSensor(two) {
        $0.append(1, 1)
        $0.mark(String(repeating: "ü", count: 80))
      })
    guard case .mark(0, let sequence, let text) = reader.read(at: 0).first else {
      Issue.record("no mark")
      return
    }
    #expect(sequence == 1)
    #expect(String(decoding: text, as: UTF8.self) == String(repeating: "ü", count: 60))
  }
}
