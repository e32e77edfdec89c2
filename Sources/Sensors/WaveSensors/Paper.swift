import WaveSensorsWire

/// The settings of electrocardiogram paper: its form, speed and gain, and the number of points per millimetre
/// on this screen.
struct Paper: Equatable, Sendable {
  /// The arrangement of leads in rows and columns.
  typealias Form = StreamLook.Form

  /// An input that changes the paper.
  enum Input {
    case form(Form)
    /// Selects a speed by its index in `speeds`; an invalid index has no effect.
    case speed(Int)
    /// Selects a gain by its index in `gains`; an invalid index has no effect.
    case gain(Int)
    /// Selects the speed a number of steps higher in `speeds`, or lower if the number is negative.
    case stepSpeed(Int)
    /// Selects the gain a number of steps higher in `gains`, or lower if the number is negative.
    case stepGain(Int)
    /// Resets the pinch, because a touch began.
    case touch
    /// Steps through the speeds or gains with a two-finger pinch.
    case pinch(scaleX: Double, scaleY: Double)
    /// Restores the standard speed and gain.
    case showAll
    /// Restores the number of points per millimetre that was stored on this device.
    case restore(Double)
    /// Starts or ends calibrating the points per millimetre with a bank card.
    case fitCard(Bool)
    /// Scales the card's frame by a factor.
    case scaleCard(Double)
  }

  /// The selectable speeds, in millimetres per second.
  static let speeds: [Double] = [25, 50]
  /// The selectable gains, in millimetres per millivolt.
  static let gains: [Double] = [5, 10, 20]
  /// The range of points per millimetre that a screen can have, from a wall display to the densest phone.
  static let pointsPerMillimetre: ClosedRange<Float> = 1.5...12

  /// The arrangement of leads.
  private(set) var form = Form.threeByFour
  /// The paper speed in millimetres per second.
  private(set) var speed = 25.0
  /// The gain in millimetres per millivolt.
  private(set) var gain = 10.0
  /// The number of device-independent points per millimetre.
  ///
  /// Unless this was calibrated with a bank card, a point is assumed to be 1/96 inch.
  private(set) var pointsPerMillimetre: Float = 96 / 25.4
  /// Whether the number of points per millimetre was calibrated on this screen.
  private(set) var isCalibrated = false
  /// Whether a calibration with a bank card is in progress.
  private(set) var isFittingCard = false
  /// The scale factor of the pinch gesture since the last step.
  private var pinched = 1.0

  /// The index of the speed in `speeds`.
  var speedIndex: Int { Self.speeds.firstIndex(of: speed) ?? 0 }
  /// The index of the gain in `gains`.
  var gainIndex: Int { Self.gains.firstIndex(of: gain) ?? 0 }

  /// The leads of each row.
  var rows: [[ECGLead]] {
    switch form {
    case .threeByFour: [[.i, .aVR, .v1, .v4], [.ii, .aVL, .v2, .v5], [.iii, .aVF, .v3, .v6], [.ii]]
    case .sixByTwo: [[.i, .v1], [.ii, .v2], [.iii, .v3], [.aVR, .v4], [.aVL, .v5], [.aVF, .v6]]
    case .twelve: ECGLead.allCases.map { [$0] }
    }
  }

  /// Returns the numbers of a source's channels that appear on the paper.
  func channels(of source: StreamSource) -> [Int] {
    rows.flatMap { $0.compactMap { source.channel(of: $0) } }
  }

  /// Returns the leads that the arrangement contains but the source lacks.
  func missingLeads(of source: StreamSource) -> [ECGLead] {
    var missing: [ECGLead] = []
    for lead in rows.joined() where source.channel(of: lead) == nil && !missing.contains(lead) {
      missing.append(lead)
    }
    return missing
  }

  /// Returns the duration that fits on a plot, in seconds.
  func seconds(across plot: Plot) -> Double { Double(Float(plot.columns) / plot.pixelsPerMillimetre) / speed }

  /// Adopts the settings stored in a recording; unknown speeds and gains are ignored.
  mutating func show(_ look: StreamLook) {
    form = look.form
    if Self.speeds.contains(Double(look.speed)) { speed = Double(look.speed) }
    if Self.gains.contains(Double(look.gain)) { gain = Double(look.gain) }
  }

  mutating func handle(_ input: Input) -> Consequences {
    switch input {
    case .form(let next):
      form = next
      return .view
    case .speed(let index):
      guard Self.speeds.indices.contains(index) else { return [] }
      speed = Self.speeds[index]
      return [.time, .view]
    case .gain(let index): if Self.gains.indices.contains(index) { gain = Self.gains[index] }
    case .stepSpeed(let step): return handle(.speed(speedIndex + step))
    case .stepGain(let step): return handle(.gain(gainIndex + step))
    case .touch: pinched = 1
    case .pinch(let scaleX, let scaleY): return pinch(scaleX, scaleY)
    case .showAll:
      (speed, gain) = (25, 10)
      return .time
    case .restore(let points):
      guard Self.pointsPerMillimetre.contains(Float(points)) else { return [] }
      pointsPerMillimetre = Float(points)
      isCalibrated = true
      return .time
    case .fitCard(let isOn):
      guard isFittingCard != isOn else { return [] }
      isFittingCard = isOn
      guard !isOn else { return .card }
      isCalibrated = true
      return .measured
    case .scaleCard(let factor):
      let next = pointsPerMillimetre * Float(factor)
      guard next.isFinite else { return [] }
      let limits = Self.pointsPerMillimetre
      pointsPerMillimetre = Swift.max(limits.lowerBound, Swift.min(limits.upperBound, next))
      return [.time, .view]
    }
    return []
  }

  private mutating func pinch(_ scaleX: Double, _ scaleY: Double) -> Consequences {
    let isAlong = (scaleX - 1).magnitude > (scaleY - 1).magnitude
    pinched *= isAlong ? scaleX : scaleY
    let step = pinched > 1.5 ? 1 : pinched < 0.67 ? -1 : 0
    guard step != 0 else { return [] }
    pinched = 1
    return handle(isAlong ? .stepSpeed(step) : .stepGain(step))
  }
}
