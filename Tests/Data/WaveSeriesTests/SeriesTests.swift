import TestSupport
import Testing

@testable import WaveSeries

@Suite struct SeriesTests {
  private static func extremes(_ values: ArraySlice<Float>) -> Extremes {
    let finite = values.filter(\.isFinite)
    return Extremes(minimum: finite.min() ?? .infinity, maximum: finite.max() ?? -.infinity)
  }

  /// Windows, small ones more often than large ones, some beyond the ends.
  private static func window(_ count: Int, _ random: inout SeededGenerator) -> (Int, Int) {
    let start = Int.random(in: -3...count, using: &random)
    let length = Int.random(in: 0...(1 << Int.random(in: 0...20, using: &random)), using: &random)
    return (start, min(start + length, count + 3))
  }

  private static func check(_ values: [Float], windows: Int, _ random: inout SeededGenerator) {
    let series = Series(values.span)
    #expect(series.count == values.count)
    #expect(series.validCount == values.filter(\.isFinite).count)
    #expect(series.extremes == extremes(values[...]))
    for _ in 0..<windows {
      let (start, end) = window(values.count, &random)
      let slice = values[max(0, min(start, values.count))..<max(0, start, min(end, values.count))]
      let extremes = Self.extremes(slice)
      #expect(series.extremes(from: start, to: end) == extremes)
      #expect(series.firstValid(from: start, to: end) == slice.firstIndex(where: \.isFinite))
      #expect(series.lastValid(from: start, to: end) == slice.lastIndex(where: \.isFinite))
      let positions = series.positionsOfExtremes(from: start, to: end)
      #expect(positions?.minimum == (extremes.isEmpty ? nil : slice.firstIndex(of: extremes.minimum)))
      #expect(positions?.maximum == (extremes.isEmpty ? nil : slice.firstIndex(of: extremes.maximum)))
    }
  }

  @Test func equalsItsNaiveTwinOnShortColumns() {
    var random = SeededGenerator(seed: 6)
    for shape in Shape.allCases {
      for fault in Fault.allCases {
        for _ in 0..<12 {
          var values = shape.values(1 << Int.random(in: 0...12, using: &random) + 1, using: &random)
          values.removeLast(Int.random(in: 0..<values.count, using: &random))
          fault.apply(to: &values, using: &random)
          Self.check(values, windows: 12, &random)
        }
      }
    }
  }

  @Test(arguments: [65_535, 65_536, 65_537, 132_000])
  func equalsItsNaiveTwinOnLongColumns(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    for (shape, fault) in [(Shape.walk, Fault.none), (.spikes, .few), (.noise, .runs), (.steps, .infinite)] {
      var values = shape.values(count, using: &random)
      fault.apply(to: &values, using: &random)
      Self.check(values, windows: 12, &random)
    }
  }

  @Test func pyramidIsUnderFourPercent() {
    #expect(SeriesChunk.pyramidFloats(of: SeriesChunk.capacity) * 25 < SeriesChunk.capacity)
    #expect(SeriesChunk.pyramidFloats(of: 1) <= 64)
  }

  @Test func keptPyramidServesAsTheOneThatWasBuilt() {
    var random = SeededGenerator(seed: 8)
    for count in [1, 63, 64, 65, 5000, 40_000, 65_536] {
      var values = Shape.walk.values(count, using: &random)
      Fault.few.apply(to: &values, using: &random)
      let built = SeriesChunk(values.span)
      let pyramid = built.withPyramid { span in span.indices.map { span[$0] } }
      #expect(pyramid.count == SeriesChunk.pyramidFloats(of: count))
      let memory = SeriesMemory.floats(count: count + pyramid.count) { floats in
        for (place, value) in (values + pyramid).enumerated() { floats[place] = value }
      }
      let kept = SeriesChunk(
        memory, byteOffset: 0, count: count, pyramid: memory, pyramidByteOffset: 4 * count,
        validCount: built.validCount, sum: built.sum)
      #expect(kept.extremes == built.extremes)
      for _ in 0..<50 {
        let start = Int.random(in: 0..<count, using: &random)
        let range = start..<Int.random(in: start...count, using: &random)
        #expect(kept.extremes(range) == built.extremes(range))
      }
    }
  }

  @Test func memoryIsGivenBackWithItsLastChunk() {
    final class Flag: @unchecked Sendable { var isReleased = false }
    let flag = Flag()
    do {
      let floats = UnsafeMutablePointer<Float>.allocate(capacity: 100)
      floats.initialize(repeating: 2, count: 100)
      let address = UInt(bitPattern: floats)
      let memory = SeriesMemory(floats, byteCount: 400) {
        UnsafeMutablePointer<Float>(bitPattern: address)?.deallocate()
        flag.isReleased = true
      }
      var series = Series()
      series.append(SeriesChunk(memory, byteOffset: 40, count: 90))
      #expect(series.mean == 2)
      #expect(!flag.isReleased)
    }
    #expect(flag.isReleased)
  }

  @Test func sumsAreThoseOfDoubles() {
    var random = SeededGenerator(seed: 9)
    for fault in Fault.allCases {
      var values = Shape.walk.values(66_001, using: &random)
      fault.apply(to: &values, using: &random)
      let series = Series(values.span)
      let finite = values.filter(\.isFinite).map(Double.init)
      let sum = finite.reduce(0, +)
      #expect(abs(series.sum - sum) <= 1e-9 * finite.map(abs).reduce(1, +))
      #expect((series.mean == nil) == finite.isEmpty)
      #expect(series.missingCount == values.count - finite.count)
    }
  }

  @Test func valuesAreCopiedAcrossChunks() {
    var random = SeededGenerator(seed: 10)
    let values = Shape.noise.values(150_000, using: &random)
    let series = Series(values.span)
    for (start, end) in [(0, 150_000), (65_530, 65_550), (-5, 3), (149_990, 160_000), (7, 7), (9, 3)] {
      let (low, high) = (max(start, 0), min(end, 150_000))
      #expect(series.values(from: start, to: end) == (low < high ? Array(values[low..<high]) : []))
    }
    #expect(series.value(at: 65_536) == values[65_536])
    #expect(series.value(at: -1).isNaN && series.value(at: 150_000).isNaN)
    let chunk = SeriesChunk(count: 3) { span in span[1] = 5 }
    #expect(chunk[0].isNaN && chunk[1] == 5 && chunk.validCount == 1)
  }
}
