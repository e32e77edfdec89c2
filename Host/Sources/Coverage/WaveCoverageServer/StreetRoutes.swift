import HTTPTypes
import Hummingbird
import WaveAccess
import WaveCoverageWire
import WaveServer
import WaveWire

/// The route `GET /streets/ZOOM/COLUMN/ROW`, which returns street map images for pages that show terrain.
struct StreetRoutes: Sendable {
  static let prefix = "/streets/"
  /// The address template of the images, relative to the page's address.
  static let address = "streets/{z}/{x}/{y}"

  let map: StreetMap?

  /// Returns the message that announces the street map to pages.
  static func message(_ map: StreetMap) -> TerrainStreets {
    TerrainStreets(
      zoom: UInt8(clamping: min(map.zoom, Int(WireLimits.streetZoom))), address: Array(address.utf8),
      attribution: Array(map.attribution.utf8))
  }

  /// Returns the response to a request for an image, or nil if the path belongs to another route.
  ///
  /// - Throws: The error that explains why the request is refused.
  func respond(
    _ request: Request, _ context: PageContext, _ authenticator: Authenticator
  ) async throws(Refusal) -> Response? {
    let path = request.uri.path
    guard let map, path.hasPrefix(Self.prefix) else { return nil }
    guard request.method == .get else {
      var response = WebSite.say(.methodNotAllowed, "Only GET is supported here.")
      response.headers[.allow] = "GET"
      return response
    }
    guard authenticator.visitor(of: request, context).role != nil else {
      throw Refusal(.unauthorized, "streets-unpaired", "Pictures are only for paired devices.")
    }
    guard let tile = Self.tile(path.dropFirst(Self.prefix.count), zoom: map.zoom) else {
      return WebSite.say(.notFound, "There is no such picture.")
    }
    guard let picture = await map.picture(tile) else {
      return WebSite.say(
        .badGateway, "The picture is unavailable: the server is offline, or the map server does not answer.")
    }
    var response = WebSite.answer(.ok, picture.bytes, type: picture.contentType, isWhole: true)
    // Browsers cache the pictures for a week, also for offline use; streets change slowly.
    response.headers[.cacheControl] = "max-age=604800"
    return response
  }

  /// Returns the tile that a path identifies, or nil if the path is invalid or beyond the map's zoom levels.
  static func tile(_ path: Substring, zoom most: Int) -> StreetMap.Tile? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.count <= 9 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      let zoom = Int(parts[0]), let column = Int(parts[1]), let row = Int(parts[2]), zoom <= min(most, 24)
    else { return nil }
    let count = 1 << zoom
    guard column < count, row < count else { return nil }
    return StreetMap.Tile(zoom: zoom, column: column, row: row)
  }
}
