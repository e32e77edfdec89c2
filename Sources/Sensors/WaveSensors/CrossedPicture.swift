import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// A renderer for the X-Y layout, which plots one stream against another over the visible period.
struct CrossedPicture {
  private let canvas: Canvas
  private let source: StreamSource
  /// The streams on the horizontal and vertical axes.
  private let pair: (x: Int, y: Int)
  private let across: ChannelScale
  private let upright: ChannelScale
  /// The square plot area shared by both streams.
  private let square: Rect

  init(
    _ canvas: Canvas, _ plot: Plot, _ source: StreamSource, _ pair: (x: Int, y: Int), _ scales: [ChannelScale]
  ) {
    self.canvas = canvas
    self.source = source
    self.pair = pair
    across = scales[pair.x]
    upright = scales[pair.y]
    let margin = 44 * canvas.screen.type
    let height = canvas.screen.plot.height - plot.top
    let side = Swift.max(1, Swift.min(canvas.screen.width - 2 * margin, height - margin))
    square = Rect(
      x: ((canvas.screen.width - side) / 2).rounded(), y: (plot.top + (height - side) / 2).rounded(),
      width: side, height: side)
  }

  private func x(_ value: Double) -> Float {
    square.x + square.width * Float((value - across.center) / across.span + 0.5)
  }

  private func y(_ value: Double) -> Float {
    square.bottom - square.height * Float((value - upright.center) / upright.span + 0.5)
  }

  /// Draws the grid with values along both axes, and the names of the streams.
  func drawGrid(into list: inout DrawList) {
    let screen = canvas.screen
    let theme = canvas.theme
    let style = canvas.labelStyle
    for (scale, isAcross) in [(across, true), (upright, false)] {
      let step = Ticks.niceStep(atLeast: scale.span * 0.2)
      for tick in Ticks.multiples(
        of: step, from: scale.center - scale.span / 2, to: scale.center + scale.span / 2)
      {
        let text: TextWriter = "\(tick, decimals: Canvas.decimals(step))"
        let line =
          isAcross
          ? square.column(at: x(tick).rounded(.down), width: screen.hairline)
          : square.row(at: y(tick).rounded(.down), height: screen.hairline)
        list.rectangle(line, color: theme.hairline)
        list.text(
          text.bytes, x: isAcross ? x(tick) : square.x - 6 * screen.scale,
          baseline: isAcross ? square.bottom + 16 * screen.type : y(tick) + style.size * 0.35, style: style,
          color: theme.quiet, alignment: isAcross ? .center : .trailing)
      }
    }
    let names = [
      (pair.x, square.right, square.bottom + 34 * screen.type, TextAlignment.trailing),
      (pair.y, square.x, square.y - 8 * screen.type, TextAlignment.leading),
    ]
    for (channel, place, baseline, alignment) in names {
      guard let info = source.channel(channel) else { continue }
      list.text(
        info.label + info.spacedUnit, x: place, baseline: baseline, style: canvas.titleStyle,
        color: theme.text, alignment: alignment)
    }
  }

  /// Draws the line through the stored samples of a period.
  func drawLine(
    _ store: BlockStore, _ clock: StreamClock, from start: Double, until end: Double,
    into list: inout DrawList
  ) {
    let length = Int64(1) << Int64(store.level)
    let last = Int64(saturating: clock.sequence(at: end)) / length
    let first = Swift.max(
      last - Int64(BlockStore.capacity) + 1, Int64(saturating: clock.sequence(at: start)) / length)
    let isXFirst = pair.x < pair.y
    list.clip(Rect(x: square.x - 2, y: square.y - 2, width: square.width + 4, height: square.height + 4))
    list.polyline(width: Swift.max(1, 1.3 * canvas.screen.scale), color: canvas.theme.trace) { point in
      guard first <= last else { return }
      for block in first...last {
        let a = Self.middle(store, isXFirst ? 0 : 1, block)
        let b = Self.middle(store, isXFirst ? 1 : 0, block)
        // Missing samples interrupt the line.
        point(x(Double(a)), a.isNaN ? .nan : y(Double(b)))
      }
    }
  }

  /// Returns a sample, or above level 0 the midpoint of a block's extremes.
  private static func middle(_ store: BlockStore, _ place: Int, _ block: Int64) -> Float {
    guard store.level > 0 else { return store.sample(place, block) }
    let (low, high) = store.extremes(place, block)
    return (low + high) / 2
  }
}
