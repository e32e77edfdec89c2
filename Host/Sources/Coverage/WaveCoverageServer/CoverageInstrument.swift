package import Hummingbird
package import ServiceLifecycle
import WaveCoverageWire
package import WaveServer

/// The server side of the coverage instrument, which provides terrain tiles and street map images.
package struct CoverageInstrument: ServedInstrument {
  let host: TerrainHost
  private let streets: StreetRoutes

  /// Creates an instrument that serves tiles from the given providers.
  ///
  /// - Parameters:
  ///   - terrain: The providers of the tiles.
  ///   - streets: The source of street maps; nil if there is none.
  package init(_ terrain: [any TerrainProvider], streets: StreetMap? = nil) {
    isEmpty = terrain.isEmpty
    host = TerrainHost(terrain, streets: streets)
    self.streets = StreetRoutes(map: streets)
  }

  package let name = "coverage"

  package let isEmpty: Bool

  /// An empty list, because tiles are read on request.
  package var services: [any Service] { [] }

  package func isHello(_ frame: [UInt8]) -> Bool { CoverageMessageReader.isHello(frame) }

  package func makeSession(for client: ClientSession) -> any InstrumentSession {
    CoverageSession(host: host, mayControl: client.mayControl, waker: client.waker)
  }

  package func respond(
    _ request: Request, _ context: PageContext, _ authenticator: Authenticator
  ) async throws(Refusal) -> Response? { try await streets.respond(request, context, authenticator) }
}
