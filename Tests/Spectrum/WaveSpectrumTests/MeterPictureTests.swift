import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct MeterPictureTests {
  private func meter(_ levels: Int16..., hasText: Bool = false) -> MeterReading {
    var meter = MeterReading()
    for level in levels { meter.receive(level) }
    if hasText { _ = meter.updateText(isPaused: false, at: 0) }
    return meter
  }

  private func drawn(_ meter: MeterReading, on plot: Plot = .make(.meter)) throws -> [DrawMark] {
    let picture = MeterPicture(levels: LevelWindow(top: 0, span: 100), meter: meter)
    return try marks(on: plot) { picture.draw(on: plot, into: &$0) }
  }

  private func bar(_ marks: [DrawMark]) -> Rect? {
    for case .gradient(let rect, _, _) in marks { return rect }
    return nil
  }

  @Test func theBarIsAsHighAsTheLevel() throws {
    for (level, top) in [
      (Int16(-5000), Float(414)), (-2500, 207), (0, 0), (-10_000, 828), (500, 0), (-12_000, 828),
    ] {
      #expect(try bar(drawn(meter(level))) == Rect(x: 0, y: top, width: 400, height: 828 - top), "\(level)")
    }
    #expect(try bar(drawn(meter(-5000, RowMessage.gap))) == nil && bar(drawn(meter())) == nil)
  }

  @Test func theBarIsDarkerTowardsItsFoot() throws {
    for (level, foot) in [(Int16(-5000), Float(0.25)), (-9000, 0)] {
      let fraction = 1 + Float(level) / 10_000
      for case .gradient(_, let top, let bottom) in try drawn(meter(level)) {
        #expect(top == Color(rgba: ColorMap.meter.color(at: fraction)))
        #expect(bottom == Color(rgba: ColorMap.meter.color(at: foot)))
      }
    }
  }

  @Test func theNumberHasItsCaptionBelow() throws {
    let all = try drawn(meter(-5012, hasText: true))
    #expect(all.first { $0.text == "\u{2212}50.1" }?.point?.baseline == 364)
    #expect(all.first { $0.text == "dBFS total power" }?.point?.baseline == 404)
    #expect(all.first { $0.text == "in 90.0 \u{2013} 110.0 MHz" }?.point?.baseline == 429)
    let relative = try drawn(meter(-5012), on: .make(.meter, unit: .relative)).compactMap(\.text)
    #expect(relative.contains("dB, uncalibrated total power"))
    #expect(
      try !drawn(meter(), on: .make(.meter, unit: nil)).compactMap(\.text).contains { $0.contains("in ") })
    // Below a chip of several lines.
    let low = Plot.make(.meter, screen: Screen(width: 400, height: 828, headPoints: 400))
    let number = try drawn(meter(-5012, hasText: true), on: low).first { $0.text == "\u{2212}50.1" }?.point
    #expect(number?.baseline == 425)
  }

  private func highest(_ levels: Int16...) throws -> (line: Float?, label: Rect?) {
    var meter = MeterReading()
    for level in levels { meter.receive(level) }
    let all = try drawn(meter)
    let place = all.firstIndex { $0.text?.hasPrefix("highest") == true }
    return (
      all.compactMap(\.rectangle).first { $0.width == 400 && $0.height == 2 }?.y,
      place.flatMap { all[$0 - 1].rectangle }
    )
  }

  @Test func theHighestLevelIsALine() throws {
    #expect(try highest().line == nil)
    let free = try highest(-2000, -5000)
    #expect(free.line == 164)
    #expect(free.label == Rect(x: 192, y: 143, width: 144, height: 18))
    // Its label is above or below the number, which is from 280 to 434 pixels, and never under the chip.
    for (level, top) in [
      (Int16(-4500), Float(435)), (-4300, 261), (0, 55), (-3400, 259), (-3500, 261), (-5500, 435),
      (-5600, 441),
    ] {
      #expect(try highest(level).label?.y == top, "\(level)")
    }
    #expect(try drawn(meter(-2000)).compactMap(\.text).contains("highest \u{2212}20.0 dBFS"))
    // At two pixels a point, all of it is twice as large.
    let large = Plot.make(.meter, screen: Screen(width: 800, height: 1656, scale: 2))
    let all = try drawn(meter(-2000, -5000), on: large)
    let place = try #require(all.firstIndex { $0.text?.hasPrefix("highest") == true })
    #expect(all[place - 1].rectangle == Rect(x: 384, y: 285, width: 288, height: 36))
    #expect(all[place].point?.x == 394)
  }

  @Test func theScaleKeepsOffTheNumberAndTheEdges() throws {
    let all = try drawn(meter())
    let ticks = all.compactMap(\.rectangle).filter { $0.width == 8 && $0.height == 1 }
    #expect(ticks.map(\.y) == [745, 662, 580, 497, 414, 331, 248, 166, 83])
    #expect(all.compactMap(\.text).filter { $0.hasSuffix("0 dBFS") }.count == 9)
    #expect(try drawn(meter(), on: .make(.meter, unit: nil)).compactMap(\.rectangle).count == 1)
    // On a narrow screen, the number hides two labels.
    let narrow = try drawn(meter(), on: .make(.meter, screen: Screen(width: 300, height: 828)))
    #expect(narrow.compactMap(\.rectangle).filter { $0.width == 8 && $0.height == 1 }.count == 9)
    #expect(!narrow.compactMap(\.text).contains("\u{2212}50 dBFS"))
    #expect(narrow.compactMap(\.text).contains("\u{2212}60 dBFS"))
  }
}
