import WavePropagation
import WaveText
import WaveUnits

extension MapGrid {
  /// Returns a table of the latitude, longitude and decibels of each post that has a value.
  ///
  /// - Parameter column: The name of the third column.
  /// - Returns: CSV text whose first line has the column names.
  /// - Complexity: O(posts).
  public func csv(column: [UInt8]) -> [UInt8] { csv(column: column, rows: 0..<rowCount) }

  /// Returns a range of the table's rows, so that a long table does not have to be in memory all at once.
  ///
  /// - Parameters:
  ///   - column: The name of the third column.
  ///   - rows: Rows of posts; the line of column names precedes row 0.
  /// - Returns: Lines of CSV text.
  /// - Complexity: O(posts in the rows).
  public func csv(column: [UInt8], rows: Range<Int>) -> [UInt8] {
    var text = TextWriter()
    if rows.lowerBound == 0 { text += "latitude_deg,longitude_deg,\(column)\n" }
    for row in rows.clamped(to: 0..<rowCount) {
      for index in 0..<columnCount where values[row * columnCount + index] != Self.nothing {
        let place = place(row: row, column: index)
        let east = place.longitudeDegrees
        text.append(bytes: ASCIIDecimal.text(place.latitudeDegrees, decimals: 7))
        text.append(",")
        // Beyond 180° the table continues at -180°.
        text.append(
          bytes: ASCIIDecimal.text(
            east.magnitude > 180 ? east.remainder(dividingBy: 360) : east, decimals: 7))
        text.append(",")
        text.append(bytes: ASCIIDecimal.text(Double(values[row * columnCount + index]) / 100, decimals: 2))
        text.append("\n")
      }
    }
    return text.bytes
  }

  /// Returns contour lines as GeoJSON, with one multi-part line feature for each level, cut at 180°.
  ///
  /// - Parameter levels: The levels in hundredths of a decibel.
  /// - Returns: A feature collection of the levels that occur.
  /// - Complexity: O(posts · levels).
  ///
  /// Source: RFC 7946.
  public func geoJSON(levels: [Int16]) -> [UInt8] {
    var text: TextWriter = "{\"type\":\"FeatureCollection\","
    if !note.isEmpty {
      text += "\"note\":\""
      for byte in note where byte >= 0x20 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append("\\") }
        text.append(ascii: byte)
      }
      text += "\","
    }
    text += "\"features\":["
    var isFirst = true
    for level in levels {
      let lines = contours(at: level).flatMap { Self.cutAtAntimeridian($0) }
      guard !lines.isEmpty else { continue }
      if !isFirst { text.append(",") }
      isFirst = false
      let decibels = ASCIIDecimal.text(Double(level) / 100, decimals: 2)
      text += "\n{\"type\":\"Feature\",\"properties\":{\"decibels\":\(decibels)},"
      text += "\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":["
      for (index, line) in lines.enumerated() {
        if index > 0 { text.append(",") }
        text.append("[")
        for (point, place) in line.enumerated() {
          text.append(point > 0 ? ",[" : "[")
          text.append(bytes: ASCIIDecimal.text(place.longitudeDegrees, decimals: 6))
          text.append(",")
          text.append(bytes: ASCIIDecimal.text(place.latitudeDegrees, decimals: 6))
          text.append("]")
        }
        text.append("]")
      }
      text += "]}}"
    }
    return text.bytes + TextWriter("\n]}\n").bytes
  }

  /// Returns a KML document that shows the image in an Earth browser.
  ///
  /// - Parameters:
  ///   - name: The name of the map, in UTF-8.
  ///   - picture: The image's file name, in ASCII.
  /// - Returns: The document.
  ///
  /// Source: OGC KML 2.2 (07-147r2).
  public func kml(name: [UInt8], picture: [UInt8]) -> [UInt8] {
    func degrees(_ value: Double) -> [UInt8] { ASCIIDecimal.text(value, decimals: 10) }
    var text: TextWriter = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<kml xmlns=\"http://www.opengis.net/kml/2.2\">"
    text += "<GroundOverlay><name>\(Self.escaped(name))</name>"
    if !note.isEmpty { text += "<description>\(Self.escaped(note))</description>" }
    text += "<Icon><href>\(picture)</href></Icon><LatLonBox>"
    let (north, south, west, east) = edges
    text += "<north>\(degrees(north))</north><south>\(degrees(south))</south>"
    text += "<east>\(degrees(east))</east><west>\(degrees(west))</west>"
    text += "</LatLonBox></GroundOverlay></kml>\n"
    return text.bytes
  }

  private static func escaped(_ words: [UInt8]) -> [UInt8] {
    var text = TextWriter()
    for byte in words {
      switch byte {
      case UInt8(ascii: "<"): text.append("&lt;")
      case UInt8(ascii: "&"): text.append("&amp;")
      case 0..<32: text.append(" ")
      default: text.append(ascii: byte)
      }
    }
    return text.bytes
  }
}
