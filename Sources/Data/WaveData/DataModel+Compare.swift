import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveSeries
import WaveUnits

/// Two lenses over the same column, one picture below the other, and by how many pixels each is off.
extension DataModel {
  /// Adds a second picture to every lane, or takes it away; the column at the top stays there.
  mutating func compare(with lens: Lens?) {
    let before = layout
    lenses.compare(with: lens)
    scroll.keepTop(from: before, to: layout)
  }

  /// What reduces a lane's values to what is drawn.
  func lens(of lane: DataLane) -> Lens {
    lenses.lens(of: columns[lane.column], isSecond: lane.isSecond)
  }

  /// The lens of a lane, what it draws, and how that differs from a picture of all rows.
  func lensText(of lane: DataLane) -> [UInt8] {
    var text = TextWriter()
    text.append(lens(of: lane).name)
    guard let spans = pictures[lane.key]?.spans else { return text.bytes }
    text.append(" \u{00B7} ")
    text.append(bytes: Texts.grouped(spans.drawnCount))
    text.append(spans.drawnCount == 1 ? " point" : " points")
    if spans.wrongPixels == 0 { text.append(" \u{00B7} no pixel off") }
    appendWrongPixels(of: lane, to: &text)
    return text.bytes
  }

  /// Says by how many pixels a lane's picture differs from that of all rows, where it does.
  func appendWrongPixels(of lane: DataLane, to text: inout TextWriter) {
    guard let wrong = pictures[lane.key]?.spans.wrongPixels, wrong != .max, wrong > 0 else { return }
    text.append(" \u{00B7} ")
    text.append(bytes: Texts.grouped(UInt64(wrong)))
    text.append(wrong == 1 ? " pixel off" : " pixels off")
  }

  /// Where two pictures are compared each says what it is, at its lower edge.
  func drawLens(_ lane: DataLane, into list: inout DrawList) {
    guard lenses.compared != nil, !lane.isPinned, lane.height >= 40 * screen.type else { return }
    let text = lensText(of: lane)
    let x = screen.left + (32 * screen.type).rounded()
    let baseline = lane.y + lane.height - (8 * screen.type).rounded()
    drawBacking(
      x: x, baseline: baseline, width: advances.width(of: text, style: labelStyle), style: labelStyle,
      into: &list)
    list.text(text, x: x, baseline: baseline, style: labelStyle, color: theme.text)
  }
}
