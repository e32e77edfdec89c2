/// Opens sources by what stands on the command line.
public enum SourceFactory {
  /// Opens `demo:`, `demo:?seed=7`, `file:PATH?speed=20` or a plain path.
  ///
  /// - Parameter argument: What the user wrote.
  /// - Returns: A source, not started.
  /// - Throws: `DeviceError` with what to write instead.
  public static func open(_ argument: String) async throws(DeviceError) -> any SpectrumSource {
    let parsed = try SourceArgument(argument)
    switch parsed.scheme {
    case .demo:
      try parsed.allow(["seed"])
      let seed = try parsed.number("seed", in: 0...9e15)
      return DemoSource(seed: UInt64(seed ?? 1))
    case .file:
      throw DeviceError(what: "recordings cannot be opened", place: argument, advice: "Write demo:")
    }
  }
}
