import HostTestSupport
import Testing

@testable import WaveReceivers

@Suite struct PowerLogTests {
  @Test func aPowerLogIsKnownByItsContentAlone() throws {
    let samples = try Samples()
    let line = "2026-06-01, 12:00:00, 88000000, 88020000, 10000, 4, -40.1, -41.2, -42.3\n"
    #expect(ReceiverFactory.isPowerLog(path: try samples.write(Array(line.utf8), "log.cu8")))
    #expect(!ReceiverFactory.isPowerLog(path: try samples.write(Array("date,level\n".utf8), "rtl_power.csv")))
    #expect(!ReceiverFactory.isPowerLog(path: try samples.write([], "empty.csv")))
    #expect(!ReceiverFactory.isPowerLog(path: "missing/missing.csv"))
  }
}
