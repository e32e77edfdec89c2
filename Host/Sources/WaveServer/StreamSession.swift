import WaveFeed
import WaveWire

/// The feed of one client of streams and its dealings with the sources; lives on the client's event loop.
final class StreamSession {
  private var feed: StreamFeed
  private let stations: [StreamStation]
  private let mayControl: Bool
  private let isPaired: Bool
  /// The source that this client was last said to watch, if any.
  private var watched: UInt16?

  init(stations: [StreamStation], mayControl: Bool, isPaired: Bool) {
    self.stations = stations
    self.mayControl = mayControl
    self.isPaired = isPaired
    feed = StreamFeed(sources: [])
    feed.sources = stations.map { described($0) }
  }

  private var id: ClientID { ObjectIdentifier(self) }

  private func described(_ station: StreamStation) -> StreamFeed.Source {
    var description = station.description
    description.steering?.isViewOnly = !mayControl
    description.steering?.isPaired = isPaired
    return description
  }

  func leave(at now: Int64) { for station in stations { station.leave(id, at: now) } }

  /// Takes what happened at a source.
  func take(_ event: StreamEvent, from source: UInt16) {
    switch event {
    case .samples: feed.noteSamples(source: source)
    case .info(let info): feed.accept(info)
    case .timeMap(let map): feed.accept(map)
    case .controls(let controls): feed.accept(controls)
    case .marks(let marks): feed.accept(marks)
    case .notice(let notice): feed.accept(notice)
    case .steering(let holder, let viewers):
      feed.accept(
        Steering(
          source: source, state: holder == nil ? .free : holder == id ? .you : .another, viewers: viewers,
          isViewOnly: !mayControl, isPaired: isPaired))
    }
  }

  /// Takes the messages in one frame from the client; see `ClientSession.receive`.
  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    var reader = StreamMessageReader(limit: WireLimits.clientMessageBytes)
    var isFirst = true
    while reader.position < frame.count {
      if !isFirst { try budget.spend(at: now) }
      isFirst = false
      do {
        guard let message = try reader.nextFromClient(in: frame.span.bytes) else { break }
        let wish = try feed.receive(message, at: now)
        if case .show = message { watch(at: now) }
        if let wish { perform(wish, at: now) }
      } catch let error as WireError {
        let text = try ClientFault.text(of: error)
        do throws(ProtocolViolation) { try feed.refuse(text) } catch { throw .protocolError(error.reason) }
      } catch let error as ProtocolViolation {
        throw .protocolError(error.reason)
      } catch {
        throw .protocolError("\(error)")
      }
    }
  }

  /// Tells the sources what of them is shown now.
  private func watch(at now: Int64) {
    let source = feed.view.isShowing ? feed.view.source : nil
    guard source != watched else { return }
    if let watched { stations[Int(watched)].watch(id, isShowing: false, at: now) }
    if let source { stations[Int(source)].watch(id, isShowing: true, at: now) }
    watched = source
  }

  /// Has a wish performed, or answers with how things are.
  private func perform(_ wish: StreamWish, at now: Int64) {
    switch wish {
    case .command(let command):
      let station = stations[Int(command.source)]
      if !mayControl || !station.perform(command, for: id, at: now) { feed.refuse(by: described(station)) }
    case .setMark(let mark):
      let station = stations[Int(mark.source)]
      if !mayControl || !station.setMark(mark) { feed.refuse(by: described(station)) }
    }
  }

  func isDue(at now: Int64) -> Bool { feed.isDue(at: now) }

  var wakeMicroseconds: Int64 { feed.wakeMicroseconds ?? .max }

  /// Writes what is to be sent now.
  func collect(at now: Int64, into frames: inout MeteredFrames) {
    let view = feed.view
    guard view.isShowing, Int(view.source) < stations.count else {
      return feed.collectAnswers(into: &frames)
    }
    stations[Int(view.source)].read { archive in feed.collect(at: now, from: archive, into: &frames) }
  }
}
