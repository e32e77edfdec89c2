public import WaveUnits

/// A cell of one degree of latitude and longitude; tiles are named after the cell's south-western corner.
public struct DegreeCell: Hashable, Sendable {
  /// The southern edge, in degrees north, -90 to 89.
  public let south: Int
  /// The western edge, in degrees east, -180 to 179.
  public let west: Int

  /// Creates a cell; nil if the corner is out of range.
  public init?(south: Int, west: Int) {
    guard (-90..<90).contains(south), (-180..<180).contains(west) else { return nil }
    self.south = south
    self.west = west
  }

  /// Parses a name that begins like `N51W001` or `n51_w001`; nil for any other name.
  ///
  /// The rest of the name is ignored, as in `n51_w001_1arc_v3`, unless it continues with a letter or digit.
  ///
  /// - Parameter name: The name in UTF-8, without folders.
  public init?(name: [UInt8]) {
    func digits(_ range: Range<Int>) -> Int? {
      range.upperBound <= name.count ? DTEDField.number(name.span, range) : nil
    }
    guard let latitude = digits(1..<3) else { return nil }
    let letter = name.count > 3 && name[3] == UInt8(ascii: "_") ? 4 : 3
    guard name.count > letter, let longitude = digits((letter + 1)..<(letter + 4)) else { return nil }
    if name.count > letter + 4 {
      let next = name[letter + 4]
      let lower = next | 0x20
      guard !(0x30...0x39).contains(next), !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) else {
        return nil
      }
    }
    let south: Int
    switch name[0] | 0x20 {
    case UInt8(ascii: "n"): south = latitude
    case UInt8(ascii: "s"): south = -latitude
    default: return nil
    }
    switch name[letter] | 0x20 {
    case UInt8(ascii: "e"): self.init(south: south, west: longitude)
    case UInt8(ascii: "w"): self.init(south: south, west: -longitude)
    default: return nil
    }
  }

  /// The cell's name, such as `N51W001`, in ASCII.
  public var name: [UInt8] {
    var text: TextWriter = "\(south < 0 ? "S" : "N")"
    text.append(integer: Int(south.magnitude), digits: 2)
    text += west < 0 ? "W" : "E"
    text.append(integer: Int(west.magnitude), digits: 3)
    return text.bytes
  }

  /// The south-western corner.
  public var southWest: Coordinate {
    Coordinate(latitudeDegrees: Double(south), longitudeDegrees: Double(west))
  }

  /// Returns the cells that overlap a circle, from south to north, and from west to east in each row.
  ///
  /// They can include one more cell than needed if the circle comes close to an edge.
  ///
  /// - Parameters:
  ///   - center: The circle's centre.
  ///   - radius: The radius, greater than zero, in km.
  /// - Returns: The cells, or nil if the centre or the radius is invalid, or if the circle reaches a pole.
  public static func around(_ center: Coordinate, radiusKilometers radius: Double) -> [DegreeCell]? {
    guard center.isPlace, radius > 0, radius < 10_000 else { return nil }
    // The smallest radius of curvature of WGS 84, so that the angle is large enough everywhere.
    let angle = radius / 6335
    let height = angle * 180 / .pi
    guard center.latitudeDegrees + height < 90, center.latitudeDegrees - height > -90 else { return nil }
    let sine = Trigonometry.sineCosine(turns: height / 360).sine
    let cosine = Trigonometry.sineCosine(turns: center.latitudeDegrees / 360).cosine
    let ratio = sine / cosine
    guard ratio < 1 else { return nil }
    let width = Arctangent.of(ratio / (1 - ratio * ratio).squareRoot()) * 180 / .pi
    let rows = cells(center.latitudeDegrees - height, center.latitudeDegrees + height)
    let columns = cells(center.longitudeDegrees - width, center.longitudeDegrees + width)
    return rows.flatMap { south in
      columns.compactMap { DegreeCell(south: south, west: (($0 + 180) % 360 + 360) % 360 - 180) }
    }
  }

  /// Returns the whole degrees whose intervals overlap the range from `low` to `high`.
  private static func cells(_ low: Double, _ high: Double) -> Range<Int> {
    let first = Int(saturating: low.rounded(.down))
    return first..<Swift.max(first + 1, Int(saturating: high.rounded(.up)))
  }
}
