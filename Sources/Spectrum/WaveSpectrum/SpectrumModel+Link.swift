import WaveInteraction
import WaveSpectrumWire
package import WaveWire

/// The connection: what becomes of the picture where the server does not answer.
extension SpectrumModel {
  package mutating func connectionChanged(isOpen: Bool, at now: Int64) {
    shown = nil
    fetching = nil
    axes.removeAll(keepingCapacity: true)
    acknowledged = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)
    if isOpen {
      watch.listen(at: now)
      showChanged(at: now)
    } else {
      changeTime(.hold, at: now)
    }
  }

  /// False while paused, since no live data are shown.
  package var isExpecting: Bool { !isPaused }

  package mutating func serverLost(at now: Int64) { changeTime(.hold, at: now) }

  package mutating func serverReturned(at now: Int64) { goOn(at: now) }

  package mutating func visibilityChanged(at now: Int64) {
    watch.listen(at: now)
    showChanged(at: now)
  }

  /// Time flows again after a loss, from where it was looked at.
  private mutating func goOn(at now: Int64) {
    shell.latency.forget()
    changeTime(.release, at: now)
  }

  /// A server whose clock does not go on from where it was was started anew: what was seen before stays, at
  /// its distance.
  package mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64) {
    defer { goOn(at: now) }
    guard let clockJump else { return }
    sourcesBefore = sources
    sources = []
    allSteering = []
    allArtefacts = []
    allAnnotations = []
    let shift = store.move(by: clockJump)
    for index in allTimeMaps.indices { allTimeMaps[index].serverMicroseconds += shift }
    time.shift(by: shift)
    keptFrom = oldestMicroseconds + shift
    oldestMicroseconds = keptFrom
    marker?.microseconds += shift
    losses.lastSequence = nil
    ring.isCreated = false
  }

  /// Whether a source of a server that was started anew is the one that was on the screen; if it is not, its
  /// past is none.
  mutating func goesOn(with info: SourceInfo, at now: Int64) -> Bool {
    guard !sourcesBefore.isEmpty else { return false }
    defer { if sources.count == sourcesBefore.count { sourcesBefore = [] } }
    let same = sourcesBefore.first { $0.source == info.source }
    if let same, same.name == info.name, same.unit == info.unit, same.tuneLowHertz == info.tuneLowHertz,
      same.tuneHighHertz == info.tuneHighHertz
    {
      // A receiver that was started anew is elsewhere.
      if sources.count - 1 == sourceIndex { tune(at: now) }
      return true
    }
    sourcesBefore = []
    sourceIndex = 0
    allTimeMaps = []
    keptFrom = .max
    store = WaterfallStore()
    reductions = Reductions()
    return false
  }
}
