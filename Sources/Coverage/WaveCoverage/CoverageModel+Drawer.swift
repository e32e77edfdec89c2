import WaveCoverageWire
import WaveDisplay
package import WaveInteraction
import WavePropagation
import WaveUnits

/// What stands in the drawer, in the order of its use: a tile, then the pin, then what is computed.
extension CoverageModel {
  /// Opens or closes the drawer; where all was shown, it still is.
  package mutating func openDrawer(_ isOpen: Bool) {
    let before = freeRight
    isDrawerOpen = isOpen
    if isWhole, freeRight != before { fitWhole() }
  }

  package mutating func appendDrawer(to list: inout ControlListBuilder<CoverageAction>, at now: Int64) {
    if plan != nil {
      appendDisplays(to: &list)
    }
    list.choices(
      .pickTile, label: "Tile", options: store.tiles.prefix(60).map { $0.name }, selected: tileIndex)
    appendFetching(to: &list)
    appendStanding(to: &list)
    appendTransmitter(to: &list)
    appendSites(to: &list)
    appendPreferences(to: &list)
    appendMeasured(to: &list)
    appendExports(to: &list)
    appendStreets(to: &list)
    list.gestures(
      label: "With your fingers",
      [
        ("Drag, pinch", "move and scale the map"), ("Hold", "put the transmitter there"),
        ("Drag the pin", "the map follows"), ("Drag the circle", "the radius"),
        ("Tap in the circle", "the path to that point"),
        ("Drag an end of its line", "the path between any two places"), ("Double tap", "the whole"),
      ])
  }

  private func appendTransmitter(to list: inout ControlListBuilder<CoverageAction>) {
    list.heading(label: "Transmitter")
    guard tile != nil else {
      return list.fact(
        label: "First", text: Texts.bytes("Pick a tile: tap it, or choose it above"))
    }
    list.button(
      .placeInMiddle, label: plan == nil ? "Put it in the middle of the map" : "Move it to the middle",
      style: plan == nil ? .next : .plain)
    list.words(
      .enter(.place), label: Texts.bytes("Latitude, longitude"),
      text: plan.map { Texts.place($0.transmitter) } ?? [], style: .line)
    appendRefusal(of: .enter(.place), to: &list)
    appendPosition(to: &list)
  }

  private func appendPreferences(to list: inout ControlListBuilder<CoverageAction>) {
    guard let plan else {
      if tile != nil {
        list.fact(
          label: "First",
          text: Texts.bytes("Put the transmitter on the map; frequency and radius follow"))
      }
      return
    }
    let prefix = FrequencyText.prefix(forHertz: plan.frequencyHertz)
    list.field(
      .enter(.frequency), label: "Frequency",
      text: Texts.number(plan.frequencyHertz / prefix.factor, decimals: 6), unit: prefix.unit)
    appendRefusal(of: .enter(.frequency), to: &list)
    appendLimits(of: plan, to: &list)
    list.slider(
      .setRadius, label: "Radius", fraction: Float(radiusIndex) / Float(Self.radii.count - 1),
      text: Texts.radius(plan.radiusMeters))
    appendTypedRadius(plan.radiusMeters, to: &list)
    appendModels(to: &list)
    appendServed(to: &list)
    appendOtherModels(to: &list)
    number(
      .transmitterHeight, "Transmitting antenna, above ground", plan.transmitterHeightMeters, "m",
      to: &list)
    number(.power, "Radiated power (EIRP)", budget.radiatedDecibelMilliwatts, "dBm", to: &list)
    list.heading(label: "Receivers")
    number(.receiverHeight, "Antenna, above ground", plan.receiverHeightMeters, "m", to: &list)
    number(
      .sensitivity, "Lowest level they need", budget.sensitivityDecibelMilliwatts, "dBm", to: &list)
    list.toggle(.useSafeColors, label: "Colours for every eye", isOn: isSafe)
  }

  /// What whole models say of the path that is looked at: they differ by more than any of them admits.
  private func appendOtherModels(to list: inout ControlListBuilder<CoverageAction>) {
    guard let reading else { return }
    for (label, loss) in [
      ("Path by P.1812", reading.p1812), ("Path by Longley\u{2013}Rice", reading.irregularTerrain),
    ] as [(StaticString, Double?)] {
      guard let loss else { continue }
      var text = TextWriter()
      text.append(loss, decimals: 1)
      text.append(" dB loss")
      list.fact(label: label, text: text.bytes)
    }
  }

  func number(
    _ field: CoverageField, _ label: StaticString, _ value: Double, _ unit: StaticString,
    to list: inout ControlListBuilder<CoverageAction>
  ) {
    list.field(.enter(field), label: label, text: Texts.number(value, decimals: 2), unit: unit)
    appendRefusal(of: .enter(field), to: &list)
  }

  /// Appends the reason below a control whose input was refused.
  func appendRefusal(of action: CoverageAction, to list: inout ControlListBuilder<CoverageAction>) {
    guard let refusal, refusal.action == action else { return }
    list.fact(label: "Not taken", text: refusal.text)
  }
}
