public import WaveTerrainFormats

/// A URL template for tiles on a server, with placeholders for the tile's degree cell.
///
/// For the tile `N51W001`, `{name}` is `N51W001`, `{ns}` is `N`, `{lat}` is `51`, `{ew}` is `W` and `{lon}`
/// is `001`. The extension of the URL, before any `?` or `#`, determines the format of the tiles.
public struct TerrainTemplate: Equatable, Sendable {
  /// The template as given by the user.
  public let text: String
  /// The format of the tiles.
  public let format: TerrainFormat

  /// Validates and stores a template.
  ///
  /// - Throws: `TerrainFileError.template` if it cannot be used.
  public init(_ text: String) throws(TerrainFileError) {
    let known = try Self.placeholders(in: text, known: Self.placeholders) { .placeholder($0) }
    guard known.contains("name") || known.isSuperset(of: ["lat", "lon"]) else {
      throw .template(text, .noPlaceholder)
    }
    let path = text.prefix { $0 != "?" && $0 != "#" }
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    guard let format = TerrainFormat(name: last) else { throw .template(text, .ending) }
    self.text = text
    self.format = format
  }

  /// Returns the names of the placeholders in a template.
  ///
  /// - Parameters:
  ///   - text: The template.
  ///   - known: The names of the placeholders that it can have.
  ///   - fault: Returns the fault of a template with another placeholder, given its name.
  /// - Returns: The names that occur.
  /// - Throws: `TerrainFileError.template` if the template is not a URL or has another placeholder.
  static func placeholders(
    in text: String, known: [String], else fault: (String) -> TemplateFault
  ) throws(TerrainFileError) -> Set<String> {
    let lower = text.lowercased()
    guard lower.hasPrefix("http://") || lower.hasPrefix("https://"),
      text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { throw .template(text, .scheme) }
    var names: Set<String> = []
    for part in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      let name = String(part.prefix { $0 != "}" })
      guard known.contains(name), part.contains("}") else { throw .template(text, fault(name)) }
      names.insert(name)
    }
    return names
  }

  private static let placeholders = ["name", "ns", "lat", "ew", "lon"]

  /// Returns the URL of a tile.
  public func url(of cell: DegreeCell) -> String {
    let name = Self.name(cell)
    let values = [
      name, String(name.prefix(1)), String(name.dropFirst(1).prefix(2)), String(name.dropFirst(3).prefix(1)),
      String(name.suffix(3)),
    ]
    var url = text
    for (placeholder, value) in zip(Self.placeholders, values) {
      url.replace("{" + placeholder + "}", with: value)
    }
    return url
  }

  /// Returns the file name under which a tile is stored; it depends on the tile's cell, not on the server's
  /// file name.
  public func fileName(of cell: DegreeCell) -> String { Self.name(cell) + format.ending }

  private static func name(_ cell: DegreeCell) -> String { String(decoding: cell.name, as: UTF8.self) }
}
