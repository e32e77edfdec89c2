import WaveSensorsWire

/// The paper of an electrocardiogram: its form, speed and gain, and the size of a millimetre on this screen.
struct Paper: Equatable, Sendable {
  /// Rows and columns of leads.
  enum Form: UInt8, Equatable {
    /// Three rows of four leads, and lead II below them.
    case threeByFour = 0
    /// Six rows of two.
    case sixByTwo = 1
    /// Twelve rows.
    case twelve = 2
  }

  /// What changes it.
  enum Input {
    case form(Form)
    /// One of the speeds, or gains, by its place; one that does not exist changes nothing.
    case speed(Int)
    case gain(Int)
    /// The speed, or gain, some places on.
    case stepSpeed(Int)
    case stepGain(Int)
    /// Fingers came down.
    case touch
    /// Two fingers go from one speed or gain to the next.
    case pinch(scaleX: Double, scaleY: Double)
    /// The usual speed and gain.
    case showAll
    /// The size of a millimetre in points, as it was kept on this device.
    case restore(Double)
    /// Begins or ends to measure a millimetre by a bank card.
    case fitCard(Bool)
    /// Makes the card's frame larger or smaller.
    case scaleCard(Double)
  }

  /// Speeds to choose from, in millimetres a second.
  static let speeds: [Double] = [25, 50]
  /// Gains to choose from, in millimetres for a millivolt.
  static let gains: [Double] = [5, 10, 20]
  /// Points in a millimetre that a screen may have: from a wall to the densest phone.
  static let pointsPerMillimetre: ClosedRange<Float> = 1.5...12

  /// Rows and columns of leads.
  private(set) var form = Form.threeByFour
  /// Paper speed in millimetres a second.
  private(set) var speed = 25.0
  /// Millimetres for a millivolt.
  private(set) var gain = 10.0
  /// Device-independent points in a millimetre: a point is 1/96 inch, unless it was measured with a bank
  /// card.
  private(set) var pointsPerMillimetre: Float = 96 / 25.4
  /// Whether that was measured on this screen.
  private(set) var isCalibrated = false
  /// Whether a bank card is laid on the screen to measure it.
  private(set) var isFittingCard = false
  /// By how much the fingers have scaled since the last step.
  private var pinched = 1.0

  /// The places of speed and gain among those to choose from.
  var speedIndex: Int { Self.speeds.firstIndex(of: speed) ?? 0 }
  var gainIndex: Int { Self.gains.firstIndex(of: gain) ?? 0 }

  /// The leads in rows.
  var rows: [[ECGLead]] {
    switch form {
    case .threeByFour: [[.i, .aVR, .v1, .v4], [.ii, .aVL, .v2, .v5], [.iii, .aVF, .v3, .v6], [.ii]]
    case .sixByTwo: [[.i, .v1], [.ii, .v2], [.iii, .v3], [.aVR, .v4], [.aVL, .v5], [.aVF, .v6]]
    case .twelve: ECGLead.allCases.map { [$0] }
    }
  }

  /// The channels of a source that are on the paper.
  func channels(of source: StreamSource) -> [Int] {
    rows.flatMap { $0.compactMap { source.channel(of: $0) } }
  }

  /// Leads that the paper has a place for, and the source does not have.
  func missingLeads(of source: StreamSource) -> [ECGLead] {
    var missing: [ECGLead] = []
    for lead in rows.joined() where source.channel(of: lead) == nil && !missing.contains(lead) {
      missing.append(lead)
    }
    return missing
  }

  /// Seconds that fit on a plot.
  func seconds(across plot: Plot) -> Double { Double(Float(plot.columns) / plot.pixelsPerMillimetre) / speed }

  /// Shows it as a recording was looked at; speeds and gains that do not exist change nothing.
  mutating func show(_ look: StreamLook) {
    form = Form(rawValue: look.form.rawValue) ?? .threeByFour
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
