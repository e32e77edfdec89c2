import TestSupport
import Testing
import WaveDisplay

@Suite struct ColorMapFieldPainterTests {
  private func paint(
    _ values: [Int16], map: ColorMap = .waterfall, low: Int16, high: Int16, pixelCount: Int? = nil
  ) -> [UInt32] {
    var pixels = [UInt32](repeating: 0x1234_5678, count: pixelCount ?? values.count)
    var span = pixels.mutableSpan
    FieldPainter.paint(values.span, colors: map.entries, low: low, high: high, into: &span)
    return pixels
  }

  @Test func everyValueOfEveryRangeFindsItsEntry() {
    let entries = ColorMap.waterfall.entries
    let values = Array((Int16.min + 1)...Int16.max)
    for (low, high): (Int16, Int16) in [
      (-10_000, -2000), (-4000, 1000), (-32_767, 32_767), (0, 1), (-300, -45), (-300, -44), (5, 1005),
    ] {
      let pixels = paint(values, low: low, high: high)
      for (value, pixel) in zip(values, pixels) {
        // The naive twin: exact division in double precision.
        let exact = Double(Int(value) - Int(low)) * 256 / Double(Int(high) - Int(low))
        let entry = min(255, max(0, Int(exact.rounded(.down))))
        // The fixed-point scale may lift a value just below a boundary over it.
        let isJustBelow = exact - exact.rounded(.down) > 63.0 / 64
        let expected = pixel == entries[entry] || (isJustBelow && pixel == entries[min(255, entry + 1)])
        if !expected { Issue.record("\(value) in \(low)...\(high)") }
      }
    }
  }

  @Test func aGapIsTransparent() {
    #expect(paint([FieldPainter.gap, 0], low: -100, high: 100)[0] == 0)
    #expect(paint([FieldPainter.gap], low: .min, high: .max) == [0])
  }

  @Test func aRangeWithoutExtentHasTwoColors() {
    let entries = ColorMap.meter.entries
    for high: Int16 in [-50, -51, .min] {
      let pixels = paint([-51, -50, -49, .max], map: .meter, low: -50, high: high)
      #expect(pixels == [entries[0], entries[0], entries[255], entries[255]])
    }
  }

  @Test func pixelsBeyondTheValuesAreTransparentAndValuesBeyondThePixelsAreLeft() {
    #expect(paint([100], low: 0, high: 10, pixelCount: 3) == [ColorMap.waterfall.entries[255], 0, 0])
    #expect(paint([100, 100], low: 0, high: 10, pixelCount: 1) == [ColorMap.waterfall.entries[255]])
    #expect(paint([], low: 0, high: 10).isEmpty)
  }

  @Test func levelsAndColorsRiseTogether() {
    var random = SeededGenerator(seed: 3)
    let order = Dictionary(
      uniqueKeysWithValues: zip(ColorMap.waterfall.entries, ColorMap.waterfall.entries.indices))
    for _ in 0..<20 {
      let low = Int16.random(in: -20_000...0, using: &random)
      let high = Int16.random(in: 1...20_000, using: &random)
      let pixels = paint(Array((low - 5)...(high + 5)), low: low, high: high)
      let indices = pixels.compactMap { order[$0] }
      #expect(indices.count == pixels.count)
      #expect(zip(indices, indices.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }
}
