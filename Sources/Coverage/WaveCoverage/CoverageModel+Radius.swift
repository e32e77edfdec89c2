import WaveCoverageFeed
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

extension CoverageModel {
  /// Radii that may be typed, m.
  static let typedRadii = 100.0...1_000_000.0

  /// Places of a circle at which it is looked what is there.
  static let circlePlaces = 500

  /// One of them: on Vogel's spiral each stands for as much of the circle.
  static func circlePlace(_ index: Int, of plan: CoveragePlan) -> Coordinate {
    let cosine = Trigonometry.sineCosine(turns: plan.transmitter.latitudeDegrees / 360).cosine
    let away = plan.radiusMeters * ((Double(index) + 0.5) / Double(circlePlaces)).squareRoot() / 111_200
    let (sine, cosineOfTurn) = Trigonometry.sineCosine(
      turns: (Double(index) * 0.381_966_011_250_105).truncatingRemainder(dividingBy: 1))
    return Coordinate(
      latitudeDegrees: plan.transmitter.latitudeDegrees + away * cosineOfTurn,
      longitudeDegrees: plan.transmitter.longitudeDegrees + away * sine / Swift.max(0.05, cosine))
  }

  /// How much of a circle lies where no tile is, 0 to 1.
  func untiledShare(within plan: CoveragePlan) -> Double {
    let count = (0..<Self.circlePlaces).count { index in
      let place = Self.circlePlace(index, of: plan)
      return !store.tiles.contains { $0.contains(place) }
    }
    return Double(count) / Double(Self.circlePlaces)
  }

  /// Says why a part of the circle is empty.
  func appendUntiled(to list: inout ControlListBuilder<CoverageAction>) {
    guard let share = shown?.untiledShare, share >= 0.005 else { return }
    var text = TextWriter()
    text.append(100 * share, decimals: 0)
    text.append(" % of the circle: nothing is computed there")
    list.fact(label: "No tile for", text: text.bytes)
  }

  func appendTypedRadius(_ meters: Double, to list: inout ControlListBuilder<CoverageAction>) {
    list.field(
      .enter(.radius), label: "Radius, as a number", text: Texts.number(meters / 1000, decimals: 3),
      unit: "km")
    appendRefusal(of: .enter(.radius), to: &list)
    appendUntiled(to: &list)
  }

  /// Takes a radius: a number of kilometres, or of metres with an m behind it.
  mutating func typeRadius(_ text: [UInt8]) {
    guard let meters = Texts.meters(from: text) else {
      return refuse(.enter(.radius), "That is no length. Write 12.5 or 800 m.")
    }
    guard Self.typedRadii.contains(meters) else {
      return refuse(.enter(.radius), "A radius goes from 0.1 km to 1000 km.")
    }
    change { $0.radiusMeters = meters }
  }
}

extension Texts {
  /// Reads a length: kilometres unless metres are said.
  static func meters(from text: [UInt8]) -> Double? {
    guard let (value, rest) = NumberText.prefix(of: text) else { return nil }
    let unit = rest.filter { $0 != 0x20 }.map { $0 | 0x20 }
    if unit.isEmpty || unit == [0x6B, 0x6D] { return value * 1000 }
    return unit == [0x6D] ? value : nil
  }
}
