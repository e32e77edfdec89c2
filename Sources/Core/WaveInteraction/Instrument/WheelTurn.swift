/// The effect of turning a wheel or moving two fingers on a trackpad, which is the same in every instrument.
///
/// | keys | vertical | sideways |
/// |---|---|---|
/// | none | scrolls what scrolls, or zooms x at the pointer | moves along x |
/// | Shift | moves along x | moves along x |
/// | Ctrl or Cmd | zooms x at the pointer | zooms x at the pointer |
/// | Ctrl or Cmd with Shift | zooms the values | zooms the values |
package enum WheelTurn: Equatable, Sendable {
  /// Moves the content along x by a number of device pixels; positive values move it to the right.
  case move(Float)
  /// Scrolls the content by a number of device pixels; positive values show what is further right or down.
  case scroll(dx: Float, dy: Float)
  /// Magnifies x by a factor from 0.5 to 2.
  case zoomX(Double)
  /// Magnifies the values by a factor from 0.5 to 2.
  case zoomY(Double)

  /// Creates the effect of a turn.
  ///
  /// - Parameters:
  ///   - dx: The distance to the right, in device pixels.
  ///   - dy: The distance down, in device pixels.
  ///   - zoom: The effect of the keys that are held.
  ///   - scale: The number of device pixels per point.
  ///   - scrolls: Whether there is content to scroll at the pointer.
  package init(dx: Float, dy: Float, zoom: WheelZoom, scale: Float, scrolls: Bool = false) {
    // On some systems, Shift makes the wheel scroll sideways.
    let turn = dy == 0 ? dx : dy
    let factor = Double(Swift.max(0.5, Swift.min(2, 1 - turn / (400 * scale))))
    switch zoom {
    case .horizontal: self = .zoomX(factor)
    case .vertical: self = .zoomY(factor)
    case .sideways: self = .move(-turn)
    case .none where scrolls: self = .scroll(dx: dx, dy: dy)
    case .none: self = dx.magnitude > dy.magnitude ? .move(-dx) : .zoomX(factor)
    }
  }
}
