import WaveUnits

/// Computes the loss of a path.
extension P1812 {
  /// Computes all terms of the loss of a path.
  ///
  /// - Parameter profile: The path; a few hundred points are enough if they are evenly spaced.
  /// - Returns: The terms in dB, named as in the Recommendation.
  /// - Throws: `PropagationError`.
  /// - Complexity: O(points), a few arrays.
  public func terms(of profile: PathProfile) throws(PropagationError) -> P1812Terms {
    try check()
    try profile.check()
    let geometry = PathGeometry(profile, self)
    var terms = P1812Terms(geometry: geometry)
    let (f, p) = (frequencyGigahertz, timePercent)
    let total = profile.lengthKilometers
    let sea = profile.share(of: .sea)
    let inland = profile.longestStretch { $0 == .inland }
    let tau = 1 - Exponential.exp(-4.12e-4 * Exponential.power(inland, 2.41))
    terms.ductingPercent = ductingPercent(landKilometers: profile.longestStretch { $0 != .sea }, tau)
    let beta = terms.ductingPercent

    // Line-of-sight propagation, section 4.2.
    let rise = (geometry.transmitter - geometry.receiver) / 1000
    terms.freeSpace = 92.4 + 20 * Logarithm.decimal(f) + 10 * Logarithm.decimal(total * total + rise * rise)
    let horizons = geometry.transmitterHorizonKilometers + geometry.receiverHorizonKilometers
    let multipath = 2.6 * (1 - Exponential.exp(-horizons / 10))
    terms.lineOfSight = terms.freeSpace + multipath * Logarithm.decimal(p / 50)
    terms.lineOfSightDucting = terms.freeSpace + multipath * Logarithm.decimal(beta / 50)

    // Diffraction, section 4.3.
    let diffraction = Diffraction(
      distances: profile.distancesKilometers, total: total, wavelength: 0.2998 / f, frequency: f,
      seaShare: sea, polarization: polarization)
    let heights = profile.obstacleHeights
    func diffracted(_ radius: Double) -> Diffraction.Terms {
      diffraction.terms(
        over: heights, from: geometry.transmitter, to: geometry.receiver, smooth: geometry.smoothHeights,
        radius: radius)
    }
    let median = diffracted(earthRadius)
    (terms.bullingtonMedian, terms.smoothBullingtonMedian, terms.sphericalEarthMedian) = (
      median.bullington, median.smooth, median.sphere
    )
    terms.diffractionMedian = median.loss
    let bent = diffracted(Self.bentEarthRadius)
    terms.diffractionDucting = bent.loss
    (terms.bullington, terms.smoothBullington, terms.sphericalEarth) = (
      bent.bullington, bent.smooth, bent.sphere
    )
    let share = p >= 50 ? 0 : p > beta ? InverseNormal.of(p / 100) / InverseNormal.of(beta / 100) : 1
    terms.diffraction = terms.diffractionMedian + share * (terms.diffractionDucting - terms.diffractionMedian)
    terms.diffractedMedian = terms.freeSpace + terms.diffractionMedian
    terms.diffracted = terms.lineOfSight + terms.diffraction

    terms.troposcatter = troposcatter(geometry, total)
    terms.ducting = ducting(geometry, total, sea, tau, beta)
    combine(&terms, share, total, sea)
    return terms
  }

  /// Returns β₀, the percentage of time with anomalous propagation, given the length of the path's longest
  /// section over land, section 3.6.
  func ductingPercent(landKilometers land: Double, _ tau: Double) -> Double {
    let first = Exponential.decade(-land / (16 - 6.6 * tau)) + Exponential.decade(-5 * (0.496 + 0.354 * tau))
    let mu1 = Swift.min(1, Exponential.power(first, 0.2))
    let latitude = latitudeDegrees.magnitude
    if latitude > 70 { return 4.17 * mu1 * Exponential.power(mu1, 0.3) }
    return Exponential.decade(-0.015 * latitude + 1.67) * mu1
      * Exponential.power(mu1, -0.935 + 0.0176 * latitude)
  }

  /// Returns the troposcatter loss, section 4.4.
  private func troposcatter(_ geometry: PathGeometry, _ total: Double) -> Double {
    let f = frequencyGigahertz
    let half = Logarithm.decimal(f / 2)
    return 190.1 + 25 * Logarithm.decimal(f) - 2.5 * half * half + 20 * Logarithm.decimal(total)
      + 0.573 * geometry.angularDistance - 0.15 * surfaceRefractivity
      - 10.125 * Exponential.power(Logarithm.decimal(50 / timePercent), 0.7)
  }

  /// Combines the losses, section 4.6.
  private func combine(_ terms: inout P1812Terms, _ share: Double, _ total: Double, _ sea: Double) {
    let angle = 1 - 0.5 * (1 + Exponential.tanh(2.4 * (terms.geometry.angularDistance - 0.3) / 0.3))
    let distance = 1 - 0.5 * (1 + Exponential.tanh(1.5 * (total - 20) / 20))
    let overLand = (1 - sea) * terms.diffraction
    terms.leastLineOfSight =
      timePercent < terms.ductingPercent
      ? terms.lineOfSight + overLand
      : terms.diffractedMedian
        + (terms.lineOfSightDucting + overLand - terms.diffractedMedian) * share
    terms.leastDucting =
      2.5
      * Logarithm.natural(Exponential.exp(terms.ducting / 2.5) + Exponential.exp(terms.lineOfSight / 2.5))
    terms.diffractedOrDucted =
      terms.leastDucting > terms.diffracted
      ? terms.diffracted : terms.leastDucting + (terms.diffracted - terms.leastDucting) * distance
    terms.modified = terms.diffractedOrDucted + (terms.leastLineOfSight - terms.diffractedOrDucted) * angle
    terms.median =
      -5
      * Logarithm.decimal(
        Exponential.decade(-0.2 * terms.troposcatter) + Exponential.decade(-0.2 * terms.modified))
    let place = InverseNormal.of(locationPercent / 100) * locationDeviationDecibels
    terms.loss = Swift.max(terms.lineOfSight, terms.median + place)
  }
}
