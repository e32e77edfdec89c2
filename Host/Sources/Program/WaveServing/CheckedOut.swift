import Foundation

/// The source checkout from which this file was compiled, with the web client's files.
enum CheckedOut {
  /// The folder of the web client's files; nil if they do not exist or have not been built.
  static var webDirectory: String? { webDirectory(from: #filePath) }

  static func webDirectory(from file: String) -> String? {
    var folder = URL(fileURLWithPath: file)
    // The checkout is five levels above this file, Host/Sources/Program/WaveServing/CheckedOut.swift.
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    let web = folder.appendingPathComponent("Web")
    let isThere = ["index.html", "sensors.wasm"].allSatisfy {
      FileManager.default.fileExists(atPath: web.appendingPathComponent($0).path)
    }
    return isThere ? web.path : nil
  }
}
