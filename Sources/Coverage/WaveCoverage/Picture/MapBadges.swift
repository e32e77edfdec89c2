import WaveDisplay
import WaveInteraction

/// The badges above the map's legend that remove the calibration or toggle trees and roofs when tapped.
struct MapBadges: Sendable {
  private let canvas: MapCanvas
  private let calibrationWords: [UInt8]
  private let surfaceWords: [UInt8]
  /// The bounds of the calibration badge; nil if there is none.
  private let calibration: Rect?
  /// The bounds of the badge for trees and roofs; nil if there is none.
  private let surface: Rect?

  /// Lays out the badges.
  ///
  /// - Parameters:
  ///   - legend: The legend below the badges.
  ///   - calibration: The text about the calibration; empty for no badge.
  ///   - surface: The text about trees and roofs; nil for no badge.
  init(above legend: borrowing MapLegend, calibration: [UInt8], surface: StaticString?) {
    let canvas = legend.canvas
    let (screen, type) = (canvas.screen, canvas.screen.type)
    self.canvas = canvas
    calibrationWords = calibration
    surfaceWords = surface.map { Texts.bytes($0) } ?? []
    let left = screen.left + 12 * type
    func box(_ words: [UInt8], bottom: Float, room: Float) -> Rect? {
      guard !words.isEmpty else { return nil }
      let width = canvas.advances.width(of: words, style: Self.style(canvas)) + room * type
      let most = Swift.max(0, screen.right - left - 12 * type)
      return Rect(x: left, y: bottom - 30 * type, width: Swift.min(width, most), height: 30 * type)
    }
    let foot = legend.bottom - 88 * type - legend.titleHeight
    self.calibration = box(calibration, bottom: foot, room: 44)
    let above = self.calibration.map { $0.y - 6 * type } ?? foot
    self.surface = box(surfaceWords, bottom: above, room: 38)
  }

  private static func style(_ canvas: MapCanvas) -> TextStyle {
    TextStyle(size: (11 * canvas.screen.type).rounded(), isBold: true)
  }

  /// Returns whether a finger hits a box or its margin; under the box, the margin is `below` pixels high.
  private func isOn(_ box: Rect?, x: Float, y: Float, below: Float) -> Bool {
    guard let box else { return false }
    let room = 7 * canvas.screen.type
    return x >= box.x - room && x <= box.right + room && y >= box.y - room && y <= box.bottom + below
  }

  /// Returns whether a finger hits the calibration badge.
  func isOnCalibration(x: Float, y: Float) -> Bool {
    isOn(calibration, x: x, y: y, below: 7 * canvas.screen.type)
  }

  /// Returns whether a finger hits the badge for trees and roofs.
  func isOnSurface(x: Float, y: Float) -> Bool {
    // The margin is smaller above the calibration badge, which is just below.
    isOn(surface, x: x, y: y, below: (calibration == nil ? 7 : 3) * canvas.screen.type)
  }

  // MARK: - Drawing

  /// Draws the calibration badge, with a cross because a tap removes the calibration.
  func drawCalibration(into list: inout DrawList) {
    guard let box = calibration else { return }
    let type = canvas.screen.type
    list.beginLayer(LayerID.calibration, bounds: box)
    list.rectangle(box, radius: 10 * type, color: canvas.panel)
    list.text(
      calibrationWords, x: box.x + 10 * type, baseline: box.y + 19 * type, style: Self.style(canvas),
      color: canvas.panelText)
    canvas.cross(
      x: box.right - 16 * type, y: box.y + box.height / 2, arm: 4.5 * type, width: 1.5 * canvas.screen.scale,
      color: canvas.panelText, into: &list)
    list.endLayer(bounds: box)
  }

  /// Draws the badge for trees and roofs, with a dot that is filled if they are included.
  func drawSurface(isOn: Bool, into list: inout DrawList) {
    guard let box = surface else { return }
    let type = canvas.screen.type
    list.beginLayer(LayerID.surface, bounds: box)
    list.rectangle(box, radius: 10 * type, color: canvas.panel)
    let (x, y) = (box.x + 17 * type, box.y + box.height / 2)
    canvas.dot(x: x, y: y, radius: 6 * type, color: canvas.surface, into: &list)
    if !isOn { canvas.dot(x: x, y: y, radius: 4.5 * type, color: canvas.theme.ground, into: &list) }
    list.text(
      surfaceWords, x: box.x + 29 * type, baseline: box.y + 19 * type, style: Self.style(canvas),
      color: isOn ? canvas.panelText : canvas.panelQuiet)
    list.endLayer(bounds: box)
  }
}
