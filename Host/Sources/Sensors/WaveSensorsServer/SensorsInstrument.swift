package import Logging
package import ServiceLifecycle
package import WaveSensorSources
import WaveSensorsWire
package import WaveServer

/// The sensors instrument as a server has it: sensors, and recordings of them.
package struct SensorsInstrument: ServedInstrument {
  private let stations: [StreamStation]
  private let hubs = SessionHubs<StreamSession>()

  /// Takes sources, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - sources: What is served.
  ///   - recordings: Where recordings go; nil where nothing is recorded.
  ///   - sums: Streams that are made of others from the start, of each source that has those.
  ///   - logger: Where events go.
  ///   - metrics: What is counted of the sources.
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
