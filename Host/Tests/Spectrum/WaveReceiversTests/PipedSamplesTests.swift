import Foundation
import Testing
import WaveSpectra
import WaveWire

@testable import WaveReceivers

@Suite struct PipedSamplesTests {
  private let settings = SampleSettings(rateHertz: 240_000, centerHertz: 100e6, fftCount: 1024)

  private func bytes(_ count: Int, from first: Int = 0) -> [UInt8] {
    (first..<(first + count)).flatMap { index -> [UInt8] in
      let phase = 2 * Double.pi * 0.125 * Double(index)
      return [UInt8((127.5 + 100 * cos(phase)).rounded()), UInt8((127.5 + 100 * sin(phase)).rounded())]
    }
  }

  @Test func rowsStandForTheirSamplesOneAfterTheOther() throws {
    let piped = try PipedSamples(name: "pipe", format: .cu8, settings: settings)
    piped.append(bytes(240_000))
    var rows: [PowerRow] = []
    while let event = piped.next(at: max(piped.dueMicroseconds, 5_000_000)) {
      if case .row(let row) = event { rows.append(row) }
    }
    #expect(rows.count == 30)
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect(abs(row.startMicroseconds + row.durationMicroseconds - next.startMicroseconds) <= 1)
      #expect(next.sequence == row.sequence + 1)
    }
    let axis = rows[0].axis
    let peak = try #require(rows[0].mean.indices.max { rows[0].mean[$0] < rows[0].mean[$1] })
    #expect(abs(axis.firstHertz + Double(peak) * axis.stepHertz - 100_030_000) < axis.stepHertz)
    let level = try #require(FileMeasurement.level(Double(rows[0].mean[peak])))
    #expect(abs(level - 20 * log10(100 / 127.5)) < 0.05)
  }

  @Test func samplesThatComeLateLeaveAGap() throws {
    let piped = try PipedSamples(name: "pipe", format: .cu8, settings: settings)
    piped.append(bytes(8000))
    var first: PowerRow?
    while let event = piped.next(at: 1_000_000) { if case .row(let row) = event { first = row } }
    #expect(piped.dueMicroseconds <= 1_033_400)
    piped.append(bytes(8000, from: 8000))
    var second: PowerRow?
    while let event = piped.next(at: 3_000_000) { if case .row(let row) = event { second = row } }
    let before = try #require(first)
    let after = try #require(second)
    #expect(after.startMicroseconds - before.startMicroseconds > 1_900_000)
    #expect(after.sequence == before.sequence + 2)
  }

  @Test func settingsOutOfRangeAreRefused() {
    #expect(throws: ReceiverError.self) {
      try PipedSamples(name: "pipe", format: .cu8, settings: SampleSettings(fftCount: 100))
    }
  }
}
