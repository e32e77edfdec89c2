import WaveInteraction
import WavePropagation
import WaveUnits

// The parameters of the map.
extension CoverageDrawer {
  /// The maximum number of exceeded validity limits that the drawer lists.
  private static let limitCount = 10

  /// Appends the controls for the map's parameters.
  ///
  /// - Parameters:
  ///   - reading: The inspected path; nil if there is none.
  ///   - status: Where the map is computed, and its progress.
  ///   - isSafe: Whether the colours are safe for colour-blind users.
  ///   - list: Receives the controls.
  func appendPreferences(reading: CoverageReading?, status: MapStatus, isSafe: Bool, to list: inout List) {
    guard let plan = sites.plan else {
      if hasTile {
        list.fact(label: "First", words: "Put the transmitter on the map; frequency and radius follow")
      }
      return
    }
    let prefix = FrequencyText.prefix(forHertz: plan.frequencyHertz)
    list.field(
      .enter(.frequency), label: "Frequency",
      text: Texts.number(plan.frequencyHertz / prefix.factor, decimals: 6), unit: prefix.unit)
    appendRefusal(of: .enter(.frequency), to: &list)
    appendLimits(of: plan, reading, to: &list)
    appendRadius(of: plan, to: &list)
    appendModels(of: plan, to: &list)
    status.append(to: &list)
    if let reading { appendOtherModels(reading, to: &list) }
    appendNumber(
      .transmitterHeight, "Transmitting antenna, above ground", plan.transmitterHeightMeters, "m",
      to: &list)
    let budget = sites.budget
    appendNumber(.power, "Radiated power (EIRP)", budget.radiatedDecibelMilliwatts, "dBm", to: &list)
    list.heading(label: "Receivers")
    appendNumber(.receiverHeight, "Antenna, above ground", plan.receiverHeightMeters, "m", to: &list)
    appendNumber(
      .sensitivity, "Lowest level they need", budget.sensitivityDecibelMilliwatts, "dBm", to: &list)
    list.toggle(.useSafeColors, label: "Colours for every eye", isOn: isSafe)
  }

  /// Appends the limits of the map's model that the map exceeds, and the limits of other models that the
  /// inspected path exceeds.
  private func appendLimits(of plan: CoveragePlan, _ reading: CoverageReading?, to list: inout List) {
    var limits = plan.limitsLeft()
    if let reading {
      var other = plan
      for model in [CoveragePlan.Model.p1812, .irregularTerrain] where model != plan.model {
        other.model = model
        limits += other.limitsLeft(overKilometers: reading.lengthMeters / 1000)
      }
    }
    for limit in limits.prefix(Self.limitCount) { list.fact(label: "Outside", text: limit.text) }
  }

  private func appendRadius(of plan: CoveragePlan, to list: inout List) {
    let stop = RadiusSlider.stop(nearestTo: plan.radiusMeters)
    list.slider(
      .setRadius, label: "Radius", fraction: Float(stop) / Float(RadiusSlider.stops.count - 1),
      text: Texts.radius(plan.radiusMeters))
    list.field(
      .enter(.radius), label: "Radius, as a number",
      text: Texts.number(plan.radiusMeters / 1000, decimals: 3), unit: "km")
    appendRefusal(of: .enter(.radius), to: &list)
    // Explains why a part of the circle is empty.
    guard let share = sites.shown?.untiledShare, share >= 0.005 else { return }
    list.fact(
      label: "No tile for",
      words: "\(100 * share, decimals: 0) % of the circle: nothing is computed there")
  }

  private func appendModels(of plan: CoveragePlan, to list: inout List) {
    let selected = ModelChoice.all.firstIndex { $0.model == plan.model }
    list.choices(
      .chooseModel, label: "Computed by", options: ModelChoice.all.map { Texts.bytes($0.name) },
      selected: selected, style: .pairs)
    guard let selected else { return }
    list.fact(label: "That is", text: Texts.bytes(ModelChoice.all[selected].sentence))
    // Explains why the learned model is not the default, and how accurate the current model is.
    if plan.model == .p1812, sites.defaultModel.isFollowed {
      for limit in plan.learnedLimitsLeft() { list.fact(label: "Since", text: limit.text) }
    }
    let caution = plan.caution
    if !caution.isEmpty { list.fact(label: "In drive tests", text: caution) }
    switch plan.model {
    case .hata, .extendedHata, .learned, .learnedPlain:
      list.segments(
        .chooseArea, label: "Receivers stand in", options: ["Large city", "City", "Suburb", "Open land"],
        selected: Int(plan.area.rawValue))
    case .p1812, .irregularTerrain:
      if plan.model == .p1812 {
        list.choices(
          .chooseClutter, label: "Clutter along the path",
          options: Clutter.allCases.map { Texts.bytes($0.name) }, selected: Int(plan.clutter.rawValue))
      }
      appendNumber(.timePercent, "Time with no greater loss", plan.timePercent, "%", to: &list)
      appendNumber(.locationPercent, "Places with no greater loss", plan.locationPercent, "%", to: &list)
    case .diffraction, .freeSpace: break
    }
  }

  /// Appends the losses of the path according to other models.
  ///
  /// Models differ from each other by more than their stated uncertainties.
  private func appendOtherModels(_ reading: CoverageReading, to list: inout List) {
    for (label, loss) in [
      ("Path by P.1812", reading.p1812), ("Path by Longley\u{2013}Rice", reading.irregularTerrain),
    ] as [(StaticString, Double?)] {
      if let loss { list.fact(label: label, words: "\(loss, decimals: 1) dB loss") }
    }
  }
}
