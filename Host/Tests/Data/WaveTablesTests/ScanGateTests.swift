import Testing

@testable import WaveTables

/// Work that can be ended from any thread, and then begun again.
@Suite struct ScanGateTests {
  @Test func whatWasEndedBeforeItsTurnDoesNotBegin() throws {
    let gate = ScanGate()
    let ticket = gate.ticket
    #expect(!gate.isEnded(ticket) && !gate.isRunningEnded)
    gate.end { Issue.record("nothing runs that could be interrupted") }
    #expect(gate.isEnded(ticket) && gate.ticket != ticket)
    #expect(throws: TableError.cancelled) {
      try gate.run(ticket) { () throws(TableError) in Issue.record("begun") }
    }
    let value = try gate.run(gate.ticket) { () throws(TableError) in 7 }
    #expect(value == 7)
  }

  @Test func whatRunsIsInterruptedOnce() throws {
    let gate = ScanGate()
    var count = 0
    let value = try gate.pass { ticket throws(TableError) in
      #expect(!gate.isEnded(ticket) && !gate.isRunningEnded)
      gate.end { count += 1 }
      #expect(gate.isEnded(ticket) && gate.isRunningEnded)
      return 3
    }
    #expect(value == 3 && count == 1)
    // After a pass there is nothing to interrupt, whether it succeeded or failed.
    gate.end { count += 1 }
    #expect(throws: TableError.locked(path: "p")) {
      try gate.pass { _ throws(TableError) in throw .locked(path: "p") } as Int
    }
    gate.end { count += 1 }
    #expect(count == 1)
    // The next pass has a ticket of its own.
    try gate.pass { ticket throws(TableError) in
      #expect(!gate.isEnded(ticket) && !gate.isRunningEnded)
    }
  }
}
