import Synchronization
import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveServer
import WaveStore
import WaveStreams
import WaveSystem
import WaveWire

/// Methods that change the filters, and then refilter the history.
extension SensorSourceHost {
  /// The maximum number of samples that are filtered in one slice while the history is refiltered.
  private static let sliceSamples = 40_000
  /// The duration of refiltering above which a notice is sent.
  private static let slowMicroseconds: Int64 = 1_000_000

  /// Changes a filter and refilters the history in slices.
  ///
  /// The old result is shown until the new result is complete.
  func adjust(_ control: UInt8, to value: Double) async {
    let start = MonotonicClock.microseconds
    let isOther = state.withLock { state in
      guard state.filters.adjust(control, to: value) else { return false }
      Self.setFilters(&state)
      return true
    }
    guard isOther else { return publishControls() }
    await filterAgain(since: start)
  }

  /// Applies the layout, derived streams and filters stored in a recording.
  func adopt(_ look: RecordedLook) async {
    var news: (info: StreamSource, mixtures: StreamMixtures)?
    let (lookParts, isOther) = state.withLock { state -> ([StreamLookPart], Bool) in
      if let view = look.view,
        StreamMixing.adopt(view.mixtures, info: &state.description.info, archive: &state.archive)
      {
        news = (state.description.info, StreamMixing.list(state.description.info, state.archive))
      }
      let groups = state.description.info.groups
      if let view = look.view, let look = StreamLook(view, source: number, groups: groups) {
        state.description.look = look.parts.filter { SensorsMessage.look($0).isReadable }
      }
      // The filters of a slow group exclude those above half its rate, so the longest list is the complete
      // one.
      let filters = look.filters.max { $0.stages.count < $1.stages.count }
      let isOther = filters.map { state.filters.adopt($0.stages) } ?? false
      if isOther { Self.setFilters(&state) }
      return (state.description.look, isOther)
    }
    if let news { publishSource(news.info, news.mixtures) }
    if !lookParts.isEmpty { publish(.look(lookParts)) }
    if isOther { await filterAgain(since: MonotonicClock.microseconds) }
  }

  private static func setFilters(_ state: inout State) {
    for group in state.archive.groups.indices {
      state.archive.groups[group].setFilter(
        state.filters.sections(rateHertz: state.archive.groups[group].rateHertz))
    }
    if let recording = state.recorder.current { noteFilters(recording, state) }
  }

  private func filterAgain(since start: Int64) async {
    var isSaid = false
    while !Task.isCancelled, state.withLock({ Self.filterSlice(&$0.archive) }) {
      if !isSaid, MonotonicClock.microseconds - start > Self.slowMicroseconds {
        isSaid = true
        publish(.notice(Notice(severity: .information, text: "Stored data are filtered again; one moment.")))
      }
      await Task.yield()
    }
    publishControls()
    publish(.samples)
  }

  /// Filters one slice of the history; returns whether any slices remain.
  private static func filterSlice(_ archive: inout StreamArchive) -> Bool {
    guard let group = archive.groups.indices.first(where: { archive.groups[$0].isFiltering }) else {
      return false
    }
    archive.groups[group].filterSlice(frames: max(64, sliceSamples / archive.groups[group].channelCount))
    return true
  }
}
