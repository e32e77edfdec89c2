/// Opens sources by what stands on the command line.
public enum SourceFactory {
  /// Opens `demo:`, `demo:?seed=7`, `file:PATH?speed=20` or a plain path.
  ///
  /// - Parameter argument: what the user wrote.
  /// - Returns: A source, not started.
  /// - Throws: `DeviceError` with what to write instead.
  public static func open(_ argument: String) async throws(DeviceError) -> any SpectrumSource {
    throw DeviceError(
      what: "unknown source", place: argument, advice: "Write demo: or the path of a recording.")
  }
}
