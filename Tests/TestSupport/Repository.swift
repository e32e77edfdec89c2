// Part of the module that tests WebAssembly, too, where there are no files.
#if canImport(Foundation)
  public import Foundation

  /// Where tests find what lies in the repository, whatever folder they are in.
  public enum Repository {
    /// The folder of the whole.
    public static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    /// Real recordings, which the project does not ship: `WAVEGLASS_DATA`, or what lies beside the
    /// repository.
    public static let recordings =
      ProcessInfo.processInfo.environment["WAVEGLASS_DATA"].map { URL(filePath: $0) }
      ?? folder.appending(path: "../shared/data").standardized

    /// Whether tests of real recordings run.
    public static let wantsRecordings = ProcessInfo.processInfo.environment["WAVEGLASS_RECORDINGS"] == "1"

    /// A file or folder of Tests/Fixtures.
    public static func fixture(_ path: String) -> URL { folder.appending(path: "Tests/Fixtures/\(path)") }
  }
#endif
