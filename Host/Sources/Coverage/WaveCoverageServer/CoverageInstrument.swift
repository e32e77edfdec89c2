package import Hummingbird
package import ServiceLifecycle
import WaveCoverageWire
package import WaveServer

/// The coverage instrument as a server has it: tiles of terrain, and pictures of the streets on them.
package struct CoverageInstrument: ServedInstrument {
  private let station: TerrainStation
  private let streets: StreetRoutes

  /// Takes tiles.
  ///
  /// - Parameters:
  ///   - terrain: Whose tiles are served.
  ///   - streets: Where pictures of streets come from; nil where nowhere.
  package init(_ terrain: [any TerrainProvider], streets: StreetMap? = nil) {
    isEmpty = terrain.isEmpty
    station = TerrainStation(terrain, streets: streets)
    self.streets = StreetRoutes(map: streets)
  }

  package let name = "coverage"

  package let isEmpty: Bool

  /// Tiles are read when they are asked for.
  package var services: [any Service] { [] }

  package func isHello(_ frame: [UInt8]) -> Bool { TerrainMessageReader.isHello(frame) }

  package func makeSession(for client: ClientSession) -> any InstrumentSession {
    TerrainSession(station: station, mayControl: client.mayControl, waker: client.waker)
  }

  package func respond(
    _ request: Request, _ context: PageContext, _ doorkeeper: Doorkeeper
  ) async throws(Refusal) -> Response? { try await streets.respond(request, context, doorkeeper) }
}
