package import Logging
package import ServiceLifecycle
package import WaveSensorSources
import WaveSensorsWire
package import WaveServer

/// The sensors instrument of a server: sensors, and recordings of them.
package struct SensorsInstrument: ServedInstrument {
  private let stations: [StreamStation]
  private let hubs = SessionHubs<StreamSession>()

  /// Creates the instrument from sources, which are numbered in their order.
  ///
  /// - Parameters:
  ///   - sources: The sources.
  ///   - recordings: The folder for recordings; nil to record nothing.
  ///   - sums: Streams that are derived from others from the start, in each source that has these others.
  ///   - logger: The log of events.
  ///   - metrics: The counters of the sources.
  package init(
    _ sources: [any SensorSource], recordings: RecordingFolder? = nil, sums: [StreamSum] = [], logger: Logger,
    metrics: ServerMetrics
  ) async {
    var stations: [StreamStation] = []
    for source in sources {
      stations.append(
        await StreamStation(
          number: UInt16(clamping: stations.count), source: source, logger: logger, metrics: metrics,
          folder: recordings, sums: sums))
    }
    self.stations = stations
  }

  package let name = "sensors"

  package var isEmpty: Bool { stations.isEmpty }

  package var services: [any Service] { stations }

  package var observedSources: [any ObservedSource] { stations }

  package func isHello(_ frame: [UInt8]) -> Bool { StreamMessageReader.isHello(frame) }

  package func makeSession(for client: ClientSession) -> any InstrumentSession {
    let hub = hubs.hub(of: client.loop) { hub in for station in stations { station.join(hub) } }
    let session = StreamSession(
      stations: stations, mayControl: client.mayControl, isPaired: client.isPaired)
    hub.add(session, of: client)
    return session
  }
}
