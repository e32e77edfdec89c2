import Foundation
import TestSupport
import Testing
import WaveRadioFormats
import WaveReceivers
import WaveSignal
import WaveSpectra
import WaveSystem

@Suite(.enabled(if: Repository.wantsRecordings)) struct SampleRecordingTests {
  private let path = RealRecordings.path("modes1.cu8")

  /// Reads the file as the sources do, into floats.
  private func samples() throws -> [Float] {
    let content = try FileContent(path: path)
    let first = try content.start(count: RadioFileKind.probeBytes)
    let name = Array(content.file.name.utf8)
    #expect(try RadioFileKind.detect(first: first.span, name: name) == .samples(.cu8))
    var floats: [Float] = []
    try content.read { piece in
      var part = [Float](repeating: 0, count: piece.count)
      var span = part.mutableSpan
      _ = IQFormat.cu8.convert(piece.span, into: &span)
      floats += part
      return true
    }
    return floats
  }

  @Test func readsEverySampleExactly() throws {
    let expected = try RealRecordings.expected().samples
    let floats = try samples()
    #expect(floats.count == 2 * expected.samples)
    var sum = 0
    var weighted = 0
    for (index, value) in floats.enumerated() {
      let byte = Int((value * 127.5 + 127.5).rounded())
      sum += byte
      weighted += byte * (index % 65_521 + 1)
    }
    #expect(sum == expected.byteSum && weighted == expected.weightedByteSum)
  }

  @Test func measuresItsPower() throws {
    let expected = try RealRecordings.expected().samples
    let measured = try MeasureFile.measure(
      path: path, settings: SampleSettings(rateHertz: 2e6, centerHertz: 1090e6))
    #expect(abs(try #require(measured.bandPower) - 10 * log10(expected.meanSquare)) < 1e-6)
    let clipped = try #require(measured.clippedShare) * Double(2 * expected.samples)
    #expect(Int(clipped.rounded()) == expected.clipped)
  }

  /// Mode S frames whose check sum is right: no reader that slips by a sample or swaps I and Q finds them.
  @Test func carriesItsFrames() throws {
    let expected = try RealRecordings.expected().samples
    let floats = try samples()
    let magnitude: [Float] = (0..<floats.count / 2).map { index in
      let (re, im) = (floats[2 * index], floats[2 * index + 1])
      return (re * re + im * im).squareRoot()
    }
    var found = (long: 0, short: 0)
    for start in 0..<(magnitude.count - 240) where isPreamble(magnitude, start) {
      let bits: [UInt32] = (0..<112).map { bit in
        let place = start + 16 + 2 * bit
        return magnitude[place] > magnitude[place + 1] ? 1 : 0
      }
      let format: UInt32 = bits[..<5].reduce(0) { $0 << 1 | $1 }
      if format == 17 || format == 18, remainder(bits[...]) == 0 { found.long += 1 }
      if format == 11, remainder(bits[..<56]) == 0 { found.short += 1 }
    }
    #expect(found.long == expected.framesDF17 && found.short == expected.framesDF11)
  }

  /// Pulses at 0, 1, 3.5 and 4.5 microseconds, quiet between and behind.
  private func isPreamble(_ magnitude: [Float], _ start: Int) -> Bool {
    func p(_ index: Int) -> Float { magnitude[start + index] }
    let isRising = p(0) > p(1) && p(1) < p(2) && p(2) > p(3) && p(3) < p(0)
    let isSecondPair = p(7) > p(8) && p(8) < p(9) && p(9) > p(6)
    guard isRising, isSecondPair else { return false }
    let high: Float = (p(0) + p(2) + p(7) + p(9)) / 6
    return p(4) < high && p(5) < high && (11...14).allSatisfy { p($0) < high }
  }

  /// Remainder of the frame by Mode S's polynomial 0x1FFF409 of degree 24.
  private func remainder(_ bits: ArraySlice<UInt32>) -> UInt32 {
    bits.reduce(0) { register, bit in
      let shifted = register << 1 | bit
      return shifted & 0x100_0000 != 0 ? shifted ^ 0x1FF_F409 : shifted
    }
  }
}
