import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// The layers of the display, drawn in ascending order.
enum LayerID {
  static let ground: UInt32 = 0
  static let field: UInt32 = 1
  static let grid: UInt32 = 2
  static let trace: UInt32 = 3
  static let labels: UInt32 = 4
  static let marker: UInt32 = 5
}

/// The data shared by all drawing code: the screen, colours, text widths, the band, and properties of the
/// source.
struct Plot: Sendable {
  /// The screen.
  let screen: Screen
  /// The colours of the strip below the plot.
  let theme: Theme
  /// The widths of characters.
  let advances: TextAdvances
  /// The view mode.
  let mode: ViewMode
  /// The visible band, from the left edge to the right edge.
  let band: Band
  /// The offset of local time from UTC, in seconds.
  let zoneSeconds: Int64
  /// The unit of the source's levels; nil if there is no source.
  let unit: LevelUnit?
  /// The flags that describe the source.
  let flags: SourceFlags
  /// The source's resolution bandwidth in hertz; NaN if it is unknown.
  let rbwHertz: Double
  /// The duration of one of the source's rows, in seconds.
  let rowSeconds: Double
  /// The span of time that the recording covers.
  let span: RecordedSpan

  /// The colours of the plot.
  ///
  /// Waterfall and meter are dark in every theme.
  @inline(never) var plotTheme: Theme { mode == .waterfall || mode == .meter ? .dark : theme }

  /// The text style of labels.
  var labelStyle: TextStyle { TextStyle(size: (12 * screen.type).rounded()) }

  /// Returns the frequency at a horizontal position in pixels.
  @inline(never)
  func hertz(atPixel x: Float) -> Double { band.low + Double(x / Swift.max(1, screen.width)) * band.width }

  /// Returns the horizontal position of a frequency in pixels.
  @inline(never)
  func pixel(ofHertz hertz: Double) -> Float { Float((hertz - band.low) / band.width) * screen.width }

  // MARK: - Frequencies and times

  /// The smallest frequency step worth displaying, in hertz: the width of a pixel or a quarter of the
  /// resolution bandwidth, whichever is larger.
  var readoutStepHertz: Double { Swift.max(band.width / Double(Swift.max(1, screen.width)), rbwHertz / 4) }

  /// Returns a suitable unit for a frequency.
  ///
  /// If the sample rate is unknown, frequencies are shown as multiples of it.
  @inline(never)
  func frequencyUnit(forHertz hertz: Double) -> FrequencyText.Prefix {
    flags.contains(.rateUnknown)
      ? FrequencyText.Prefix(factor: 1e6, unit: "\u{00D7} rate")
      : FrequencyText.prefix(forHertz: hertz)
  }

  /// Formats a frequency with its unit, rounded to the precision of a step.
  @inline(never)
  func frequencyText(_ hertz: Double, stepHertz: Double) -> [UInt8] {
    FrequencyText.bytes(hertz: hertz, stepHertz: stepHertz, prefix: frequencyUnit(forHertz: hertz))
  }

  /// The visible band, such as "88.00 – 108.00 MHz".
  var bandText: [UInt8] {
    let prefix = frequencyUnit(forHertz: band.high)
    let decimals = FrequencyText.decimals(stepHertz: band.width / 1000, factor: prefix.factor)
    var text = TextWriter()
    text.append(band.low / prefix.factor, decimals: decimals)
    text.append(" \u{2013} ")
    text.append(band.high / prefix.factor, decimals: decimals)
    text.append(" ")
    text.append(prefix.unit)
    return text.bytes
  }

  /// Formats a recorded time as wall-clock time: in local time, or unchanged if its time zone is unknown.
  ///
  /// If the sample rate is unknown, there are no times, so the text is the position in the file as a
  /// percentage.
  @inline(never)
  func clockText(_ microseconds: Int64) -> [UInt8] {
    if flags.contains(.rateUnknown) {
      return Texts.number(100 * span.share(of: microseconds), decimals: 0, unit: "% of the file")
    }
    return TimeText.clock(
      microseconds: microseconds + (flags.contains(.zoneUnknown) ? 0 : zoneSeconds) * 1_000_000)
  }

  // MARK: - Labels

  /// Draws a label with a background, so that it is legible over any signal.
  func drawLabel(
    _ text: [UInt8], x: Float, middle: Float, color: Color, style: TextStyle? = nil, into list: inout DrawList
  ) {
    let style = style ?? labelStyle
    let type = screen.type
    let width = advances.width(of: text, style: style)
    let height = (style.size * 1.5).rounded()
    list.rectangle(
      Rect(x: x, y: (middle - height / 2).rounded(), width: (width + 10 * type).rounded(), height: height),
      radius: 5 * type, color: plotTheme.backing)
    list.text(
      text, x: x + 5 * type, baseline: (middle + style.size * 0.35).rounded(), style: style, color: color)
  }

  /// Returns the lower limit of the area for labels along the left edge.
  ///
  /// If there are artefacts, their labels are below this limit.
  func labelBottom(above artefacts: Artefacts?) -> Float {
    screen.plot.height - (artefacts == nil ? 0 : 46 * screen.type)
  }

  /// Labels the artefacts that the receiver itself produces, one above the other.
  func drawArtefacts(_ artefacts: Artefacts?, into list: inout DrawList) {
    guard let artefacts else { return }
    var spike = Texts.bytes("DC spike of the receiver")
    let room = screen.right - screen.left - 10 * screen.type
    if advances.width(of: spike, style: labelStyle) > room { spike = Texts.bytes("DC spike") }
    drawArtefact(at: artefacts.spikeHertz, spike, line: 0, into: &list)
    drawArtefact(at: artefacts.imageHertz, Texts.bytes("mirror image"), line: 1, into: &list)
  }

  private func drawArtefact(at hertz: Double, _ text: [UInt8], line: Float, into list: inout DrawList) {
    guard hertz.isFinite, hertz > band.low, hertz < band.high else { return }
    let width = advances.width(of: text, style: labelStyle) + 10 * screen.type
    let x = Swift.max(screen.left, Swift.min(screen.right - width, pixel(ofHertz: hertz) - width / 2))
    drawLabel(
      text, x: x.rounded(), middle: screen.plot.height - (16 + 20 * line) * screen.type,
      color: plotTheme.quiet, into: &list)
  }
}
