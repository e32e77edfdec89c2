import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// Layers of the picture, painted in rising order.
enum LayerID {
  static let ground: UInt32 = 0
  static let field: UInt32 = 1
  static let grid: UInt32 = 2
  static let trace: UInt32 = 3
  static let labels: UInt32 = 4
  static let marker: UInt32 = 5
}

/// What every drawing reads: the screen, colours, widths of texts, the band, and facts about the source.
struct Plot: Sendable {
  /// The screen.
  let screen: Screen
  /// Colours of the strip below the plot.
  let theme: Theme
  /// Widths of characters.
  let advances: TextAdvances
  /// The view.
  let mode: ViewMode
  /// Frequencies from the left edge to the right one.
  let band: Band
  /// Seconds to add to universal time to get local time.
  let zoneSeconds: Int64
  /// What the source's levels are relative to; nil if there is no source.
  let unit: LevelUnit?
  /// The source's properties.
  let flags: SourceFlags
  /// The source's resolution bandwidth in hertz; NaN where unknown.
  let rbwHertz: Double
  /// Seconds that one row of the source covers.
  let rowSeconds: Double
  /// The time that a recording covers.
  let span: RecordedSpan

  /// Colours on the plot: waterfall and meter are dark in any theme.
  @inline(never) var plotTheme: Theme { mode == .waterfall || mode == .meter ? .dark : theme }

  /// The style of labels.
  var labelStyle: TextStyle { TextStyle(size: (12 * screen.type).rounded()) }

  /// The frequency at a pixel.
  @inline(never)
  func hertz(atPixel x: Float) -> Double { band.low + Double(x / Swift.max(1, screen.width)) * band.width }

  /// The pixel of a frequency.
  @inline(never)
  func pixel(ofHertz hertz: Double) -> Float { Float((hertz - band.low) / band.width) * screen.width }

  // MARK: - Numbers of the source

  /// Hertz in a step worth writing: a pixel or a bin, whichever is coarser.
  var readoutStepHertz: Double { Swift.max(band.width / Double(Swift.max(1, screen.width)), rbwHertz / 4) }

  /// The unit that suits a frequency: of samples whose rate is unknown, a part of the rate.
  @inline(never)
  func frequencyUnit(forHertz hertz: Double) -> FrequencyText.Prefix {
    flags.contains(.rateUnknown)
      ? FrequencyText.Prefix(factor: 1e6, unit: "\u{00D7} rate")
      : FrequencyText.prefix(forHertz: hertz)
  }

  /// A frequency with its unit, resolved to a step.
  @inline(never)
  func frequencyText(_ hertz: Double, stepHertz: Double) -> [UInt8] {
    FrequencyText.bytes(hertz: hertz, stepHertz: stepHertz, prefix: frequencyUnit(forHertz: hertz))
  }

  /// Wall-clock time of a recorded moment: as recorded where the zone is unknown, else in the zone here.
  ///
  /// Samples whose rate is unknown have no times: there it is how far into the file the moment is.
  @inline(never)
  func clockText(_ microseconds: Int64) -> [UInt8] {
    if flags.contains(.rateUnknown) {
      var text = TextWriter()
      text.append(100 * span.share(of: microseconds), decimals: 0)
      text.append(" % of the file")
      return text.bytes
    }
    return TimeText.clock(
      microseconds: microseconds + (flags.contains(.zoneUnknown) ? 0 : zoneSeconds) * 1_000_000)
  }

  // MARK: - Labels

  /// Draws a label on its backing, so that it can be read on any signal.
  func drawLabel(
    _ text: [UInt8], x: Float, middle: Float, color: Color, style: TextStyle,
    into list: inout DrawList
  ) {
    let type = screen.type
    let width = advances.width(of: text, style: style)
    let height = (style.size * 1.5).rounded()
    list.rectangle(
      Rect(
        x: x, y: (middle - height / 2).rounded(), width: (width + 10 * type).rounded(), height: height),
      radius: 5 * type, color: plotTheme.backing)
    list.text(
      text, x: x + 5 * type, baseline: (middle + style.size * 0.35).rounded(), style: style, color: color)
  }

  /// Where labels along the left edge end: above those of the receiver's faults, if there are any.
  func labelBottom(above artefacts: Artefacts?) -> Float {
    screen.plot.height - (artefacts == nil ? 0 : 46 * screen.type)
  }

  /// Says which spikes the receiver made itself, one above the other.
  func drawArtefacts(_ artefacts: Artefacts?, into list: inout DrawList) {
    guard let artefacts else { return }
    var spike = Texts.bytes("DC spike of the receiver")
    let room = screen.right - screen.left - 10 * screen.type
    if advances.width(of: spike, style: labelStyle) > room { spike = Texts.bytes("DC spike") }
    drawArtefact(at: artefacts.spikeHertz, spike, line: 0, into: &list)
    drawArtefact(at: artefacts.imageHertz, Texts.bytes("mirror image"), line: 1, into: &list)
  }

  private func drawArtefact(
    at hertz: Double, _ text: [UInt8], line: Float, into list: inout DrawList
  ) {
    guard hertz.isFinite, hertz > band.low, hertz < band.high else { return }
    let width = advances.width(of: text, style: labelStyle) + 10 * screen.type
    let x = Swift.max(
      screen.left, Swift.min(screen.right - width, pixel(ofHertz: hertz) - width / 2))
    drawLabel(
      text, x: x.rounded(), middle: screen.plot.height - (16 + 20 * line) * screen.type,
      color: plotTheme.quiet, style: labelStyle, into: &list)
  }
}
