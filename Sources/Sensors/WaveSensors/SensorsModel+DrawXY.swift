import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// One stream against another of the same rate, over the window.
extension SensorsModel {
  /// The streams that are drawn across and upright: the first that is shown, and the next one of its group.
  var crossedPair: (x: Int, y: Int, group: Int, rateHertz: Double)? {
    guard let source else { return nil }
    let shown = order.filter { !hidden.contains($0) }
    for x in shown {
      var first = 0
      for (group, info) in source.groups.enumerated() {
        let channels = first..<first + info.channels.count
        first = channels.upperBound
        guard channels.contains(x), let y = shown.first(where: { $0 != x && channels.contains($0) }) else {
          continue
        }
        return (x, y, group, info.rateHertz)
      }
    }
    return nil
  }

  var crossedChannels: [Int] { crossedPair.map { [$0.x, $0.y] } ?? [] }

  /// The square that both streams share.
  private var square: Rect {
    let margin = 44 * screen.type
    let side = Swift.max(
      1, Swift.min(screen.width - 2 * margin, screen.plot.height - lanesTop - margin))
    return Rect(
      x: ((screen.width - side) / 2).rounded(),
      y: (lanesTop + (screen.plot.height - lanesTop - side) / 2).rounded(),
      width: side, height: side)
  }

  func drawXY(into list: inout DrawList, at now: Int64) {
    guard let pair = crossedPair, let store = stores[pair.group] else { return }
    let square = square
    let across = scales[pair.x]
    let upright = scales[pair.y]
    func x(_ value: Double) -> Float {
      square.x + square.width * Float((value - across.center) / across.span + 0.5)
    }
    func y(_ value: Double) -> Float {
      square.bottom - square.height * Float((value - upright.center) / upright.span + 0.5)
    }
    list.layer(LayerID.grid, bounds: screen.bounds) { list in
      for (scale, isAcross) in [(across, true), (upright, false)] {
        let step = Ticks.niceStep(atLeast: scale.span * 0.2)
        for tick in Ticks.multiples(
          of: step, from: scale.center - scale.span / 2, to: scale.center + scale.span / 2)
        {
          var text = TextWriter()
          text.append(tick, decimals: Self.decimals(step))
          if isAcross {
            list.rectangle(
              Rect(x: x(tick).rounded(.down), y: square.y, width: screen.hairline, height: square.height),
              color: theme.hairline)
            list.text(
              text.bytes, x: x(tick), baseline: square.bottom + 16 * screen.type, style: labelStyle,
              color: theme.quiet, alignment: .center)
          } else {
            list.rectangle(
              Rect(x: square.x, y: y(tick).rounded(.down), width: square.width, height: screen.hairline),
              color: theme.hairline)
            list.text(
              text.bytes, x: square.x - 6 * screen.scale, baseline: y(tick) + labelStyle.size * 0.35,
              style: labelStyle, color: theme.quiet, alignment: .trailing)
          }
        }
      }
      let names = [
        (pair.x, square.right, square.bottom + 34 * screen.type, TextAlignment.trailing),
        (pair.y, square.x, square.y - 8 * screen.type, TextAlignment.leading),
      ]
      for (channel, place, baseline, alignment) in names {
        guard let info = channelInfo(channel) else { continue }
        list.text(
          info.label + (info.unit.isEmpty ? [] : [0x20] + info.unit), x: place, baseline: baseline,
          style: titleStyle,
          color: theme.text, alignment: alignment)
      }
    }
    let clock = allClocks[sourceIndex][pair.group]
    let edge = edgeMicroseconds(at: now)
    let length = Int64(1) << Int64(store.level)
    let last = Int64(saturating: clock.sequence(at: edge)) / length
    let first = Swift.max(
      last - Int64(BlockStore.capacity) + 1,
      Int64(saturating: clock.sequence(at: edge - windowSeconds * 1e6)) / length)
    let isXFirst = pair.x < pair.y
    list.layer(LayerID.traces, bounds: screen.plot) { list in
      list.clip(Rect(x: square.x - 2, y: square.y - 2, width: square.width + 4, height: square.height + 4))
      list.polyline(width: Swift.max(1, 1.3 * screen.scale), color: theme.trace) { put in
        guard first <= last else { return }
        for block in first...last {
          let a = middle(store, isXFirst ? 0 : 1, block)
          let b = middle(store, isXFirst ? 1 : 0, block)
          // What is missing lifts the pen.
          put(x(Double(a)), a.isNaN ? .nan : y(Double(b)))
        }
      }
    }
  }

  /// A sample, or the middle of a block's extremes where there are too many samples.
  private func middle(_ store: BlockStore, _ place: Int, _ block: Int64) -> Float {
    guard store.level > 0 else { return store.sample(place, block) }
    let (low, high) = store.extremes(place, block)
    return (low + high) / 2
  }
}
