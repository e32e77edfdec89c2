import Testing
import WaveDataWire

@testable import WaveData

@Suite struct RestChoiceTests {
  @Test func nothingIsChosenOrSentAtFirst() {
    var rest = RestChoice()
    #expect(rest.isShown == nil)
    #expect(rest.isUnsent() == false)
    rest.connect()
    #expect(rest.isUnsent() == false)
  }

  @Test func aNewConnectionIsSentThatTheRestIsShownOnce() {
    var rest = RestChoice()
    rest.choose(true)
    #expect(rest.isShown == true)
    // The choice itself was sent.
    #expect(rest.isUnsent() == false)
    rest.connect()
    #expect(rest.isUnsent() == true)
    #expect(rest.isUnsent() == false)
    #expect(rest.isShown == true)
  }

  @Test func thatItIsHiddenIsWhatAConnectionDoesAnyway() {
    var rest = RestChoice()
    rest.choose(true)
    rest.choose(false)
    rest.connect()
    #expect(rest.isShown == false)
    #expect(rest.isUnsent() == false)
  }
}

@Suite struct RowExportTests {
  @Test func itKnowsHowMuchHasCome() {
    var export = RowExport(request: 7)
    #expect(export.request == 7 && export.done == 0 && export.total == 0)
    export.receive(ExportPart(request: 7, isLast: false, done: 5, total: 10, bytes: [65]))
    #expect(export.done == 5 && export.total == 10)
    let ending = export.ending(of: 3)
    #expect(ending.request == 7 && ending.source == 3 && ending.from == ending.until)
  }
}
