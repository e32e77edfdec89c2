import Testing
import WaveDisplay

/// The tables' perceptual properties are checked by Tests/Fixtures/colour/check_maps.py, these are their form
/// and use.
@Suite struct ColorMapTests {
  @Test(arguments: [ColorMap.waterfall, .meter])
  func has256OpaqueColors(map: ColorMap) {
    #expect(map.entries.count == 256)
    #expect(map.entries.allSatisfy { $0 >> 24 == 0xFF })
    #expect(Set(map.entries).count == 256)
  }

  @Test(arguments: ColorMap.allCases)
  func fractionsSpanTheTable(map: ColorMap) {
    #expect(map.color(at: 0) == map.entries[0])
    #expect(map.color(at: 1) == map.entries[255])
    #expect(map.color(at: 0.5) == map.entries[128])
    #expect(map.color(at: -.infinity) == map.entries[0])
    #expect(map.color(at: .infinity) == map.entries[255])
    #expect(map.color(at: .nan) == 0)
  }

  @Test(arguments: [ColorMap.loss, .lossSafe, .level, .levelSafe])
  func groundIsSeenThroughCoverage(map: ColorMap) {
    #expect(map.entries.count == 256)
    #expect(map.entries.allSatisfy { $0 >> 24 > 0x10 && $0 >> 24 < 0xC0 })
  }

  @Test func lossGoesFromGreenToRed() {
    let best = Color(rgba: ColorMap.loss.entries[0])
    let worst = Color(rgba: ColorMap.loss.entries[255])
    #expect(best.green > best.red && best.green > best.blue)
    #expect(worst.red > 2 * worst.green)
  }

  /// Whoever sees lightness alone can still distinguish losses.
  @Test(arguments: [ColorMap.lossSafe, .levelSafe])
  func lightnessFallsAllTheWay(map: ColorMap) {
    let above = map == .lossSafe ? 256 : Int(256 * ColorMap.levelEdge)
    let weights = map.entries[..<above].map { entry -> Double in
      let color = Color(rgba: entry)
      return 0.2126 * Double(color.red) + 0.7152 * Double(color.green) + 0.0722 * Double(color.blue)
    }
    for (before, after) in zip(weights, weights.dropFirst()) { #expect(after <= before + 0.5) }
  }

  @Test(arguments: [ColorMap.relief, .reliefLight])
  func landIsOpaqueAndLighterTowardsTheLight(map: ColorMap) {
    let entries = map.entries
    #expect(entries.count == 256)
    #expect(entries.allSatisfy { $0 >> 24 == 0xFF })
    let land = entries[..<ColorMap.reliefLandCount].map { Color(rgba: $0).green }
    #expect(land == land.sorted())
    #expect(entries[ColorMap.reliefLandCount...].allSatisfy { Color(rgba: $0).blue > Color(rgba: $0).red })
  }

  @Test func endsAreAsNamed() {
    let first = Color(rgba: ColorMap.waterfall.entries[0])
    let last = Color(rgba: ColorMap.waterfall.entries[255])
    #expect(max(first.red, first.green, first.blue) < 32)
    #expect(min(last.red, last.green, last.blue) > 230)
    let red = Color(rgba: ColorMap.meter.entries[255])
    #expect(red.red > 240 && red.green < 24 && red.blue < 24)
  }
}
