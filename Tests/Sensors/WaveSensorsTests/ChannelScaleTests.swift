import Testing
import WaveSensorsWire

@testable import WaveSensors

/// The values of a lane, set by data, fingers and recordings.
@Suite struct ChannelScaleTests {
  private func scale(_ low: Double, _ high: Double) -> ChannelScale {
    var scale = ChannelScale()
    scale.fit(minimum: low, maximum: high)
    return scale
  }

  @Test(
    arguments: [
      (-1.0, 1.0), (0, 50), (3, 3), (0, 0), (-1e9, -1e9 + 1), (0.001, 0.0012), (-4.4, 4.49), (1e300, 1e300),
    ] as [(Double, Double)])
  func allValuesAreWithinTheLane(low: Double, high: Double) {
    let scale = scale(low, high)
    #expect(scale.span > 0 && scale.span >= high - low)
    #expect(low >= scale.center - scale.span / 2 && high <= scale.center + scale.span / 2)
    #expect(scale.isAutomatic)
  }

  /// A lane follows its data at once outwards, late inwards, and not at every sample.
  @Test func scalesDoNotTwitch() {
    var scale = ChannelScale()
    scale.fit(minimum: -1, maximum: 1)
    let first = scale
    var changes = 0
    for step in 0..<100 {
      let wobble = Double(step % 7) * 0.02
      if scale.follow(minimum: -0.9 - wobble, maximum: 0.9 + wobble, at: Int64(step) * 250_000) {
        changes += 1
      }
    }
    #expect(changes == 0 && scale.span == first.span)
    let hasGrown = scale.follow(minimum: -3, maximum: 3, at: 30_000_000)
    #expect(hasGrown)
    #expect(scale.span >= 6)
    var time: Int64 = 31_000_000
    while scale.span > 2, time < 60_000_000 {
      _ = scale.follow(minimum: -0.5, maximum: 0.5, at: time)
      time += 250_000
    }
    #expect(time > 35_500_000 && time < 37_000_000)
  }

  @Test func valuesOnTheEdgesAreWithinTheLane() {
    var scale = ChannelScale()
    #expect(scale.follow(minimum: -1, maximum: 1, at: 0) == false)
    #expect(scale.follow(minimum: -1.01, maximum: 1, at: 0) == true)
    scale = ChannelScale()
    #expect(scale.follow(minimum: -1, maximum: 1.01, at: 0) == true)
  }

  @Test func smallDataMakeItFinerAfterFiveSeconds() {
    // Two fifths of the lane are 0.8.
    for (high, isFiner) in [(0.4, false), (0.399, true)] {
      var scale = ChannelScale()
      _ = scale.follow(minimum: -0.4, maximum: high, at: 100)
      #expect(scale.follow(minimum: -0.4, maximum: high, at: 5_000_099) == false)
      #expect(scale.follow(minimum: -0.4, maximum: high, at: 5_000_100) == isFiner)
    }
    // In between they were larger.
    var scale = ChannelScale()
    _ = scale.follow(minimum: 0, maximum: 0.1, at: 0)
    _ = scale.follow(minimum: -0.9, maximum: 0.9, at: 4_000_000)
    #expect(scale.follow(minimum: 0, maximum: 0.1, at: 5_000_000) == false)
    #expect(scale.follow(minimum: 0, maximum: 0.1, at: 10_000_000) == true)
  }

  @Test func whatIsNotKnownIsNotFollowed() {
    var scale = ChannelScale()
    for (low, high) in [(.nan, 5), (-5, .nan), (-.infinity, 5), (-5, .infinity), (5, -5)]
      as [(Double, Double)]
    {
      #expect(scale.follow(minimum: low, maximum: high, at: 0) == false)
    }
    #expect(scale == ChannelScale())
    scale.follow(false)
    #expect(scale.follow(minimum: -9, maximum: 9, at: 0) == false && scale.span == 2)
    scale.follow(true)
    #expect(scale.follow(minimum: -9, maximum: 9, at: 0) == true)
  }

  @Test func aFingerMovesAndScalesWithinBounds() {
    var scale = scale(2, 6)
    let (center, span) = (scale.center, scale.span)
    scale.move(byFraction: 0.5)
    #expect(scale.center == center + span / 2 && !scale.isAutomatic)
    scale.move(byFraction: 1e300)
    #expect(scale.center == 1e15)
    scale.move(byFraction: -1e300)
    #expect(scale.center == -1e15)
    scale.zoom(by: 2)
    #expect(scale.span == span / 2)
    for factor in [Double.nan, .infinity, 0, -1] { scale.zoom(by: factor) }
    #expect(scale.span == span / 2)
    scale.zoom(by: 1e300)
    #expect(scale.span == 1e-12)
    scale.zoom(by: 1e-300)
    #expect(scale.span == 1e15)
  }

  @Test func aLeadIsMovedFromZeroOnce() {
    var scale = scale(2, 6)
    let span = scale.span
    scale.move(byFraction: 0.25, fromZero: true)
    #expect(scale.center == span / 4)
    scale.move(byFraction: 0.25, fromZero: true)
    #expect(scale.center == span / 2)
  }

  @Test func aRecordingHasItsValues() {
    var scale = ChannelScale()
    scale.show(.made(0))
    #expect(scale.center == 1 && scale.span == 4 && !scale.isAutomatic)
  }
}
