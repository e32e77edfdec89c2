import Foundation
import Testing
import WaveReceivers
import WaveSignal
import WaveSpectra

@Suite struct SimulatedReceiverTests {
  private func row(_ receiver: inout SimulatedReceiver, transforms: Int = 40) throws -> PowerRow {
    var analyzer = try SpectrumAnalyzer(
      configuration: AnalyzerConfiguration(
        fftCount: 1024, window: .flatTop, sampleRateHertz: receiver.rateHertz,
        centerHertz: receiver.centerHertz))
    var bytes: [UInt8] = []
    receiver.append(count: 512 * (transforms + 1), to: &bytes)
    analyzer.process(bytes.span, format: .cu8)
    let row = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    return try #require(row)
  }

  private func decibels(_ row: PowerRow, near hertz: Double, within bins: Int = 2) -> Double {
    let bin = Int(((hertz - row.axis.firstHertz) / row.axis.stepHertz).rounded())
    let most = (bin - bins...bin + bins).filter(row.mean.indices.contains).map { row.mean[$0] }.max() ?? .nan
    return 10 * log10(Double(most))
  }

  /// Noise with the converter's steps, each of 1/127.5 with a variance of a twelfth, over the rate.
  private func density(rateHertz: Double) -> Double {
    let steps = 2 / 12 / (127.5 * 127.5) / rateHertz
    return 10 * log10(pow(10, SimulatedReceiver.noiseDensityDecibels / 10) + steps)
  }

  @Test func isTheSameForTheSameSeed() {
    var bytes: [[UInt8]] = []
    for seed: UInt64 in [3, 3, 4] {
      var receiver = SimulatedReceiver(seed: seed)
      var made: [UInt8] = []
      receiver.append(count: 1000, to: &made)
      receiver.append(count: 3000, to: &made)
      bytes.append(made)
    }
    #expect(bytes[0].count == 8000)
    #expect(bytes[0] == bytes[1] && bytes[0] != bytes[2])
  }

  @Test(arguments: [(250_000.0, 150e6), (1e6, 300e6), (2.4e6, 200e6), (3.2e6, 1000e6)])
  func carriersAndNoiseHaveTheirLevels(_ rate: Double, _ carrier: Double) throws {
    var receiver = SimulatedReceiver(seed: 2, rateHertz: rate, centerHertz: carrier - 0.27 * rate)
    let row = try row(&receiver)
    #expect(abs(decibels(row, near: carrier) - SimulatedTransmitters.carrierDecibels) < 0.15)
    let quiet = row.mean[150..<450].map(Double.init)
    let noise = 10 * log10(quiet.reduce(0, +) / Double(quiet.count) / row.enbwHertz)
    #expect(abs(noise - density(rateHertz: rate)) < 0.4)
    #expect(abs(decibels(row, near: receiver.centerHertz) - SimulatedReceiver.spikeDecibels) < 1)
    #expect(!row.isClipped)
  }

  @Test func theBandFollowsTheFrequency() throws {
    var receiver = SimulatedReceiver(seed: 5, rateHertz: 2e6, centerHertz: 144.5e6)
    #expect(abs(decibels(try row(&receiver), near: 145e6) - SimulatedTransmitters.carrierDecibels) < 0.15)
    receiver.tune(rateHertz: 2.4e6, centerHertz: 154.2e6)
    let tuned = try row(&receiver)
    #expect(abs(decibels(tuned, near: 155e6) - SimulatedTransmitters.carrierDecibels) < 0.15)
    receiver.tune(rateHertz: .nan, centerHertz: 1)
    #expect(receiver.rateHertz == 2.4e6 && receiver.centerHertz == 154.2e6)
  }

  @Test func theFilterFallsAtTheEdges() throws {
    var receiver = SimulatedReceiver(seed: 5, rateHertz: 2e6, centerHertz: 145e6 - 0.4 * 2e6)
    #expect(abs(decibels(try row(&receiver), near: 145e6) - SimulatedTransmitters.carrierDecibels) < 0.15)
    receiver.tune(rateHertz: 2e6, centerHertz: 145e6 - 0.495 * 2e6)
    #expect(decibels(try row(&receiver), near: 145e6) < SimulatedTransmitters.carrierDecibels - 12)
  }

  @Test func gainMovesSignalsAndNoiseUntilTheConverterClips() throws {
    var receiver = SimulatedReceiver(seed: 5, rateHertz: 2e6, centerHertz: 144.5e6)
    receiver.setGain(decibels: 12)
    #expect(
      abs(decibels(try row(&receiver), near: 145e6) - SimulatedTransmitters.carrierDecibels - 12) < 0.15)
    receiver.setGain(decibels: 45)
    #expect(try row(&receiver).isClipped)
  }

  @Test func stationsStandWhereTheAirSays() throws {
    let air = SimulatedTransmitters(seed: 9)
    let loud = try #require(air.broadcasts.max { $0.decibels < $1.decibels })
    var receiver = SimulatedReceiver(seed: 9, rateHertz: 2.4e6, centerHertz: loud.frequencyHertz - 4e5)
    let row = try row(&receiver, transforms: 200)
    let power = bandPower(
      of: row, lowHertz: loud.frequencyHertz - 1.2e5, highHertz: loud.frequencyHertz + 1.2e5)
    #expect(abs(10 * log10(power) - loud.decibels) < 0.5)
    for station in air.broadcasts {
      let beside = station.frequencyHertz.remainder(dividingBy: SimulatedTransmitters.carrierSpacingHertz)
      #expect(abs(beside) >= 250e3)
    }
  }

  /// Pulse distances as the protocol has them, found in the samples as a receiver would.
  @Test func theThermometerKeysItsCarrierByPulseDistance() {
    let rate = 250_000.0
    var receiver = SimulatedReceiver(
      seed: 1, rateHertz: rate, centerHertz: SimulatedSensor.frequencyHertz - 20e3)
    receiver.pass(seconds: 0.49)
    var bytes: [UInt8] = []
    receiver.append(count: 30_000, to: &bytes)
    var gaps: [Int] = []
    var (silent, loud) = (0, 0)
    for index in stride(from: 0, to: bytes.count, by: 2) {
      let (i, q) = (Double(bytes[index]) - 127.5, Double(bytes[index + 1]) - 127.5)
      if i * i + q * q > 64 {
        if loud == 0, silent > 0 { gaps.append(silent) }
        loud += 1
        silent = 0
      } else {
        silent += 1
        if silent > 20 { loud = 0 }
      }
    }
    let distances = gaps.filter { $0 > 200 }.dropFirst().prefix(36)
    let bits = distances.map { $0 > 375 }
    #expect(Array(bits) == SimulatedSensor.bits(ofTransmission: 0))
  }

  @Test func theThermometersWordIsLaidOutAsTheProtocolSays() {
    let bits = SimulatedSensor.bits(ofTransmission: 7)
    func number(_ range: Range<Int>) -> Int { bits[range].reduce(0) { $0 * 2 + ($1 ? 1 : 0) } }
    #expect(bits.count == 36)
    #expect(number(0..<8) == Int(SimulatedSensor.identity))
    #expect(number(8..<12) == 0b1000 && number(24..<28) == 0b1111)
    #expect(number(12..<24) == 207 && SimulatedSensor.temperature(ofTransmission: 57) == 207)
    #expect(number(28..<36) == Int(SimulatedSensor.humidity))
  }
}
