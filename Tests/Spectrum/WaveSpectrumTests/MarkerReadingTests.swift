import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct MarkerReadingTests {
  private func lines(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  private func screen(_ width: Float = 400, _ height: Float = 828, scale: Float = 1) -> Screen {
    Screen(width: width, height: height, scale: scale)
  }

  /// The reading's box on a plot, as it is drawn: 150 x 66 points where its lines are short.
  private func box(
    x: Float, y: Float?, lines: [[UInt8]]? = nil, _ mode: ViewMode = .spectrum, screen: Screen? = nil
  ) throws -> Rect? {
    let plot = Plot.make(mode, screen: screen ?? self.screen())
    let reading = MarkerReading(lines ?? self.lines("99 MHz", "-50 dB"), x: x, y: y, on: plot)
    return try marks(on: plot) { reading.draw(on: plot, into: &$0) }.compactMap(\.rectangle).last
  }

  @Test func onASpectrumItIsBesideThePoint() throws {
    #expect(try box(x: 300, y: 400) == Rect(x: 136, y: 64, width: 150, height: 66))
    #expect(try box(x: 172, y: 400)?.x == 8)
    // On the other side, where there is no room.
    #expect(try box(x: 171, y: 400)?.x == 185)
    #expect(try box(x: 0, y: nil)?.x == 14)
    #expect(try box(x: 450, y: nil)?.x == 242)
  }

  @Test func onAWaterfallItIsBelowThePoint() throws {
    #expect(try box(x: 200, y: 500, .waterfall) == Rect(x: 125, y: 516, width: 150, height: 66))
    #expect(try box(x: 20, y: 20, .waterfall) == Rect(x: 8, y: 64, width: 150, height: 66))
    #expect(try box(x: 390, y: 795, .waterfall) == Rect(x: 242, y: 726, width: 150, height: 66))
    #expect(try box(x: 200, y: nil, .waterfall)?.y == 64)
  }

  @Test func itMakesRoomForTheHandle() throws {
    // The middle is at 414 pixels, and 54 to either side of it.
    for (y, x) in [(Float(277), Float(242)), (279, 194), (451, 194), (452, 242)] {
      #expect(try box(x: 390, y: y, .waterfall)?.x == x, "\(y)")
    }
    // Below it or above it, where there is no room beside it.
    let narrow = screen(200)
    #expect(try box(x: 100, y: 400, .waterfall, screen: narrow) == Rect(x: 8, y: 468, width: 150, height: 66))
    let low = screen(200, 280)
    #expect(try box(x: 100, y: 100, .waterfall, screen: low) == Rect(x: 8, y: 64, width: 150, height: 66))
  }

  @Test func itsSizeIsThatOfItsLines() throws {
    let long = lines("99.123456789 MHz", "-50 dB")
    // The first line is large, with the cross beside it; others are not.
    #expect(try box(x: 390, y: nil, lines: long)?.width == 217)
    #expect(try box(x: 390, y: nil, lines: lines("1", String(repeating: "8", count: 20)))?.width == 185)
    let four = lines("1", "2", "3", "4")
    #expect(try box(x: 390, y: nil, lines: four)?.height == 84)
    #expect(
      try box(x: 600, y: nil, screen: screen(800, 1656, scale: 2))
        == Rect(x: 272, y: 128, width: 300, height: 132))
  }

  @Test func aFingerHoldsTheMarkerByItsBoxOrItsLine() {
    let plot = Plot.make()
    let reading = MarkerReading(lines("99 MHz"), x: 300, y: 400, on: plot)
    #expect(reading.isHeld(x: 140, y: 70, on: plot) && reading.isHeld(x: 280, y: 120, on: plot))
    #expect(!reading.isHeld(x: 134, y: 70, on: plot))
    for (x, isHeld) in [(Float(276.5), true), (323.5, true), (276, false), (324, false)] {
      #expect(reading.isHeld(x: x, y: 700, on: plot) == isHeld, "\(x)")
    }
  }

  @Test func onAWaterfallALineIsHeldNearItsMoment() {
    let plot = Plot.make(.waterfall)
    let reading = MarkerReading(lines("99 MHz"), x: 200, y: 500, on: plot)
    for (y, isHeld) in [(Float(476.5), true), (476, false), (510, true)] {
      #expect(reading.isHeld(x: 200, y: y, on: plot) == isHeld, "\(y)")
    }
    #expect(!reading.isHeld(x: 224, y: 500, on: plot))
    // Without a moment, anywhere on the line.
    let endless = MarkerReading(lines("99 MHz"), x: 200, y: nil, on: plot)
    #expect(endless.isHeld(x: 200, y: 700, on: plot))
  }

  @Test func theCrossRemovesAndDoesNotHold() {
    let plot = Plot.make()
    let reading = MarkerReading(lines("99 MHz"), x: 300, y: 400, on: plot)
    // The box ends at 286 pixels.
    for (x, y, isOn) in [
      (Float(243), Float(65), true), (241, 65, false), (285, 107, true), (286, 65, false), (260, 108, false),
      (260, 63, false),
    ] {
      #expect(reading.isOnCross(x: x, y: y, scale: 1) == isOn, "\(x), \(y)")
      #expect(!isOn || !reading.isHeld(x: x, y: y, on: plot), "\(x), \(y)")
    }
  }

  @Test func theLinesAndThePointAreDrawn() throws {
    let plot = Plot.make()
    let reading = MarkerReading(lines("99 MHz", "-50 dB", "now"), x: 300, y: 400, on: plot)
    let drawn = try marks(on: plot) { reading.draw(on: plot, into: &$0) }
    #expect(drawn.compactMap(\.text) == ["99 MHz", "-50 dB", "now", "\u{00D7}"])
    #expect(drawn.compactMap { $0.point?.x } == [148, 148, 148, 268])
    #expect(drawn.compactMap { $0.point?.baseline } == [84, 102, 120, 84])
    let rectangles = drawn.compactMap(\.rectangle)
    #expect(rectangles.first == Rect(x: 299, y: 0, width: 2, height: 800))
    #expect(rectangles.dropFirst().first == Rect(x: 294, y: 394, width: 12, height: 12))
    // On a waterfall there is a line for the moment too; without a level there is no point.
    let waterfall = Plot.make(.waterfall)
    let crossed = try marks(on: waterfall) { reading.draw(on: waterfall, into: &$0) }.compactMap(\.rectangle)
    #expect(crossed.dropFirst().first == Rect(x: 0, y: 399, width: 400, height: 2))
    let without = MarkerReading(lines("99 MHz"), x: 300, y: nil, on: plot)
    #expect(try marks(on: plot) { without.draw(on: plot, into: &$0) }.compactMap(\.rectangle).count == 2)
  }
}
