import WavePropagation
import WaveUnits

/// How path loss is computed, in the words of `waveglass cover`.
///
/// The model is always written. An address without one means diffraction, which was the default when such
/// addresses were made.
extension CoverageScene {
  /// What a model is called.
  private static func word(_ model: CoveragePlan.Model) -> StaticString {
    switch model {
    case .diffraction: "diffraction"
    case .p1812: "p1812"
    case .irregularTerrain: "itm"
    case .freeSpace: "free"
    case .hata: "hata"
    case .extendedHata: "ehata"
    case .learned: "learned"
    case .learnedPlain: "learned-plain"
    }
  }

  private static func word(_ area: HataArea) -> StaticString {
    switch area {
    case .largeCity: "large-city"
    case .city: "city"
    case .suburban: "suburban"
    case .open: "open"
    }
  }

  /// The model that is called so; nil for a word that a later version may know.
  static func model(_ word: [UInt8]) -> CoveragePlan.Model? {
    CoveragePlan.Model.allCases.first { Texts.bytes(Self.word($0)) == word }
  }

  /// The area that is called so, likewise.
  static func area(_ word: [UInt8]) -> HataArea? {
    HataArea.allCases.first { Texts.bytes(Self.word($0)) == word }
  }

  func appendModel(to text: inout TextWriter) {
    let usual = CoverageScene()
    text.append("&model=")
    text.append(Self.word(model))
    if area != usual.area {
      text.append("&area=")
      text.append(Self.word(area))
    }
    if clutter != usual.clutter {
      text.append("&clutter=")
      text.append(clutter.word)
    }
    // Rounded, a share just below all is not all, and one beside the usual is the usual.
    func share(_ percent: Double) -> Double {
      (Swift.max(0.001, Swift.min(99.999, percent)) * 1000).rounded() / 1000
    }
    let (time, places) = (share(timePercent), share(locationPercent))
    if time != usual.timePercent { Self.append("&time=", time, 3, to: &text) }
    if places != usual.locationPercent { Self.append("&places=", places, 3, to: &text) }
  }

  mutating func takeModel(of plan: CoveragePlan) {
    (model, area, clutter) = (plan.model, plan.area, plan.clutter)
    (timePercent, locationPercent) = (plan.timePercent, plan.locationPercent)
  }

  /// What is to be computed.
  ///
  /// - Parameters:
  ///   - place: Where the transmitter stands.
  ///   - plan: What a scene does not tell is taken from it.
  /// - Returns: The plan.
  /// - Throws: `PropagationError` where the model cannot have its numbers, such as a share of time.
  func plan(at place: Coordinate, from plan: CoveragePlan) throws(PropagationError) -> CoveragePlan {
    var next = plan
    next.transmitter = place
    next.frequencyHertz = frequencyHertz
    next.radiusMeters = radiusMeters
    next.transmitterHeightMeters = transmitterHeightMeters
    next.receiverHeightMeters = receiverHeightMeters
    (next.model, next.area) = (model, area)
    // Another model takes none, and the path that P.1812 tells of beside it is without.
    next.clutter = model == .p1812 ? clutter : .open
    (next.timePercent, next.locationPercent) = (timePercent, locationPercent)
    next.situationPercent = 50
    try next.check()
    return next
  }
}
