import WavePropagation
import WaveUnits

extension CoverageScene {
  /// The scene as text.
  ///
  /// The model is always written, because text without a model means diffraction.
  public var text: [UInt8] {
    var text = TextWriter()
    text.append("tile=")
    for byte in tile { SceneField.append(escaped: byte, to: &text) }
    if let place {
      SceneField.append("&at=", place.latitudeDegrees, 7, to: &text)
      SceneField.append(",", place.longitudeDegrees, 7, to: &text)
      SceneField.append("&mhz=", transmitter.frequencyHertz / 1e6, 6, to: &text)
      SceneField.append("&km=", transmitter.radiusMeters / 1000, 3, to: &text)
      SceneField.append("&tx=", transmitter.heightMeters, 3, to: &text)
      SceneField.append("&rx=", receiver.heightMeters, 3, to: &text)
      SceneField.append("&dbm=", transmitter.radiatedDecibelMilliwatts, 2, to: &text)
      SceneField.append("&need=", receiver.sensitivityDecibelMilliwatts, 2, to: &text)
      appendPropagation(to: &text)
      appendOthers(to: &text)
      if let word = SceneField.word(display) {
        text.append("&show=")
        text.append(word)
      }
      if isSafe { text.append("&eye=every") }
    }
    if isBare { text.append("&trees=no") }
    if showsStreets { text.append("&streets=yes") }
    if let center {
      SceneField.append("&map=", center.latitudeDegrees, 7, to: &text)
      SceneField.append(",", center.longitudeDegrees, 7, to: &text)
      SceneField.append(",", doublings, 5, to: &text)
    }
    return text.bytes
  }

  private func appendPropagation(to text: inout TextWriter) {
    let usual = Propagation()
    text.append("&model=")
    text.append(SceneField.word(propagation.model))
    if propagation.area != usual.area {
      text.append("&area=")
      text.append(SceneField.word(propagation.area))
    }
    if propagation.clutter != usual.clutter {
      text.append("&clutter=")
      text.append(SceneField.word(propagation.clutter))
    }
    // Rounding must not give 0 or 100 %; percentages that round to the default are omitted.
    func share(_ percent: Double) -> Double {
      (Swift.max(0.001, Swift.min(99.999, percent)) * 1000).rounded() / 1000
    }
    let (time, places) = (share(propagation.timePercent), share(propagation.locationPercent))
    if time != usual.timePercent { SceneField.append("&time=", time, 3, to: &text) }
    if places != usual.locationPercent { SceneField.append("&places=", places, 3, to: &text) }
  }

  private func appendOthers(to text: inout TextWriter) {
    for other in others.prefix(Self.otherLimit) {
      let transmitter = other.transmitter
      SceneField.append("&also=", other.place.latitudeDegrees, 7, to: &text)
      SceneField.append(",", other.place.longitudeDegrees, 7, to: &text)
      SceneField.append(",", transmitter.frequencyHertz / 1e6, 6, to: &text)
      SceneField.append(",", transmitter.radiusMeters / 1000, 3, to: &text)
      SceneField.append(",", transmitter.heightMeters, 3, to: &text)
      SceneField.append(",", transmitter.radiatedDecibelMilliwatts, 2, to: &text)
    }
    guard selectedIndex > 0, selectedIndex <= others.count else { return }
    text.append("&letter=")
    text.append(ascii: CoverageSite.letter(selectedIndex))
  }
}
