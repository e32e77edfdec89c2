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

  @Option(help: ArgumentHelp("Attribution of the street map, shown beside it.", valueName: "text"))
  var streetsBy: String?

  @Option(help: ArgumentHelp("Maximum zoom level of the street map.", valueName: "number"))
  var streetsZoom = 19

  func validate() throws {
    try require((0...24).contains(streetsZoom), "--streets-zoom must be from 0 to 24.")
    try require((streetsBy ?? "").utf8.count <= 200, "--streets-by must have at most 200 bytes.")
    try require(
      streets == nil || streetsBy != nil,
      """
      Give the attribution with --streets-by, such as '\u{A9} OpenStreetMap contributors': the images \
      must not be shown without it.
      """)
  }

  /// Returns the street map to show in browsers, or nil if no option specifies one.
  func map() throws(CommandFailure) -> StreetMap? {
    guard let streets else { return nil }
    let template = try TerrainFileError.asFailure(StreetTemplate(streets))
    let fetcher = StreetFetcher(template)
    return StreetMap(attribution: streetsBy ?? "", zoom: streetsZoom) { tile in
      await fetcher.picture(zoom: tile.zoom, column: tile.column, row: tile.row)
    }
  }
}
