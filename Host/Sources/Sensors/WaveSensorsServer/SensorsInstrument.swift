package import Logging
package import ServiceLifecycle
package import WaveSensorSources
import WaveSensorsWire
package import WaveServer

/// The Sensors instrument of a server: live sensors and their recordings.
package struct SensorsInstrument: ServedInstrument {
  let hosts: [SensorSourceHost]
  private let hubs = SessionHubs<SensorsSession>()

  /// Creates the instrument from sources, which are numbered in the given order.
  ///
  /// - Parameters:
  ///   - sources: The sources to serve.
  ///   - recordings: The folder for recordings; nil if nothing is recorded.
  ///   - sums: The derived streams to create at the start, in every source that has the streams they depend
  ///     on.
  ///   - logger: The event log.
  ///   - metrics: The counters of the sources.
  package init(
    _ sources: [any SensorSource], recordings: RecordingFolder? = nil, sums: [StreamSum] = [], logger: Logger,
    metrics: ServerMetrics
  ) async {
    var hosts: [SensorSourceHost] = []
    for source in sources {
      hosts.append(
        await SensorSourceHost(
          number: UInt16(clamping: hosts.count), source: source, logger: logger, metrics: metrics,
          folder: recordings, sums: sums))
    }
    self.hosts = hosts
  }

  package let name = "sensors"

  package var isEmpty: Bool { hosts.isEmpty }

  package var services: [any Service] { hosts }

  package var observedSources: [any ObservedSource] { hosts }

  package func isHello(_ frame: [UInt8]) -> Bool { SensorsMessageReader.isHello(frame) }

  package func makeSession(for client: ClientSession) -> any InstrumentSession {
    let hub = hubs.hub(of: client.loop) { hub in for host in hosts { host.publisher.join(hub) } }
    let session = SensorsSession(hosts: hosts, mayControl: client.mayControl, isPaired: client.isPaired)
    hub.add(session, of: client)
    return session
  }
}
