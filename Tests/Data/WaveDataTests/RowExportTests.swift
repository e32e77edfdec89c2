import Testing
import WaveDataWire

@testable import WaveData

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
