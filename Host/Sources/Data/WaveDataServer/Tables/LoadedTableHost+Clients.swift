import Logging
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveServer
import WaveTableFormats
import WaveWire

/// The messages that clients receive about the table, and the requests that they can make.
extension LoadedTableHost {
  /// The messages that a client receives after its hello message.
  var greeting: [DataMessage] {
    state.withLock { state in
      var messages: [DataMessage] = [.table(state.description)]
      messages += TableColumns.parts(of: state.columns, source: number).map { .columns($0) }
      if state.description.rowCount > 0 { messages.append(.axis(rowAxis(state.description.rowCount))) }
      if let progress = state.progress { messages.append(.progress(progress)) }
      if let persistentNotice = state.persistentNotice { messages.append(.notice(persistentNotice)) }
      return messages
    }
  }

  func join(_ hub: SessionHub<DataSession>) { state.withLock { $0.hubs.append(hub) } }

  func notify(_ event: TableEvent) {
    let hubs = state.withLock { $0.hubs }
    for hub in hubs { hub.post(event, from: number) }
  }

  /// The description of the table for the feeds of clients.
  var feedTable: FeedTable {
    state.withLock { state in
      FeedTable(
        description: state.description, columns: state.columns, drawn: state.drawn,
        summaries: state.statistics, operands: state.operands, reading: state.reading,
        isOpen: state.source != nil)
    }
  }

  func rowAxis(_ rowCount: UInt64) -> TableAxis {
    TableAxis(
      source: number, order: .rows, column: 0, kind: .count, from: 0, until: Int64(clamping: max(1, rowCount))
    )
  }

  func makeDriver(waking waker: ClientWaker) -> any TableDriver { ReaderDriver(host: self, waker: waker) }

  /// Does nothing, since all rows are in memory and no shard can be missing.
  func choose(_ choice: ChooseLost) {}

  func read(_ request: ReadTable) { if request.isDiscarded { discard() } else { resume() } }

  func say(_ text: String, _ severity: Notice.Severity) {
    logger.notice("table", metadata: ["table": "\(opening.name)", "said": "\(text)"])
    let notice = Notice(severity: severity, text: textForClients(text))
    state.withLock { $0.persistentNotice = notice }
    notify(.notice(notice))
  }

  /// Returns a message for clients, with the table's path on this machine replaced by its name.
  func textForClients(_ text: String) -> [UInt8] {
    Array((opening.path.map { text.replacing($0, with: opening.name) } ?? text).utf8)
  }
}

extension TableColumns.Kind {
  init(_ kind: TableColumn.Kind) {
    self =
      switch kind {
      case .integer: .integer
      case .real: .real
      case .time: .time
      case .text: .text
      case .other: .other
      }
  }
}

extension TableColumn.TimeUnit {
  /// The number of decimal places of a second in this unit, for example 3 for milliseconds.
  var digits: UInt8 {
    switch self {
    case .seconds: 0
    case .milliseconds: 3
    case .microseconds: 6
    case .nanoseconds: 9
    }
  }
}
