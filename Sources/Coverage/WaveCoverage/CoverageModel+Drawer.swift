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

  package mutating func appendDrawer(to list: inout ControlList, at now: Int64) {
    if plan != nil {
      appendDisplays(to: &list)
    }
    list.choices(
      ControlID.tile, label: "Tile", options: store.tiles.prefix(60).map { $0.name }, selected: tileIndex)
    appendFetching(to: &list)
    appendStanding(to: &list)
    appendTransmitter(to: &list)
    appendSites(to: &list)
    appendPreferences(to: &list)
    appendMeasured(to: &list)
    appendExports(to: &list)
    appendStreets(to: &list)
    list.gestures(
      ControlID.gestures, label: "With your fingers",
      [
        ("Drag, pinch", "move and scale the map"), ("Hold", "put the transmitter there"),
        ("Drag the pin", "the map follows"), ("Drag the circle", "the radius"),
        ("Tap in the circle", "the path to that point"),
        ("Drag an end of its line", "the path between any two places"), ("Double tap", "the whole"),
      ])
  }

  private func appendTransmitter(to list: inout ControlList) {
    list.heading(ControlID.firstFact, label: "Transmitter")
    guard tile != nil else {
      return list.fact(
        ControlID.firstFact + 1, label: "First", text: Texts.bytes("Pick a tile: tap it, or choose it above"))
    }
    list.button(
      ControlID.pin, label: plan == nil ? "Put it in the middle of the map" : "Move it to the middle")
    list.words(
      ControlID.place, label: Texts.bytes("Latitude, longitude"),
      text: plan.map { Texts.place($0.transmitter) } ?? [])
    appendRefusal(of: ControlID.place, to: &list)
    appendPosition(to: &list)
  }

  private func appendPreferences(to list: inout ControlList) {
    guard let plan else {
      if tile != nil {
        list.fact(
          ControlID.firstFact + 2, label: "First",
          text: Texts.bytes("Put the transmitter on the map; frequency and radius follow"))
      }
      return
    }
    let prefix = FrequencyText.prefix(forHertz: plan.frequencyHertz)
    list.field(
      ControlID.frequency, label: "Frequency",
      text: Texts.number(plan.frequencyHertz / prefix.factor, decimals: 6), unit: prefix.unit)
    appendRefusal(of: ControlID.frequency, to: &list)
    appendLimits(of: plan, to: &list)
    list.slider(
      ControlID.radius, label: "Radius", fraction: Float(radiusIndex) / Float(Self.radii.count - 1),
      text: Texts.radius(plan.radiusMeters))
    appendTypedRadius(plan.radiusMeters, to: &list)
    appendModels(to: &list)
    appendServed(to: &list)
    appendOtherModels(to: &list)
    number(
      ControlID.transmitterHeight, "Transmitting antenna, above ground", plan.transmitterHeightMeters, "m",
      to: &list)
    number(ControlID.power, "Radiated power (EIRP)", budget.radiatedDecibelMilliwatts, "dBm", to: &list)
    list.heading(ControlID.firstFact + 4, label: "Receivers")
    number(ControlID.receiverHeight, "Antenna, above ground", plan.receiverHeightMeters, "m", to: &list)
    number(
      ControlID.sensitivity, "Lowest level they need", budget.sensitivityDecibelMilliwatts, "dBm", to: &list)
    list.toggle(ControlID.safe, label: "Colours for every eye", isOn: isSafe)
  }

  /// What whole models say of the path that is looked at: they differ by more than any of them admits.
  private func appendOtherModels(to list: inout ControlList) {
    guard let reading else { return }
    for (id, label, loss) in [
      (ControlID.firstFact + 6, "Path by P.1812", reading.p1812),
      (ControlID.firstFact + 7, "Path by Longley\u{2013}Rice", reading.irregularTerrain),
    ] as [(UInt8, StaticString, Double?)] {
      guard let loss else { continue }
      var text = TextWriter()
      text.append(loss, decimals: 1)
      text.append(" dB loss")
      list.fact(id, label: label, text: text.bytes)
    }
  }

  func number(
    _ id: UInt8, _ label: StaticString, _ value: Double, _ unit: StaticString, to list: inout ControlList
  ) {
    list.field(id, label: label, text: Texts.number(value, decimals: 2), unit: unit)
    appendRefusal(of: id, to: &list)
  }

  /// What was wrong with what was typed, below its field.
  func appendRefusal(of id: UInt8, to list: inout ControlList) {
    guard let refusal, refusal.control == id else { return }
    list.fact(ControlID.firstFact + 10 + id, label: "Not taken", text: refusal.text)
  }
}
