extension CoveragePlan {
  /// The parameters of Hata's model for this plan.
  public var hata: Hata {
    Hata(
      frequencyMegahertz: frequencyHertz / 1e6, baseHeightMeters: transmitterHeightMeters,
      mobileHeightMeters: receiverHeightMeters, area: area)
  }

  /// The parameters of the extended Hata model for this plan.
  ///
  /// Effective heights are computed by the revised method, the default of `ExtendedHata`; the original method
  /// has a jump at 3 km, which would appear as a ring on maps.
  public var extendedHata: ExtendedHata {
    var link = ExtendedHata(
      frequencyMegahertz: frequencyHertz / 1e6, baseHeightMeters: transmitterHeightMeters,
      mobileHeightMeters: receiverHeightMeters, area: area)
    link.locationPercent = locationPercent
    return link
  }

  /// Returns the loss according to one of Hata's models.
  ///
  /// Near the antenna, it can be less than the free-space loss.
  func hataLoss(over profile: PathProfile) throws(PropagationError) -> Double {
    guard model == .extendedHata else { return try hata.loss(overKilometers: profile.lengthKilometers) }
    let heights = profile.heightsMeters
    let spacing = profile.lengthKilometers * 1000 / Double(heights.count - 1)
    return try extendedHata.terms(over: heights, spacingMeters: spacing).loss
  }
}
