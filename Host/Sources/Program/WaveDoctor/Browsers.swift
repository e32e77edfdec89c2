import Foundation

/// Checks for a browser on this machine that is new enough for the page.
public struct Browsers: SingleCheck {
  /// The commands of browsers, and the first version of each that runs WebAssembly with 128-bit vectors
  /// (webassembly.org/features).
  private static let least: [(command: String, version: Int)] = [
    ("chromium", 91), ("google-chrome", 91), ("google-chrome-stable", 91), ("brave-browser", 91),
    ("firefox", 89), ("firefox-esr", 89),
  ]

  private let folders: [String]
  private let version: @Sendable (String) -> String?

  /// Creates a check that searches the folders of a search path.
  ///
  /// - Parameters:
  ///   - path: Folders separated by colons, as in `PATH`.
  ///   - version: Returns the output of a program's `--version`, or nil if it fails.
  public init(path: String, version: @escaping @Sendable (String) -> String? = Browsers.ask) {
    folders = path.split(separator: ":").map(String.init)
    self.version = version
  }

  /// Returns a finding about the first browser that is new enough or, if there is none, about one that is too
  /// old.
  public func finding() -> Finding {
    var old: Finding?
    for (command, least) in Self.least {
      guard let program = folders.map({ $0 + "/" + command }).first(where: { access($0, X_OK) == 0 }) else {
        continue
      }
      let said = version(program)
      // The first number followed by a dot, as in: Chromium 128.0.6613.84 built on Debian 12.7.
      let number = said?.split(separator: " ").lazy.compactMap { word in
        word.contains(".") ? Int(word.prefix { $0 != "." }) : nil
      }.first
      guard let number else {
        old =
          old
          ?? .warning(
            "browser", "\(program) reports no version", fix: "run \(quoted(program)) --version to see why")
        continue
      }
      if number >= least { return .ok("browser", "\(command) \(number) at \(program)") }
      old = .warning(
        "browser", "\(command) \(number) is too old for the page, which needs \(least)",
        fix: "sudo apt-get update && sudo apt-get install --only-upgrade \(command)")
    }
    return old
      ?? .ok(
        "browser", "no known browser here; open the page from another device: waveglass serve demo: --lan")
  }

  /// Returns the output of a program's `--version`, or nil if it fails or takes more than five seconds.
  @Sendable public static func ask(_ program: String) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--version"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let clock = DispatchSource.makeTimerSource()
    clock.schedule(deadline: .now() + 5)
    clock.setEventHandler { process.terminate() }
    clock.resume()
    let said = pipe.fileHandleForReading.readDataToEndOfFile().prefix(1024)
    process.waitUntilExit()
    clock.cancel()
    return process.terminationStatus == 0 ? String(decoding: said, as: UTF8.self) : nil
  }
}
