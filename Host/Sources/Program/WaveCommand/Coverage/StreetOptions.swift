import ArgumentParser
import WaveCoverageServer
import WaveTerrain

/// Options for a street map.
struct StreetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Address of street map images, with {z}, {x} and {y}; this server fetches and caches them for its pages.
      """,
      valueName: "template"))
  var streets: String?

  @Option(
    help: ArgumentHelp("Attribution of the street map, shown beside it.", valueName: "text"))
  var streetsBy: String?

  @Option(help: ArgumentHelp("Maximum zoom level of the street map.", valueName: "number"))
  var streetsZoom = 19

  func validate() throws {
    guard (0...24).contains(streetsZoom) else {
      throw ValidationError("--streets-zoom must be from 0 to 24.")
    }
    guard (streetsBy ?? "").utf8.count <= 200 else {
      throw ValidationError("--streets-by must have at most 200 bytes.")
    }
    guard streets == nil || streetsBy != nil else {
      throw ValidationError(
        """
        Give the attribution with --streets-by, such as '\u{A9} OpenStreetMap contributors': the images \
        must not be shown without it.
        """
      )
    }
  }

  /// Returns the street map to show in browsers, or nil if no option specifies one.
  func map() throws(CommandFailure) -> StreetMap? {
    guard let streets else { return nil }
    let template = try TerrainFileError.asFailure(StreetTemplate(streets))
    let fetcher = StreetFetcher(template)
    return StreetMap(attribution: streetsBy ?? "", zoom: streetsZoom) { tile in
      await fetcher.picture(zoom: tile.zoom, column: tile.column, row: tile.row).map {
        StreetMap.Picture(bytes: $0.bytes, contentType: $0.contentType)
      }
    }
  }
}
