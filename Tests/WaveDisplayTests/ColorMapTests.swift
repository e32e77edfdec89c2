import Testing
import WaveDisplay

/// The tables' perceptual properties are checked by Tests/Fixtures/colour/check_maps.py, these are their form and use.
@Suite struct ColorMapTests {
  @Test(arguments: ColorMap.allCases)
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

  @Test func endsAreAsNamed() {
    let first = Color(rgba: ColorMap.waterfall.entries[0])
    let last = Color(rgba: ColorMap.waterfall.entries[255])
    #expect(max(first.red, first.green, first.blue) < 32)
    #expect(min(last.red, last.green, last.blue) > 230)
    let red = Color(rgba: ColorMap.meter.entries[255])
    #expect(red.red > 240 && red.green < 24 && red.blue < 24)
  }
}
