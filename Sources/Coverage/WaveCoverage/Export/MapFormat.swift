/// The format of an exported map; the cases are in the order of their buttons.
package enum MapFormat: CaseIterable, Sendable {
  /// A GeoTIFF file.
  case geoTIFF
  /// An image and its world file, in a zip archive.
  case png
  /// An image for Earth browsers.
  case kmz
  /// Contour lines.
  case geoJSON
  /// A table of all posts.
  case csv

  /// The label of the format's button.
  var label: StaticString {
    switch self {
    case .geoTIFF: "GeoTIFF"
    case .png: "PNG with a world file (zip)"
    case .kmz: "KMZ for earth viewers"
    case .geoJSON: "Lines every 10 dB (GeoJSON)"
    case .csv: "Table of all posts (CSV)"
    }
  }

  /// The file name extension.
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
