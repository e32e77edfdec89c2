import Foundation

/// Checks whether all of the web client's files exist, and reports their version.
public struct PageFiles: SingleCheck {
  private let folder: String?

  /// Creates a check of a folder; pass nil if no folder was found.
  public init(folder: String?) { self.folder = folder }

  /// Returns a finding about the folder.
  public func finding() -> Finding {
    let build = "make wasm builds them; point --web at the folder"
    guard let folder else { return .problem("page", "the page's files were not found", fix: build) }
    guard let list = FileManager.default.contents(atPath: folder + "/files.js") else {
      return .problem("page", "\(folder) has no files.js", fix: build)
    }
    let words = String(decoding: list, as: UTF8.self).split(separator: "\"").enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    guard let version = words.first, words.count > 1 else {
      return .problem("page", "\(folder)/files.js is damaged", fix: build)
    }
    let missing = words.dropFirst().filter { access(folder + "/" + $0, R_OK) != 0 && !$0.contains("/") }
    guard missing.isEmpty else {
      return .problem("page", "\(folder) lacks \(missing.joined(separator: ", "))", fix: build)
    }
    return .ok("page", "version \(version), \(words.count - 1) files in \(folder)")
  }
}
