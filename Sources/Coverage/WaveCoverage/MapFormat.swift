/// What a map is written as; the order is that of the buttons.
enum MapFormat: UInt8, CaseIterable, Sendable {
  case geoTIFF
  case png
  case kmz
  case geoJSON
  case csv

  /// What its button says.
  var label: StaticString {
    switch self {
    case .geoTIFF: "GeoTIFF"
    case .png: "PNG with a world file (zip)"
    case .kmz: "KMZ for earth viewers"
    case .geoJSON: "Lines every 10 dB (GeoJSON)"
    case .csv: "Table of all posts (CSV)"
    }
  }

  /// What the file's name ends in.
  var ending: StaticString {
    switch self {
    case .geoTIFF: ".tif"
    case .png: ".zip"
    case .kmz: ".kmz"
    case .geoJSON: ".geojson"
    case .csv: ".csv"
    }
  }
}
