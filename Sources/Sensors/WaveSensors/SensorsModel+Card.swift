import WaveDisplay
public import WaveInteraction

/// True millimetres: a bank card is laid on the screen once, and a frame is made as large as it.
extension SensorsModel {
  /// Width and height of a card of ISO/IEC 7810, ID-1, in millimetres.
  private static let card: (width: Float, height: Float) = (85.60, 53.98)
  /// Points in a millimetre that a screen may have: from a wall to the densest phone.
  static let pointsPerMillimetre: ClosedRange<Float> = 1.5...12
  /// The number under which the page keeps it.
  private static let key: UInt8 = 0

  /// Restores a number that was stored on this device.
  ///
  /// - Parameters:
  ///   - key: The key of `SensorsEffect.keep`.
  ///   - value: The stored value.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func restore(key: UInt8, value: Double, at now: Int64) -> [Effect] {
    perform(at: now) { model in
      guard key == Self.key, Self.pointsPerMillimetre.contains(Float(value)) else { return }
      model.paper.pointsPerMillimetre = Float(value)
      model.paper.isCalibrated = true
      model.arrangePaper()
    }
  }

  /// Begins to fit the frame to a card, or ends it and keeps what was found.
  mutating func setFittingCard(_ isOn: Bool, at now: Int64) {
    guard isFittingCard != isOn else { return }
    isFittingCard = isOn
    if isOn { isDrawerOpen = false }
    guard !isOn else { return }
    paper.isCalibrated = true
    request(.keep(key: Self.key, value: Double(paper.pointsPerMillimetre)))
  }

  /// Makes the frame larger or smaller.
  mutating func fitCard(by factor: Double, at now: Int64) {
    let next = paper.pointsPerMillimetre * Float(factor)
    guard next.isFinite else { return }
    let limits = Self.pointsPerMillimetre
    paper.pointsPerMillimetre = Swift.max(limits.lowerBound, Swift.min(limits.upperBound, next))
    arrangePaper()
    viewChanged(at: now)
  }

  func drawCard(into list: inout DrawList) {
    let width = Self.card.width * pixelsPerMillimetre
    let height = Self.card.height * pixelsPerMillimetre
    let left = ((screen.width - width) / 2).rounded()
    let top = ((screen.plot.height - height) / 2).rounded()
    let line = 2 * screen.scale
    list.layer(LayerID.calipers, bounds: screen.bounds) { list in
      var ground = theme.ground
      ground.rgba = ground.rgba & 0x00FF_FFFF | 0xC000_0000
      list.rectangle(screen.bounds, color: ground)
      list.rectangle(
        Rect(x: left, y: top, width: width, height: height), radius: 3.18 * pixelsPerMillimetre,
        color: theme.accent)
      list.rectangle(
        Rect(x: left + line, y: top + line, width: width - 2 * line, height: height - 2 * line),
        radius: 3.18 * pixelsPerMillimetre - line, color: theme.ground)
      let style = TextStyle(size: (15 * screen.type).rounded())
      let room = Swift.min(width - 32 * screen.scale, screen.width - 24 * screen.scale)
      let lines = advances.lines(
        of: Texts.bytes(
          "Lay a bank card here and pinch, or turn a wheel, until the frame fits it. Then tap."),
        style: style, width: Swift.max(room, 120 * screen.scale))
      for (index, text) in lines.enumerated() {
        list.text(
          text, x: screen.width / 2,
          baseline: top + height / 2 + (Float(index) - Float(lines.count - 1) / 2) * 1.4 * style.size,
          style: style,
          color: theme.text, alignment: .center)
      }
    }
  }
}
