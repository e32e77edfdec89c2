import Testing
@testable import WaveDataFeed
import WaveDataWire

@Suite struct RowRequestsTests {
  private static func row(_ request: UInt16) -> ReadRow {
    ReadRow(request: request, source: 0, tick: 5, column: 1)
  }

  private static func page(_ request: UInt16) -> ReadRows {
    ReadRows(request: request, source: 0, isTick: true, start: 5, count: 20)
  }

  private static func range(_ request: UInt16) -> ReadRange {
    ReadRange(request: request, source: 0, column: 1, from: 0, until: 9)
  }

  @Test func newestOfEachKindIsAnsweredOnce() {
    var requests = RowRequests()
    for request in 1...3 as ClosedRange<UInt16> {
      requests.set(.range(Self.range(request)))
      requests.set(.page(Self.page(request)))
      requests.set(.row(Self.row(request)))
    }
    #expect(requests.hasRange)
    #expect(requests.next(hasPictures: true) == .row(Self.row(3)))
    #expect(requests.next(hasPictures: true) == .page(Self.page(3)))
    #expect(requests.hasRange)
    #expect(requests.next(hasPictures: true) == .range(Self.range(3)))
    #expect(requests.next(hasPictures: true) == nil && !requests.hasRange)
  }

  @Test func rangesWaitForPictures() {
    var requests = RowRequests()
    requests.set(.range(Self.range(1)))
    #expect(requests.next(hasPictures: false) == nil)
    requests.set(.page(Self.page(2)))
    #expect(requests.next(hasPictures: false) == .page(Self.page(2)))
    #expect(requests.next(hasPictures: true) == .range(Self.range(1)))
  }
}
