import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveRadioFormats
import WaveUnits

@testable import WaveReceivers

/// What simulated transmitters send, found in the samples as a receiver would.
@Suite struct SimulatedAirTests {
  private typealias Complex = (re: Double, im: Double)

  private func samples(_ receiver: inout SimulatedReceiver, _ count: Int, pieces: [Int] = []) -> [Complex] {
    var bytes: [UInt8] = []
    for piece in pieces { receiver.append(count: piece, to: &bytes) }
    receiver.append(count: count - pieces.reduce(0, +), to: &bytes)
    #expect(bytes.count == 2 * count)
    return Self.complex(bytes)
  }

  private static func complex(_ bytes: [UInt8]) -> [Complex] {
    stride(from: 0, to: bytes.count, by: 2).map {
      ((Double(bytes[$0]) - 127.5) / 127.5, (Double(bytes[$0 + 1]) - 127.5) / 127.5)
    }
  }

  /// The level of the part of samples that is a tone, in decibels: it falls if the tone's phase jumps.
  private func toneDecibels(_ samples: [Complex], hertz: Double, rateHertz: Double) -> Double {
    var (re, im) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = -2 * Double.pi * hertz / rateHertz * Double(index)
      re += sample.re * cos(angle) - sample.im * sin(angle)
      im += sample.re * sin(angle) + sample.im * cos(angle)
    }
    return 10 * log10((re * re + im * im) / Double(samples.count * samples.count))
  }

  @Test(arguments: [[], [1, 2, 3], [2047, 1, 2049], [5000, 40, 40, 40, 9000]])
  func aCarriersPhaseGoesOnFromPieceToPiece(_ pieces: [Int]) {
    var receiver = SimulatedReceiver(seed: 2, rateHertz: 250_000, centerHertz: 150e6 - 61_234)
    let made = samples(&receiver, 25_000, pieces: pieces)
    #expect(abs(toneDecibels(made, hertz: 61_234, rateHertz: 250_000) + 40) < 0.1)
    #expect(toneDecibels(made, hertz: 61_334, rateHertz: 250_000) < -60)
    #expect(toneDecibels(made, hertz: -61_234, rateHertz: 250_000) < -60)
    #expect(abs(receiver.seconds - 0.1) < 1e-12)
  }

  @Test func piecesAreWhatOneGoGives() {
    for center in [150e6, 99.7e6, SimulatedSensor.frequencyHertz] {
      var (whole, cut) = (
        SimulatedReceiver(seed: 4, rateHertz: 1e6, centerHertz: center),
        SimulatedReceiver(seed: 4, rateHertz: 1e6, centerHertz: center)
      )
      whole.pass(seconds: 0.4995)
      cut.pass(seconds: 0.4995)
      var (first, second): ([UInt8], [UInt8]) = ([], [])
      whole.append(count: 6000, to: &first)
      for count in [1, 0, 2048, 951, 3000] { cut.append(count: count, to: &second) }
      // A carrier's phase is rounded anew in each piece.
      let differences = zip(first, second).map { abs(Int($0) - Int($1)) }
      #expect(first.count == second.count && differences.allSatisfy { $0 <= 1 })
      #expect(differences.count { $0 > 0 } < 1200)
    }
  }

  @Test func passingTimeMovesTheSensorOnAndIgnoresWhatIsNoTime() {
    var receiver = SimulatedReceiver(seed: 1)
    for seconds in [1.5, 0, -3, .nan, .infinity] { receiver.pass(seconds: seconds) }
    #expect(receiver.seconds == 1.5)
    receiver.setGain(decibels: .nan)
    #expect(receiver.gainDecibels == 0)
    receiver.tune(rateHertz: 0.5, centerHertz: 1)
    receiver.tune(rateHertz: 1e6, centerHertz: .infinity)
    #expect(receiver.rateHertz == 2.4e6 && receiver.centerHertz == 99.5e6)
    receiver.tune(rateHertz: 1, centerHertz: 1)
    #expect(receiver.rateHertz == 1 && SimulatedReceiver(rateHertz: -5).rateHertz == 1)
  }

  /// The frequency of FM samples at each moment, in hertz.
  private func deviations(_ samples: [Complex], rateHertz: Double) -> [Double] {
    zip(samples, samples.dropFirst()).map { a, b in
      atan2(b.im * a.re - b.re * a.im, b.re * a.re + b.im * a.im) / (2 * .pi) * rateHertz
    }
  }

  @Test func aStationCarriesItsPilotAtItsSpeed() throws {
    let air = SimulatedTransmitters(seed: 9)
    let stations = air.heard(aroundHertz: 98e6, reachHertz: 11e6).filter { $0.kind != .carrier }
    for isTalk in [false, true] {
      let station = try #require(
        stations.filter { $0.kind == .broadcast(isTalk: isTalk) }.max { $0.amplitude < $1.amplitude })
      var receiver = SimulatedReceiver(seed: 9, rateHertz: 300_000, centerHertz: station.frequencyHertz)
      let count = 60_000
      let found = deviations(samples(&receiver, count + 1, pieces: [100, 3000]), rateHertz: 300_000)
      let speed = 0.9 + 0.2 * air.noise.uniform(key: station.key, at: 3)
      for (hertz, expected) in [(19_000 * speed, 6750.0), (19_000 / speed, 0), (19_000 * speed + 300, 0)] {
        var (re, im) = (0.0, 0.0)
        for index in found.indices {
          let angle = 2 * Double.pi * hertz / 300_000 * Double(index)
          re += found[index] * cos(angle)
          im += found[index] * sin(angle)
        }
        let size = 2 * (re * re + im * im).squareRoot() / Double(count)
        #expect(abs(size - expected) < 1500, "\(isTalk), \(hertz): \(size)")
      }
    }
  }

  @Test func programmesAreThoseOfTheGoldenFile() throws {
    var lines: [String] = []
    for (name, programme) in [("talk", SimulatedProgramme.talk), ("music", .music)] {
      let deviations = programme.deviations
      #expect(deviations.count == 65_536)
      // The rest without the pilot reaches 55 kHz once and never more.
      let pilots = deviations.indices.map { index in
        6750 * sin(19_456 * 2 * Double.pi * Double(index) / 65_536)
      }
      let rest = zip(deviations, pilots).map { abs(Double($0) - $1) }
      #expect(abs((rest.max() ?? 0) - 55_000) < 0.1)
      // Talk pauses; music does not.
      let silent = rest.indices.filter { sin(3 * 2 * Double.pi * Double($0) / 65_536) < -0.4 }
      #expect(silent.allSatisfy { rest[$0] < 0.01 } == (name == "talk"))
      lines += stride(from: 0, to: 65_536, by: 1009).map { index in
        "\(name) \(index): \(Int((rest[index] / 100).rounded())) hundred hertz"
      }
    }
    #expect(try GoldenText.differences(lines, from: "receivers/programmes.txt") == [])
  }

  @Test func transmittersAreThoseOfTheGoldenFile() throws {
    var lines: [String] = []
    for seed: UInt64 in [1, 2] {
      let air = SimulatedTransmitters(seed: seed)
      lines += air.broadcasts.map { "seed \(seed): \($0.frequencyHertz), \(Int($0.decibels.rounded())) dB" }
      for (center, reach) in [
        (99.5e6, 1.2e6), (100e6, 5e6), (100e6, 5_000_001), (0, 4e6), (433e6, 1e6), (433.92e6, 0.1), (5e6, 0),
      ] {
        let heard = air.heard(aroundHertz: center, reachHertz: reach).map { transmitter in
          let decibels = 20 * log10(transmitter.amplitude)
          return "\(transmitter.kind) \(transmitter.frequencyHertz) \(Int(decibels.rounded())) dB"
        }
        lines.append("seed \(seed), \(reach) around \(center): \(heard.joined(separator: ", "))")
      }
    }
    #expect(try GoldenText.differences(lines, from: "receivers/transmitters.txt") == [])
  }

  @Test func theSensorsEnvelopeIsThatOfItsBits() {
    var sensor = SimulatedSensor()
    var expected: [Bool] = []
    func send(_ number: Int64) {
      for _ in 0..<12 {
        for bit in SimulatedSensor.bits(ofTransmission: number) {
          expected += [true] + [Bool](repeating: false, count: bit ? 4 : 2)
        }
        expected += [true] + [Bool](repeating: false, count: 8)
      }
      expected.append(true)
      expected += [Bool](repeating: false, count: 6000 - expected.count % 6000)
    }
    for number in 0..<3 { send(Int64(number)) }
    #expect(expected.count == 18_000)
    var wrong = 0
    for (slot, isOn) in expected.enumerated() {
      let found = sensor.isTransmitting(atSeconds: 0.5 + (Double(slot) + 0.5) / 2000)
      if found != isOn { wrong += 1 }
    }
    #expect(wrong == 0)
    // The one before is sent again if time is turned back.
    let found = [0.50025, 0.4999, -1, 1e16, .nan, .infinity].map { sensor.isTransmitting(atSeconds: $0) }
    #expect(found == [true, false, false, false, false, false])
  }

  @Test func temperaturesRiseAndBeginAgain() {
    #expect(
      [0, 1, 49, 50, 51, 149].map { SimulatedSensor.temperature(ofTransmission: $0) } == [
        200, 201, 249, 200, 201, 249,
      ])
    #expect(SimulatedSensor.temperature(ofTransmission: -1) == 249)
  }

  @Test func theCrystalsErrorIsWhatTheCorrectionTakesAway() throws {
    // A carrier at 150 MHz; a crystal that is too fast receives what is above what it was asked for.
    for (error, correction, offset) in [
      (0, 0, 0), (40, 0, -6000), (40, 40, 0), (0, 40, 6000), (-40, 0, 6000),
    ] as [(Double, Int32, Double)] {
      var dongle = SimulatedDongle(
        supply: .air(SimulatedReceiver(seed: 2)), rateHertz: 250_000, crystalError: error)
      _ = dongle.obey(.frequency(150_000_000 - 50_000))
      _ = dongle.obey(.correction(correction))
      var bytes: [UInt8] = []
      try dongle.append(count: 12_500, to: &bytes)
      let level = toneDecibels(Self.complex(bytes), hertz: 50_000 + offset, rateHertz: 250_000)
      // 40 millionths of the tuned 149.95 MHz are 2 Hz less, a tenth of what this length resolves.
      #expect(abs(level + 40) < 0.5, "\(error), \(correction)")
    }
  }

  @Test func gainsCountOnlyWhenTheyAreManual() throws {
    var dongle = SimulatedDongle(supply: .air(SimulatedReceiver(seed: 2)), rateHertz: 250_000)
    _ = dongle.obey(.frequency(150_000_000 - 50_000))
    func level() throws -> Double {
      var bytes: [UInt8] = []
      try dongle.append(count: 12_500, to: &bytes)
      // Without the first samples, which the filter still has from before.
      return toneDecibels(Array(Self.complex(bytes).dropFirst(100)), hertz: 50_000, rateHertz: 250_000)
    }
    for (command, text, decibels) in [
      (.tunerGain(400), "tuner gain 40.2 dB, once the gain is manual", -40),
      (.tunerGainMode(isManual: true), "tuner gain manual", -29.5),
      (.tunerGainIndex(14), "tuner gain 25.4 dB", -44.3),
      (.tunerGainIndex(29), "tuner gain 29 refused: there are 29 gains", -44.3),
      (.tunerGainIndex(28), "tuner gain 49.6 dB", -20.1), (.tunerGain(300), "tuner gain 29.7 dB", -40),
      (.tunerGain(260), "tuner gain 25.4 dB", -44.3),
      (.tunerGainMode(isManual: false), "tuner gain automatic", -40),
      (.converterGainControl(true), "RTL AGC on", -40), (.biasTee(false), "bias tee off", -40),
      (.correction(0), "frequency correction 0 ppm", -40),
      (.sampleRate(250_000), "sample rate 250000 Hz", -40),
      (.frequency(149_950_000), "frequency 149950000 Hz", -40),
    ] as [(RTLTCPCommand, String, Double)] {
      #expect(dongle.obey(command) == text)
      #expect(abs(try level() - decibels) < 0.3, "\(text)")
    }
    #expect(dongle.frequencyHertz == 149_950_000 && dongle.rateHertz == 250_000)
  }

  @Test func aFileIsPlayedInALoopWhateverIsCommanded() throws {
    let files = try Samples()
    let path = try files.write(Array(0..<11), "a.cu8")
    var dongle = SimulatedDongle(supply: .loop(try FileLoop(path: path)), rateHertz: 300_000)
    #expect(
      dongle.obey(.sampleRate(960_000))
        == "sample rate 960000 Hz: the file is played at that rate, its content is not resampled")
    var bytes: [UInt8] = []
    for count in [1, 3, 1, 0, 7, 12] { try dongle.append(count: count, to: &bytes) }
    #expect(bytes == (0..<48).map { UInt8($0 % 10) })
    dongle.pass(seconds: 4)
    #expect(throws: ReceiverError.nothingToRepeat(path: path + "1")) {
      _ = try FileLoop(path: files.write([7], "a.cu81"))
    }
    #expect(truncate(path, 6) == 0)
    #expect(throws: ReceiverError.shortenedRepeat(path: path)) { try dongle.append(count: 9, to: &bytes) }
  }
}
