import WaveDisplay
import WaveInteraction
import WaveUnits

/// The traces: drawn into a strip column by column, each column once.
extension SensorsModel {
  static let stripID: UInt32 = 1

  /// Draws the columns that are new or have changed.
  mutating func drawStrip(into list: inout DrawList, at now: Int64) {
    let lanes = lanes()
    let height = Int(saturating: screen.plot.height)
    let visible = visibleColumns(at: now)
    if !strip.isCreated || strip.columns != plotColumns || strip.height != height {
      list.createStrip(Self.stripID, columns: plotColumns, height: height)
      strip = StripState(isCreated: true, columns: plotColumns, height: height)
    }
    let isDark = theme == .dark
    if strip.lanes != lanes || strip.columnMicroseconds != columnMicroseconds || strip.isDark != isDark
      || strip.motion != motion
    {
      strip.lanes = lanes
      strip.columnMicroseconds = columnMicroseconds
      strip.isDark = isDark
      strip.motion = motion
      strip.drawn = 0..<0
    }
    let before = strip.drawn
    let stale = strip.stale?.clamped(to: visible)
    strip.drawn = visible
    strip.stale = nil
    strip.changed = nil
    guard !before.isEmpty, before.overlaps(visible) else {
      list.clearStrip(Self.stripID, first: 0, count: plotColumns)
      return draw(visible, into: &list)
    }
    var changed: [Range<Int64>] = []
    // The newest column was not complete when it was drawn.
    let reach = Int64(pen.reach)
    let grownFrom = Swift.max(visible.lowerBound, before.upperBound - 1 - reach)
    if visible.upperBound > before.upperBound { changed.append(grownFrom..<visible.upperBound) }
    if visible.lowerBound < before.lowerBound {
      changed.append(visible.lowerBound..<Swift.min(visible.upperBound, before.lowerBound + reach))
    }
    if let stale, !stale.isEmpty {
      changed.append((stale.lowerBound - reach..<stale.upperBound + reach).clamped(to: visible))
    }
    guard let first = changed.first else {
      if visible != before {
        strip.changed = motion == .sweep ? erase(visible, into: &list) : nil
      } else {
        strip.changed = 0..<0
      }
      return
    }
    // Columns that lie near each other are drawn as one run.
    let run = changed.dropFirst().reduce(first) {
      Swift.min($0.lowerBound, $1.lowerBound)..<Swift.max($0.upperBound, $1.upperBound)
    }
    clear(run, in: &list)
    draw(run, into: &list)
    guard motion == .sweep else {
      strip.changed = visible == before ? plotRange(of: run, visible: visible) : nil
      return
    }
    let erased = erase(visible, into: &list)
    strip.changed = union(ringRange(of: run), erased)
  }

  /// Empties the columns ahead of the sweep's cursor.
  private func erase(_ visible: Range<Int64>, into list: inout DrawList) -> Range<Int> {
    let ahead = visible.upperBound..<visible.upperBound + Int64(eraseColumns)
    clear(ahead, in: &list)
    return ringRange(of: ahead)
  }

  /// Columns of the plot that columns of the lattice lie in, in a sweep; all where they wrap.
  private func ringRange(of columns: Range<Int64>) -> Range<Int> {
    let first = ringColumn(columns.lowerBound)
    guard first + columns.count <= plotColumns else { return 0..<plotColumns }
    return first..<first + columns.count
  }

  private func plotRange(of columns: Range<Int64>, visible: Range<Int64>) -> Range<Int> {
    Int(columns.lowerBound - visible.lowerBound)..<Int(columns.upperBound - visible.lowerBound)
  }

  private func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
    Swift.min(a.lowerBound, b.lowerBound)..<Swift.max(a.upperBound, b.upperBound)
  }

  /// The pieces of the ring that columns of the lattice are kept in.
  private func pieces(_ columns: Range<Int64>) -> [(columns: Range<Int64>, ring: Int)] {
    guard !columns.isEmpty else { return [] }
    let columns =
      columns.count > plotColumns ? columns.upperBound - Int64(plotColumns)..<columns.upperBound : columns
    let first = ringColumn(columns.lowerBound)
    let run = Swift.min(Int64(plotColumns - first), Int64(columns.count))
    var pieces = [(columns: columns.lowerBound..<columns.lowerBound + run, ring: first)]
    if run < columns.count { pieces.append((columns.lowerBound + run..<columns.upperBound, 0)) }
    return pieces
  }

  private func clear(_ columns: Range<Int64>, in list: inout DrawList) {
    for piece in pieces(columns) {
      list.clearStrip(Self.stripID, first: piece.ring, count: piece.columns.count)
    }
  }

  /// Draws all lanes in columns of the lattice.
  private func draw(_ columns: Range<Int64>, into list: inout DrawList) {
    for piece in pieces(columns) {
      var tracer = ColumnTracer(
        columns: piece.columns, columnMicroseconds: columnMicroseconds, pen: pen,
        arrow: EdgeArrows(size: Swift.max(3, Int(saturating: 4 * screen.scale))))
      for group in stores.indices {
        guard allClocks.indices.contains(sourceIndex), !allClocks[sourceIndex][group].isEmpty else {
          continue
        }
        tracer.place(allClocks[sourceIndex][group])
        for lane in strip.lanes where lane.group == group {
          draw(lane, piece, by: &tracer, into: &list)
        }
      }
    }
  }

  private func draw(
    _ lane: Lane, _ piece: (columns: Range<Int64>, ring: Int), by tracer: inout ColumnTracer,
    into list: inout DrawList
  ) {
    // A lead that has only a part of the paper's width is drawn there only.
    let ring = (piece.ring..<piece.ring + piece.columns.count).clamped(to: lane.columns)
    guard !ring.isEmpty else { return }
    let offset = ring.lowerBound - piece.ring
    let scale = LaneScale(lane: lane, limit: layout == .paper ? screen.plot : lane.rect)
    let part = offset..<offset + ring.count
    tracer.trace(stores[lane.group], else: storesBefore[lane.group], lane.place, part, scale)
    if tracer.hasGap {
      list.stripSpans(Self.stripID, color: theme.gap, first: ring.lowerBound, spans: tracer.gaps[part])
    }
    list.stripSpans(
      Self.stripID, color: color(of: lane), first: ring.lowerBound, spans: tracer.spans[part])
    if tracer.hasArrow {
      list.stripSpans(
        Self.stripID, color: color(of: lane), first: ring.lowerBound, spans: tracer.arrows[part])
    }
  }

  /// What traces are drawn with.
  private var pen: Pen { Pen(radius: Swift.max(0.6, 0.65 * screen.scale)) }

  /// The colour of a lane's trace.
  func color(of lane: Lane) -> Color {
    if lane.channel < colors.count { return colors[lane.channel] }
    return switch layout {
    case .lanes, .xy: theme.trace
    case .paper: theme == .dark ? Color(0xDFF5E3) : Color(0x14181D)
    case .overlaid: Palette.color(lane.color, isDark: theme == .dark)
    }
  }
}

extension Lane {
  /// Where it stands.
  var rect: Rect {
    Rect(x: Float(columns.lowerBound), y: y, width: Float(columns.count), height: height)
  }
}

/// Colours of streams that share a lane.
enum Palette {
  /// Okabe and Ito's colours, which differ for every kind of colour vision; darker ones on a light ground.
  static func color(_ index: Int, isDark: Bool) -> Color {
    let colors: [UInt32] =
      isDark
      ? [0x56B4E9, 0xE69F00, 0x00C79B, 0xF0E442, 0xE7A0C4, 0xFF7A3D, 0x9FB4FF, 0xE9EEF5]
      : [0x0072B2, 0xB86E00, 0x007A5E, 0x7A7300, 0xA8447A, 0xC04A00, 0x3B55C4, 0x10151C]
    return Color(colors[index % colors.count])
  }
}
