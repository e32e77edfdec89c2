import Testing
import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrumFeed

@Suite struct AxisRegistryTests {
  /// A message that a client cannot read ends its connection.
  @Test func everyAxisThatIsSentCanBeRead() throws {
    let steps = [1e3, 1e12, 5e13, 9e14]
    var (sent, stored) = (0, 0)
    for firstHertz in [-WireLimits.hertz, 0, 0.7 * WireLimits.hertz, WireLimits.hertz] {
      for (stepHertz, share) in steps.flatMap({ step in [0, 0.5, 0.999].map { (step, $0) } }) {
        var registry = AxisRegistry()
        let view = ShowView(
          view: 1, mode: .spectrum, columns: 64, lowHertz: share * WireLimits.hertz,
          highHertz: WireLimits.hertz)
        let axis = BinAxis(firstHertz: firstHertz, stepHertz: stepHertz, count: 3)
        let info = registry.entry(for: axis, in: view).entry.info
        guard info.columns > 0 else {
          stored += 1
          continue
        }
        sent += 1
        var bytes: [UInt8] = []
        Message.axis(info).encode(into: &bytes)
        var reader = MessageReader(limit: WireLimits.serverMessageBytes)
        #expect(try reader.nextFromServer(in: bytes.span.bytes) == .axis(info))
      }
    }
    #expect(sent > 0 && stored > 0)
  }
}
