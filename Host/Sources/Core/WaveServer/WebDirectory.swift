import Foundation

/// Finds the directory of the web client's files.
public enum WebDirectory {
  /// Searches beside and above the program, so that both installed and freshly built programs find the files.
  public static func find() -> String? { find(from: Bundle.main.executablePath) }

  /// Searches beside and above an executable.
  public static func find(from executable: String?) -> String? {
    guard let executable else { return nil }
    var directory = URL(fileURLWithPath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
    for _ in 0..<6 {
      for name in ["Web", "share/waveglass/Web"] {
        let candidate = directory.appendingPathComponent(name)
        let page = candidate.appendingPathComponent("index.html").path
        if FileManager.default.fileExists(atPath: page) { return candidate.path }
      }
      directory = directory.deletingLastPathComponent()
    }
    return nil
  }
}
