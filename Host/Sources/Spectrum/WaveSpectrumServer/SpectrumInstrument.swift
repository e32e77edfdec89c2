package import Logging
package import ServiceLifecycle
package import WaveReceivers
package import WaveServer

/// The spectrum instrument of a server, which serves receivers and recordings.
package struct SpectrumInstrument: ServedInstrument {
  let hosts: [SpectrumSourceHost]
  private let hubs = SessionHubs<SpectrumSession>()

  /// Creates the instrument from sources, which are numbered in order.
  ///
  /// - Parameters:
  ///   - sources: The sources to serve.
  ///   - logger: The logger for events.
  ///   - metrics: The metrics to which the sources' counters are added.
  package init(_ sources: [any SpectrumSource], logger: Logger, metrics: ServerMetrics) async {
    var hosts: [SpectrumSourceHost] = []
    for source in sources {
      hosts.append(
        await SpectrumSourceHost(
          number: UInt16(clamping: hosts.count), source: source, logger: logger, metrics: metrics))
    }
    self.hosts = hosts
  }

  package let name = "spectrum"

  package var isEmpty: Bool { hosts.isEmpty }

  package var services: [any Service] { hosts }

  package var observedSources: [any ObservedSource] { hosts }

  /// Returns false, because the server uses this instrument for any first message that no other instrument
  /// recognizes.
  package func isHello(_ frame: [UInt8]) -> Bool { false }

  package func makeSession(for client: ClientSession) -> any InstrumentSession {
    let hub = hubs.hub(of: client.loop) { hub in for host in hosts { host.publisher.join(hub) } }
    let session = SpectrumSession(
      hosts: hosts, mayControl: client.mayControl, isPaired: client.isPaired,
      frames: client.loop.scheduler.shared { SpectrumFrames() })
    hub.add(session, of: client)
    return session
  }
}
