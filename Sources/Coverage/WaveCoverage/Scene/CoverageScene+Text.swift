import WavePropagation
import WaveUnits

extension CoverageScene {
  /// The scene as text.
  ///
  /// The model is always written, because text without a model means diffraction.
  public var text: [UInt8] {
    var text: TextWriter = "tile="
    for byte in tile { SceneField.append(escaped: byte, to: &text) }
    if let place {
      text += "&at=\(place.latitudeDegrees, atMost: 7),\(place.longitudeDegrees, atMost: 7)"
      text += "&mhz=\(transmitter.frequencyHertz / 1e6, atMost: 6)"
      text += "&km=\(transmitter.radiusMeters / 1000, atMost: 3)&tx=\(transmitter.heightMeters, atMost: 3)"
      text += "&rx=\(receiver.heightMeters, atMost: 3)"
      text += "&dbm=\(transmitter.radiatedDecibelMilliwatts, atMost: 2)"
      text += "&need=\(receiver.sensitivityDecibelMilliwatts, atMost: 2)"
      appendPropagation(to: &text)
      appendOthers(to: &text)
      if let word = SceneField.word(display) { text += "&show=\(word)" }
      if isSafe { text += "&eye=every" }
    }
    if isBare { text += "&trees=no" }
    if showsStreets { text += "&streets=yes" }
    if let center {
      text += "&map=\(center.latitudeDegrees, atMost: 7),\(center.longitudeDegrees, atMost: 7)"
      text += ",\(doublings, atMost: 5)"
    }
    return text.bytes
  }

  private func appendPropagation(to text: inout TextWriter) {
    let usual = Propagation()
    text += "&model=\(SceneField.word(propagation.model))"
    if propagation.area != usual.area { text += "&area=\(SceneField.word(propagation.area))" }
    if propagation.clutter != usual.clutter { text += "&clutter=\(SceneField.word(propagation.clutter))" }
    // Rounding must not give 0 or 100 %; percentages that round to the default are omitted.
    func share(_ percent: Double) -> Double {
      (Swift.max(0.001, Swift.min(99.999, percent)) * 1000).rounded() / 1000
    }
    let (time, places) = (share(propagation.timePercent), share(propagation.locationPercent))
    if time != usual.timePercent { text += "&time=\(time, atMost: 3)" }
    if places != usual.locationPercent { text += "&places=\(places, atMost: 3)" }
  }

  private func appendOthers(to text: inout TextWriter) {
    for other in others.prefix(Self.otherLimit) {
      let (place, transmitter) = (other.place, other.transmitter)
      text += "&also=\(place.latitudeDegrees, atMost: 7),\(place.longitudeDegrees, atMost: 7)"
      text += ",\(transmitter.frequencyHertz / 1e6, atMost: 6),\(transmitter.radiusMeters / 1000, atMost: 3)"
      text += ",\(transmitter.heightMeters, atMost: 3)"
      text += ",\(transmitter.radiatedDecibelMilliwatts, atMost: 2)"
    }
    guard selectedIndex > 0, selectedIndex <= others.count else { return }
    text += "&letter=\(ascii: CoverageSite.letter(selectedIndex))"
  }
}
