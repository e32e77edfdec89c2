package import Logging
package import ServiceLifecycle
import WaveDataWire
package import WaveServer

/// The data instrument of a server: tables.
package struct DataInstrument: ServedInstrument {
  private let stations: [any ServedTable]
  private let hubs = SessionHubs<TableSession>()

  /// Serves tables, which are numbered in the order of the array.
  ///
  /// - Parameters:
  ///   - tables: The tables.
  ///   - logger: The log of events.
  package init(_ tables: [TableOpening], logger: Logger) {
    stations = tables.enumerated().map { number, opening in
      opening.station(number: UInt16(clamping: number), logger: logger)
    }
  }

  package let name = "data"

  package var isEmpty: Bool { stations.isEmpty }

  package var services: [any Service] { stations.map { $0 as any Service } }

  package func isHello(_ frame: [UInt8]) -> Bool { TableMessageReader.isHello(frame) }

  package func makeSession(for client: ClientSession) -> any InstrumentSession {
    let hub = hubs.hub(of: client.loop) { hub in for station in stations { station.join(hub) } }
    let session = TableSession(stations: stations, mayControl: client.mayControl, waker: client.waker)
    hub.add(session, of: client)
    return session
  }
}
