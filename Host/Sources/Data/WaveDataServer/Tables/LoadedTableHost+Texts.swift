import Dispatch
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSystem
import WaveTables
import WaveWire

/// Reads text columns. They are read after the numbers, so that the first picture is not delayed.
extension LoadedTableHost {
  /// Reads the text columns.
  ///
  /// If a request needs numbers from the table in the meantime, the request takes precedence, and the text
  /// columns are read again from the start.
  func readTexts(_ source: any TableSource) throws(TableError) {
    let (columns, keys, count, reading) = state.withLock { state in
      let texts = state.table.columns.indices.filter { state.table.columns[$0].kind == .text }
      return (
        Array(texts.prefix(TextColumn.limit)), state.keys, Int(state.table.description.rowCount),
        state.table.reading
      )
    }
    guard !columns.isEmpty else { return }
    while true {
      numbersAreRead.wait()
      var codes: [[UInt16]] = columns.map { _ in [] }
      var isSame = true
      let dictionaries: [TextDictionary]
      do throws(TableError) {
        dictionaries = try source.scanTexts(columns) { progress in
          self.noteTexts(progress, reading) && isSame
        } each: { chunk in
          isSame =
            isSame
            && chunk.keys.indices.allSatisfy { chunk.keys[$0] == keys.key(ofRow: chunk.firstRow + $0) }
          for place in codes.indices { codes[place] += chunk.codes[place] }
        }
      } catch .cancelled where isSame {
        guard state.withLock({ !$0.isStopped && $0.table.reading == reading }) else { break }
        continue
      } catch .cancelled { break }
      guard isSame, codes[0].count == count else {
        guard isCurrent(reading) else { return }
        endTexts()
        return say(
          "The table has changed since its numbers were read: open it again to see its texts.", .warning)
      }
      var made: [Int: TextColumn] = [:]
      for (place, column) in columns.enumerated() {
        made[column] = TextColumn(dictionary: dictionaries[place], codes: codes[place])
        codes[place] = []
      }
      return finishTexts(made, reading)
    }
    guard isCurrent(reading) else { return }
    let table = state.withLock { state in
      state.table.description.flags.insert(.partial)
      return state.table.description
    }
    endTexts()
    notify(.table(table))
    say("Reading was stopped: text columns have no strips.", .information)
  }

  /// Returns whether data from a read can still be used: no newer read has begun, and the cached columns are
  /// not damaged.
  func isCurrent(_ reading: Int) -> Bool {
    hasIntactColumns() && state.withLock { $0.table.reading == reading }
  }

  /// Publishes the progress of reading text columns.
  ///
  /// - Returns: Whether to continue reading.
  private func noteTexts(_ progress: WaveTables.TableProgress, _ reading: Int) -> Bool {
    let now = MonotonicClock.microseconds
    let (work, goesOn): (TableWork?, Bool) = state.withLock { state in
      guard state.table.reading == reading else { return (nil, false) }
      let count = state.table.description.rowCount
      let done = UInt64(min(Int(count), progress.rowCount))
      let work = TableWork(source: number, stage: .texts, done: done, total: max(count, done + 1))
      state.progress = work
      let goesOn = !state.isStopped && numbersWanted.load(ordering: .relaxed) == 0
      return (state.isReportDue(at: now) ? work : nil, goesOn)
    }
    if let work { notify(.progress(work)) }
    return goesOn
  }

  private func finishTexts(_ texts: [Int: TextColumn], _ reading: Int) {
    let isTaken = state.withLock { state in
      guard state.table.reading == reading else { return false }
      state.texts = texts
      for (column, text) in texts { state.table.columns[column].missing = UInt64(text.missingCount) }
      state.revision &+= 1
      return true
    }
    guard isTaken else { return }
    endTexts()
    let table = state.withLock { $0.table }
    notify([table.columnsEvent, .table(table.description)])
  }

  private func endTexts() {
    let count = state.withLock { state in
      state.progress = nil
      return state.table.description.rowCount
    }
    notify(.progress(TableWork(source: number, stage: .texts, done: count, total: count)))
  }
}
