extension CoveragePlan {
  /// The link as input of Hata's model.
  public var hata: Hata {
    Hata(
      frequencyMegahertz: frequencyHertz / 1e6, baseHeightMeters: transmitterHeightMeters,
      mobileHeightMeters: receiverHeightMeters, area: area)
  }

  /// The link as input of the extended Hata model.
  ///
  /// Effective heights are the revised ones, the default of `ExtendedHata`: the original ones jump at 3 km,
  /// which a map would show as a ring.
  public var extendedHata: ExtendedHata {
    var link = ExtendedHata(
      frequencyMegahertz: frequencyHertz / 1e6, baseHeightMeters: transmitterHeightMeters,
      mobileHeightMeters: receiverHeightMeters, area: area)
    link.locationPercent = locationPercent
    return link
  }

  /// The loss by one of Hata's models, which can be less than that of free space near the antenna.
  func hataLoss(over profile: PathProfile) throws(PropagationError) -> Double {
    guard model == .extendedHata else {
      return try hata.loss(overKilometers: profile.lengthKilometers)
    }
    let heights = profile.heightsMeters
    let spacing = profile.lengthKilometers * 1000 / Double(heights.count - 1)
    return try extendedHata.terms(over: heights, spacingMeters: spacing).loss
  }
}
