import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// A renderer that draws traces into a strip column by column, each column only once.
struct TracesPicture {
  let canvas: Canvas
  let lattice: TimeLattice
  let layout: SensorsModel.Layout
  let lanes: [Lane]

  /// Returns the pen for drawing traces.
  static func pen(on screen: Screen) -> Pen { Pen(radius: Swift.max(0.6, 0.65 * screen.scale)) }

  /// Draws the new columns into the strip, and shows the strip.
  func draw(
    _ update: Strip.Update, _ blocks: StreamBlocks, _ clocks: [StreamClock], into list: inout DrawList
  ) {
    if update.isNew {
      list.createStrip(Strip.id, columns: lattice.columns, height: Int(saturating: canvas.screen.plot.height))
    }
    if update.isWhole {
      list.clearStrip(Strip.id, first: 0, count: lattice.columns)
    } else {
      clear(update.columns, in: &list)
    }
    for piece in pieces(update.columns) { draw(piece, blocks, clocks, into: &list) }
    clear(update.erased, in: &list)
  }

  /// Draws the strip, and limits the damaged area to the columns that have changed.
  func show(_ update: Strip.Update, into list: inout DrawList) {
    if let damage = update.damage {
      list.limitDamage(
        to: Rect(
          x: Float(damage.lowerBound) + lattice.left, y: 0, width: Float(damage.count),
          height: canvas.screen.plot.height))
    }
    let first = lattice.motion == .sweep ? 0 : lattice.ringColumn(lattice.visible.lowerBound)
    list.strip(Strip.id, first: first, count: lattice.columns, x: lattice.left, y: 0)
  }

  /// Splits a range of columns into pieces that are contiguous in the strip.
  ///
  /// Each piece is returned with its position in the strip.
  private func pieces(_ columns: Range<Int64>) -> [(columns: Range<Int64>, ring: Int)] {
    guard !columns.isEmpty else { return [] }
    let count = lattice.columns
    let columns = columns.count > count ? columns.upperBound - Int64(count)..<columns.upperBound : columns
    let first = lattice.ringColumn(columns.lowerBound)
    let run = Swift.min(Int64(count - first), Int64(columns.count))
    var pieces = [(columns: columns.lowerBound..<columns.lowerBound + run, ring: first)]
    if run < columns.count { pieces.append((columns.lowerBound + run..<columns.upperBound, 0)) }
    return pieces
  }

  private func clear(_ columns: Range<Int64>, in list: inout DrawList) {
    for piece in pieces(columns) { list.clearStrip(Strip.id, first: piece.ring, count: piece.columns.count) }
  }

  /// Draws all lanes in the columns with the given numbers.
  private func draw(
    _ piece: (columns: Range<Int64>, ring: Int), _ blocks: StreamBlocks, _ clocks: [StreamClock],
    into list: inout DrawList
  ) {
    var tracer = ColumnTracer(
      columns: piece.columns, columnMicroseconds: lattice.columnMicroseconds,
      pen: Self.pen(on: canvas.screen),
      arrow: EdgeArrows(size: Swift.max(3, Int(saturating: 4 * canvas.screen.scale))))
    for group in blocks.stores.indices {
      guard clocks.indices.contains(group), !clocks[group].isEmpty else { continue }
      tracer.place(clocks[group])
      for lane in lanes where lane.group == group {
        // A lead that occupies only part of the paper's width is drawn only there.
        let ring = (piece.ring..<piece.ring + piece.columns.count).clamped(to: lane.columns)
        guard !ring.isEmpty else { continue }
        let offset = ring.lowerBound - piece.ring
        let part = offset..<offset + ring.count
        let scale = LaneScale(lane: lane, limit: layout == .paper ? canvas.screen.plot : lane.rect)
        let color = canvas.color(of: lane, layout)
        tracer.trace(blocks.stores[group], else: blocks.earlier[group], lane.place, part, scale)
        func spans(_ spans: [ColumnSpan], _ color: Color) {
          list.stripSpans(Strip.id, color: color, first: ring.lowerBound, spans: spans[part])
        }
        if tracer.hasGap { spans(tracer.gaps, canvas.theme.gap) }
        spans(tracer.spans, color)
        if tracer.hasArrow { spans(tracer.arrows, color) }
      }
    }
  }
}
