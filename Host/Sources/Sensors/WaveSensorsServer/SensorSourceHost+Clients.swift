import Synchronization
import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveServer
import WaveStreams
import WaveWire

/// Methods with which clients watch and control the source, set marks, and derive streams.
extension SensorSourceHost {
  /// Removes a client that has disconnected.
  func leave(_ client: ClientID, at now: Int64) { change(at: now) { $0.audience.leave(client) } }

  /// Records whether a client is showing the source.
  func watch(_ client: ClientID, isShowing: Bool, at now: Int64) {
    change(at: now) { $0.audience.watch(client, isShowing ? () : nil) }
  }

  /// Performs a client's command if that client has control or can obtain it.
  /// - Returns: Whether the command is performed.
  func perform(_ command: Command, for client: ClientID, at now: Int64) -> Bool {
    change(at: now) {
      guard $0.audience.admits(command, of: client, at: now) else { return false }
      if case .takeControl = command { return true }
      if case .adjust(_, let control, let value) = command, control >= SensorControls.firstOfServer {
        enqueue(.adjust(control: control, value: value))
      } else {
        enqueue(.perform(command))
      }
      return true
    }
  }

  /// Sets, moves or removes a mark.
  /// - Returns: Whether the change was accepted.
  func setMark(_ mark: SetMark) -> Bool {
    let list = state.withLock { state -> StreamMarks? in
      guard Int(mark.group) < state.archive.groups.count,
        mark.sequence < EnvelopePyramid.sequenceLimit,
        let set = state.marks.set(mark.mark, group: mark.group, sequence: mark.sequence, text: mark.text)
      else { return nil }
      Self.noteMark(set, group: Int(mark.group), sequence: mark.sequence, text: mark.text, state)
      return state.marks.list(source: number)
    }
    guard let list else { return false }
    publish(.marks(list))
    return true
  }

  /// Adds or removes a derived stream, for all clients.
  ///
  /// - Returns: Nil if the change was made; otherwise the reason why not, which is empty if another client
  ///   has control.
  func setMixture(_ request: SetMixture, for client: ClientID, at now: Int64) -> String? {
    var news: (info: StreamSource, mixtures: StreamMixtures)?
    let refusal = change(at: now) { state -> String? in
      guard state.audience.admits(client, at: now) else { return "" }
      let refusal = StreamMixing.perform(request, info: &state.description.info, archive: &state.archive)
      guard refusal == nil else { return refusal }
      // Viewers send the appearance again, including this stream. Without viewers, record only the stream.
      if state.recorder.look == nil, let recording = state.recorder.current {
        Self.noteView(recording, state)
      }
      news = (state.description.info, StreamMixing.list(state.description.info, state.archive))
      return nil
    }
    if let news { publishSource(news.info, news.mixtures) }
    return refusal
  }

  /// Publishes a change to the derived streams.
  func publishSource(_ info: StreamSource, _ mixtures: StreamMixtures) {
    publish(.info(info))
    publish(.mixtures(mixtures))
    publish(.samples)
  }

  /// Changes the state, and notifies all clients if the client in control or the viewer count has changed.
  func change<Result>(at now: Int64, _ body: (inout State) -> Result) -> Result {
    let (result, news) = state.withLock { (body(&$0), $0.audience.news(at: now)) }
    if let news { publish(.steering(holder: news.holder, viewers: news.viewers)) }
    return result
  }
}
