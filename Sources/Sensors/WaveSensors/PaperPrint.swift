import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// The text printed at the bottom of the paper: "25 mm/s", "10 mm/mV", "0.05–150 Hz", "not a medical device".
struct PaperPrint {
  private let lines: [(text: [UInt8], width: Float)]

  /// Creates the text from the paper's settings, a source's filter controls, and the missing leads.
  init(_ canvas: Canvas, _ paper: Paper, _ controls: [SourceControl], missing: [ECGLead]) {
    let screen = canvas.screen
    let room = screen.right - screen.left - 24 * screen.scale
    let style = canvas.labelStyle
    let space = canvas.advances.width(of: [0x20], style: style) * 3
    var lines: [(text: [UInt8], width: Float)] = []
    for text in Self.texts(paper, controls, missing: missing) {
      let width = canvas.advances.width(of: text, style: style)
      if let last = lines.last, last.width + space + width <= room {
        lines[lines.count - 1] = (last.text + [0x20, 0x20, 0x20] + text, last.width + space + width)
      } else {
        lines.append((text, width))
      }
    }
    self.lines = lines
    height = Float(lines.count) * style.size * 1.5 + 6 * screen.type
  }

  /// Returns the colour of the printed text.
  static func ink(isDark: Bool) -> Color { isDark ? Color(0xE0A79C) : Color(0x7A3B2C) }

  /// The height from the top of the text to the bottom of the screen's usable area, in pixels.
  let height: Float

  /// Draws the lines from top to bottom.
  func draw(on canvas: Canvas, into list: inout DrawList) {
    let screen = canvas.screen
    let style = canvas.labelStyle
    var baseline = screen.height - screen.insets.bottom * screen.scale - height + style.size * 1.1
    for (text, width) in lines {
      let right = screen.textRight(baseline: baseline, size: style.size) - 12 * screen.scale
      list.rectangle(
        Rect(
          x: right - width - 6 * screen.scale, y: baseline - style.size * 1.1,
          width: width + 12 * screen.scale, height: style.size * 1.5), radius: 4 * screen.scale,
        color: canvas.isDark ? Color(0x100B0D, opacity: 0.8) : Color(0xFFF7F3, opacity: 0.85))
      list.text(
        text, x: right, baseline: baseline, style: style, color: Self.ink(isDark: canvas.isDark),
        alignment: .trailing)
      baseline += style.size * 1.5
    }
  }

  private static func texts(_ paper: Paper, _ controls: [SourceControl], missing: [ECGLead]) -> [[UInt8]] {
    var texts = [
      TextWriter("\(paper.speed, decimals: 0) mm/s").bytes,
      TextWriter("\(paper.gain, decimals: 0) mm/mV").bytes,
    ]
    for control in controls where control.kind == .choice && control.value > 0 {
      // The value of a notch is just a frequency, so print its name as well.
      let name = control.name == Texts.bytes("Filter") ? [] : control.name + [0x20]
      texts.append(name + control.texts[Int(saturating: control.value)])
    }
    if !missing.isEmpty {
      texts.append(missing.reduce(Texts.bytes("no lead")) { $0 + [0x20] + $1.label })
    }
    texts.append(Texts.bytes("not a medical device"))
    return texts
  }
}
