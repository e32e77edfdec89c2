import WaveInteraction
import WavePropagation
import WaveUnits

// Measured points, their differences from the map, and the calibration.
extension CoverageDrawer {
  /// Appends the measured points, or a button to open a file if there are none.
  func appendMeasured(_ layer: MeasuredLayer?, to list: inout List) {
    guard hasTile || layer != nil else { return }
    list.heading(label: "Measured points")
    guard let layer else { return list.button(.openMeasured, label: "Open a file: CSV or GPX") }
    let (count, levels) = (layer.points.count, layer.points.levelCount)
    list.fact(label: "File", words: "\(count) \(count == 1 ? "point" : "points"), \(levels) with a level")
    if layer.points.levelCount > 0, !sites.list.isEmpty {
      appendResiduals(of: layer, to: &list)
      let floor = layer.floor.map { Texts.number(Double($0) / 100, decimals: 2) } ?? []
      list.field(.enter(.measuredFloor), label: "Leave out below", text: floor, unit: "dBm")
      appendRefusal(of: .enter(.measuredFloor), to: &list)
      appendCalibration(to: &list)
    }
    list.button(.openMeasured, label: "Open another file")
    list.button(.removeMeasured, label: "Take the points away")
  }

  private static func decibels(_ value: Double, _ rest: StaticString = "") -> [UInt8] {
    TextWriter("\(value, decimals: 1) dB\(rest)").bytes
  }

  private func appendResiduals(of layer: MeasuredLayer, to list: inout List) {
    let numbers = layer.residuals
    list.fact(label: "Within the map", words: "\(numbers.count)")
    if numbers.count > 0 {
      list.fact(label: "Measured less modelled, mean", text: Self.decibels(numbers.biasDecibels))
      list.fact(label: "Standard deviation", text: Self.decibels(numbers.deviationDecibels))
      list.fact(label: "RMSE", text: Self.decibels(numbers.rootMeanSquareDecibels))
    }
    var text: TextWriter = "\(numbers.outsideCount) outside"
    if let floor = layer.floor {
      text += ", \(numbers.belowCount) below \(Double(floor) / 100, decimals: 0) dBm"
    }
    list.fact(label: "Left out", text: text.bytes)
  }

  private func appendCalibration(to list: inout List) {
    guard sites.list.indices.contains(sites.selected) else { return }
    let site = sites.list[sites.selected]
    guard let shown = site.shown, !shown.isCoarse, let calibration = site.calibration else {
      return list.fact(label: "Calibration", words: "once the map is whole")
    }
    guard let made = calibration.made else {
      return list.fact(label: "Calibration", words: "not possible: no level to compare lies within the map")
    }
    let isOne = sites.list.count == 1
    list.toggle(
      .calibrate, label: isOne ? "Calibrate the map" : "Calibrate the selected one's map",
      isOn: site.isCalibrated)
    appendGain(of: made, to: &list)
    guard !isOne else { return }
    let letter = CoverageSite.letter(sites.selected)
    var text: TextWriter = "of one transmitter: they are taken as \(ascii: letter)\u{2019}s"
    if let other = sites.list.firstIndex(where: { $0.isCalibrated }), other != sites.selected {
      text += " in place of \(ascii: CoverageSite.letter(other))\u{2019}s"
    }
    list.fact(label: "Points are", text: text.bytes)
  }

  /// Appends the calibration's offset, and the map's error with and without calibration.
  private func appendGain(of made: CoverageCalibration, to list: inout List) {
    list.fact(label: "Offset", text: Self.decibels(made.offsetDecibels))
    if let meters = made.localMeters {
      list.fact(label: "And locally", text: Texts.bytes("within ") + Texts.length(meters))
    }
    guard let offsetError = made.offsetErrorDecibels else {
      return list.fact(label: "What it gains", words: "not known: too few places")
    }
    list.fact(label: "Error as it is", text: Self.decibels(made.plainDecibels))
    let local = made.localMeters == nil ? nil : made.localErrorDecibels
    list.fact(
      label: local == nil ? "Error with the offset" : "Error with both",
      text: Self.decibels(local ?? offsetError, ", at points left out"))
  }
}
