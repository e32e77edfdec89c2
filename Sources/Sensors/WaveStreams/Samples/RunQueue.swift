import WaveUnits

/// A queue of a stream's runs, in order; adjacent runs of the same type are joined.
struct RunQueue: Sendable {
  private var runs: [SampleRun] = []
  private var start = 0

  var count: Int { runs.count - start }
  var first: SampleRun? { start < runs.count ? runs[start] : nil }
  var second: SampleRun? { start + 1 < runs.count ? runs[start + 1] : nil }

  mutating func append(_ run: SampleRun) {
    if count > 0, let last = runs.last, last.isMissing == run.isMissing, last.end == run.sequence {
      runs[runs.count - 1].count = last.count.saturatingAdding(run.count)
    } else {
      runs.append(run)
    }
  }

  mutating func prepend(_ run: SampleRun) {
    if let first, first.isMissing == run.isMissing, run.end == first.sequence {
      runs[start] = SampleRun(
        sequence: run.sequence, count: run.count.saturatingAdding(first.count), isMissing: run.isMissing)
    } else if start > 0 {
      start -= 1
      runs[start] = run
    } else {
      runs.insert(run, at: 0)
    }
  }

  mutating func removeFirst() {
    start += 1
    // Free the memory of removed runs once they outnumber the rest.
    guard start * 2 > runs.count else { return }
    runs.removeSubrange(0..<start)
    start = 0
  }

  mutating func shortenFirst(by count: UInt64) {
    runs[start].sequence &+= count
    runs[start].count -= count
    if runs[start].count == 0 { removeFirst() }
  }
}
