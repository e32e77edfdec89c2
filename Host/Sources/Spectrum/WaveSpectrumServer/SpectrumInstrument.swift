package import Logging
package import ServiceLifecycle
package import WaveReceivers
package import WaveServer

/// The spectrum instrument of a server: receivers, and recordings of them.
package struct SpectrumInstrument: ServedInstrument {
  private let stations: [SourceStation]
  private let hubs = SessionHubs<SpectrumSession>()

  /// Creates the instrument from sources, which are numbered in their order.
  ///
  /// - Parameters:
  ///   - sources: The sources.
  ///   - logger: The log of events.
  ///   - metrics: The counters of the sources.
  package init(_ sources: [any SpectrumSource], logger: Logger, metrics: ServerMetrics) async {
    var stations: [SourceStation] = []
    for source in sources {
      stations.append(
        await SourceStation(
          number: UInt16(clamping: stations.count), source: source, logger: logger, metrics: metrics))
    }
    self.stations = stations
  }

  package let name = "spectrum"

  package var isEmpty: Bool { stations.isEmpty }

  package var services: [any Service] { stations }

  package var observedSources: [any ObservedSource] { stations }

  /// Returns false: the server assigns this instrument every first message that no other one claims.
  package func isHello(_ frame: [UInt8]) -> Bool { false }

  package func makeSession(for client: ClientSession) -> any InstrumentSession {
    let hub = hubs.hub(of: client.loop) { hub in for station in stations { station.join(hub) } }
    let session = SpectrumSession(
      stations: stations, mayControl: client.mayControl, isPaired: client.isPaired,
      frames: client.loop.floor.shared { SpectrumFrames() })
    hub.add(session, of: client)
    return session
  }
}
