/// The URL template of a street map server, with the tile numbers as `{z}`, `{x}` and `{y}`.
public struct StreetTemplate: Equatable, Sendable {
  /// The template as given by the user.
  public let text: String

  /// Validates and stores a template.
  ///
  /// - Throws: `TerrainFileError.template` if it cannot be used.
  public init(_ text: String) throws(TerrainFileError) {
    let names = try TerrainTemplate.placeholders(in: text, known: ["z", "x", "y"]) { _ in .noTilePlaceholder }
    guard names.count == 3 else { throw .template(text, .noTilePlaceholder) }
    self.text = text
  }

  /// Returns the URL of an image.
  public func url(zoom: Int, column: Int, row: Int) -> String {
    let values = ["z": zoom, "x": column, "y": row]
    var url = ""
    for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      guard index > 0, let end = part.firstIndex(of: "}"), let value = values[String(part[..<end])] else {
        url += part
        continue
      }
      url += "\(value)" + part[part.index(after: end)...]
    }
    return url
  }
}
