import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits
package import WaveWire

extension SpectrumModel {
  /// The view to request from the server; nil if there is no source.
  var wantedView: ShowView? {
    guard let source = sources.number else { return nil }
    let seen = range.nearest(to: band)
    var wanted = ShowView(
      view: 0, source: source, mode: mode, planes: view.choice.planes,
      columns: UInt16(saturating: Swift.max(1, Swift.min(Float(WireLimits.columns), screen.width))),
      slotMicroseconds: UInt32(time.slotMicroseconds(plotHeight: screen.plot.height)), lowHertz: seen.low,
      highHertz: seen.high)
    if mode == .spectrum, levels.span > 0 {
      wanted.levels = LevelAxis(
        bottom: Float(levels.bottom), top: Float(levels.top), rows: UInt16(saturating: screen.plot.height))
    }
    if isPaused {
      // A paused display requests no data. If the user has moved it, it requests frozen data for its new
      // position.
      let canMove = mode == .waterfall || (mode == .spectrum && reception.trace != nil)
      if time.hasMovedWhilePaused, canMove {
        wanted.frozenSequence = Swift.max(1, reception.trace?.sequence ?? 1)
      } else {
        wanted.mode = .nothing
      }
    }
    if !link.isVisible { wanted.mode = .nothing }
    // If nothing is shown, a change of levels must not cause a new request.
    if wanted.mode == .nothing { wanted.levels = nil }
    return wanted
  }

  package mutating func show(_ notice: Notice, at now: Int64) { alertText = notice.text }
}
