import TestSupport
import Testing

@testable import WaveClickHouse

@Suite struct ImportStateTests {
  private func state(base: Int = 10, done: Int = 100, pending: Int? = 50) -> ImportState {
    var state = ImportState(source: "1 2 3", rowCount: 1000, base: base, rowNumber: nil)
    state.done = done
    state.pending = pending.map { .init(rowCount: $0, id: "waveglass-x") }
    return state
  }

  @Test func whatIsWrittenIsRead() {
    for pending in [nil, 50] {
      for number in [nil, "row", "a b%ä"] {
        var state = state(pending: pending)
        state.rowNumber = number
        #expect(ImportState(state.text) == state)
      }
    }
  }

  @Test func whatIsDamagedIsNotRead() {
    let text = state().text
    for count in 0..<text.count { #expect(ImportState(String(text.prefix(count))) == nil) }
    for (part, other) in [
      ("import 1", "import 2"), ("done 100", "done 1001"), ("done 100", "done -1"), ("base 10", "base x"),
      ("pending 50", "pending 901"), ("pending 50", "pending 0"), ("waveglass-x\n", "waveglass-x\nmore\n"),
    ] {
      #expect(ImportState(text.replacing(part, with: other)) == nil, "\(other)")
    }
  }

  @Test func theCountOfRowsShowsWhatArrived() {
    #expect(state().judge(count: 109) == .fewer(1))
    #expect(state().judge(count: 110) == .absent)
    #expect(state().judge(count: 111) == .partly(1))
    #expect(state().judge(count: 159) == .partly(49))
    #expect(state().judge(count: 160) == .arrived)
    #expect(state().judge(count: 161) == .more(1))
    #expect(state(pending: nil).judge(count: 110) == .absent)
    #expect(state(pending: nil).judge(count: 111) == .more(1))
  }

  /// Every way in which a program and a server can end, played against a server that does a block as a whole
  /// or not at all.
  @Test func whereverItEndsEveryRowComesOnce() {
    var random = SeededGenerator(seed: 108)
    for _ in 0..<300 {
      let rowCount = Int.random(in: 0...40, using: &random)
      var table: [Int] = Array(repeating: -1, count: Int.random(in: 0...3, using: &random))
      var kept = ImportState(source: "s", rowCount: rowCount, base: table.count, rowNumber: nil)
      runs: while true {
        // What a run begins with is what was kept, and nothing else.
        var state = kept
        if state.pending != nil {
          switch state.judge(count: table.count) {
          case .absent: state.pending = nil
          case .arrived: state.markStored()
          default: Issue.record("\(state) \(table.count)")
          }
        }
        kept = state
        while state.done < rowCount {
          let count = min(Int.random(in: 1...7, using: &random), rowCount - state.done)
          state.pending = .init(rowCount: count, id: "i")
          if Int.random(in: 0..<6, using: &random) == 0 { continue runs }
          kept = state
          if Int.random(in: 0..<6, using: &random) == 0 { continue runs }
          table += (state.done + 1)...(state.done + count)
          if Int.random(in: 0..<6, using: &random) == 0 { continue runs }
          state.markStored()
        }
        break
      }
      #expect(table.filter { $0 > 0 } == Array(stride(from: 1, through: rowCount, by: 1)))
    }
  }
}
