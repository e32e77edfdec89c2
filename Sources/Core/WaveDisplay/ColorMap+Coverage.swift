import WaveUnits

extension ColorMap {
  /// A colour stop: a colour and its position along a ramp.
  private struct Stop {
    var place: Float
    var color: Color

    init(_ place: Float, _ hex: UInt32, _ opacity: Float) {
      self.place = place
      color = Color(hex, opacity: opacity)
    }
  }

  /// The number of land entries in a relief map, from dark to light; the water entries follow them.
  public static let reliefLandCount = 240

  /// The entries of the relief map: land from cold shadow to warm light, followed by water.
  static let reliefEntries =
    ramp(
      [Stop(0, 0x0A0E12, 1), Stop(0.35, 0x2C3234, 1), Stop(0.7, 0x686C69, 1), Stop(1, 0xBDB9AE, 1)],
      count: reliefLandCount)
    + ramp([Stop(0, 0x14324A, 1), Stop(1, 0x2A5878, 1)], count: 256 - reliefLandCount)

  /// The entries of the relief map for a light screen: land from brown to white, followed by light water.
  static let reliefLightEntries =
    ramp(
      [Stop(0, 0x8C877C, 1), Stop(0.35, 0xBDB7A9, 1), Stop(0.7, 0xEBE7DC, 1), Stop(1, 0xFDFBF5, 1)],
      count: reliefLandCount)
    + ramp([Stop(0, 0xC4DFEE, 1), Stop(1, 0xA8CDE2, 1)], count: 256 - reliefLandCount)

  static let lossEntries = ramp([
    Stop(0, 0x0E8F5B, 0.6), Stop(0.28, 0x58B947, 0.57), Stop(0.46, 0xE3D43A, 0.55),
    Stop(0.62, 0xEE8A2A, 0.55), Stop(0.8, 0xD8402C, 0.55), Stop(1, 0x8E1338, 0.55),
  ])

  /// The colours of viridis (van der Walt and Smith 2015), from light to dark.
  ///
  /// Their lightness keeps them distinguishable under every colour-vision deficiency.
  static let lossSafeEntries = ramp([
    Stop(0, 0xFDE725, 0.6), Stop(0.3, 0x7AD151, 0.6), Stop(0.48, 0x22A884, 0.6),
    Stop(0.64, 0x2A788E, 0.6), Stop(0.8, 0x414487, 0.6), Stop(1, 0x440154, 0.6),
  ])

  static let levelEntries = ramp([
    Stop(0, 0x0E8F5B, 0.6), Stop(0.3, 0x58B947, 0.57), Stop(0.55, 0xE3D43A, 0.55),
    Stop(0.745, 0xEE8A2A, 0.55), Stop(0.755, 0x5A2632, 0.34), Stop(1, 0x2A1A22, 0.1),
  ])

  static let levelSafeEntries = ramp([
    Stop(0, 0xFDE725, 0.6), Stop(0.3, 0x7AD151, 0.6), Stop(0.55, 0x22A884, 0.6),
    Stop(0.745, 0x2A788E, 0.6), Stop(0.755, 0x2A2440, 0.34), Stop(1, 0x1C1A26, 0.1),
  ])

  /// The fraction of a level map's range beyond which the level is too low for the receiver.
  public static let levelEdge: Float = 0.75

  /// Returns `count` colours that interpolate linearly between the stops, channel by channel.
  private static func ramp(_ stops: [Stop], count: Int = 256) -> [UInt32] {
    (0..<count).map { index in
      let place = Float(index) / Float(count - 1)
      var high = 1
      while high < stops.count - 1, stops[high].place < place { high += 1 }
      let (before, after) = (stops[high - 1], stops[high])
      let share = Swift.max(0, Swift.min(1, (place - before.place) / (after.place - before.place)))
      func blend(_ a: UInt8, _ b: UInt8) -> UInt32 {
        UInt32(saturating: Float(a) + (Float(b) - Float(a)) * share + 0.5)
      }
      return blend(before.color.red, after.color.red) | blend(before.color.green, after.color.green) << 8
        | blend(before.color.blue, after.color.blue) << 16
        | blend(before.color.alpha, after.color.alpha) << 24
    }
  }
}
