package import Logging
package import ServiceLifecycle
import WaveDataWire
package import WaveServer

/// The server's data instrument, which serves tables.
package struct DataInstrument: ServedInstrument {
  let hosts: [any ServedTable]
  private let hubs = SessionHubs<DataSession>()

  /// Creates an instrument that serves tables, which are numbered in the order of the array.
  ///
  /// - Parameters:
  ///   - tables: The tables.
  ///   - logger: The logger for events.
  package init(_ tables: [TableOpening], logger: Logger) {
    hosts = tables.enumerated().map { number, opening in
      opening.host(number: UInt16(clamping: number), logger: logger)
    }
  }

  package let name = "data"

  package var isEmpty: Bool { hosts.isEmpty }

  package var services: [any Service] { hosts.map { $0 as any Service } }

  package func isHello(_ frame: [UInt8]) -> Bool { DataMessageReader.isHello(frame) }

  package func makeSession(for client: ClientSession) -> any InstrumentSession {
    let hub = hubs.hub(of: client.loop) { hub in for host in hosts { host.publisher.join(hub) } }
    let session = DataSession(hosts: hosts, mayControl: client.mayControl, waker: client.waker)
    hub.add(session, of: client)
    return session
  }
}
