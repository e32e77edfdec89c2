import Foundation

/// The folder that this file was compiled from, which has the web client's files beside its package.
enum CheckedOut {
  /// The web client's files, where they are there and have been built.
  static var webDirectory: String? { webDirectory(from: #filePath) }

  static func webDirectory(from file: String) -> String? {
    var folder = URL(fileURLWithPath: file)
    // Host/Sources/Program/WaveServing/CheckedOut.swift
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    let web = folder.appendingPathComponent("Web")
    let isThere = ["index.html", "sensors.wasm"].allSatisfy {
      FileManager.default.fileExists(atPath: web.appendingPathComponent($0).path)
    }
    return isThere ? web.path : nil
  }
}
