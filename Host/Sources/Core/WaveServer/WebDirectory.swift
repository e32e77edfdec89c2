public import Foundation

/// Finds the directory of the web client's files.
public enum WebDirectory {
  /// Returns the directory found beside or above an executable, by default this program, or nil if there is
  /// none.
  ///
  /// This works for both installed and freshly built programs.
  public static func find(from executable: String? = Bundle.main.executablePath) -> String? {
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
