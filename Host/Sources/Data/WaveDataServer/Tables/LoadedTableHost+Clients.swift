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
      let rowCount = state.table.description.rowCount
      return state.table.greeting(
        axis: rowCount > 0 ? rowAxis(rowCount) : nil, progress: state.progress, notice: state.persistentNotice
      )
    }
  }

  /// The description of the table for the feeds of clients.
  var feedTable: FeedTable { state.withLock { $0.table } }

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
