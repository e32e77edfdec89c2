/// One reader under any bytes, and what must hold of what it makes of them.
///
/// `make fuzz` runs it under libFuzzer; the tests run it over the kept inputs of Fuzz/Corpus.
public struct FuzzTarget: Sendable {
  /// Its name, that of its folder of inputs too.
  public let name: String
  /// Bytes in an input at most.
  public let byteLimit: Int
  /// Reads an input; a trap or a finding is a fault of the reader.
  public let check: @Sendable ([UInt8]) throws(Finding) -> Void

  /// Names a reader.
  public init(
    _ name: String, byteLimit: Int, _ check: @escaping @Sendable ([UInt8]) throws(Finding) -> Void
  ) {
    self.name = name
    self.byteLimit = byteLimit
    self.check = check
  }
}

/// What an input showed to be wrong.
public struct Finding: Error, Equatable, Sendable {
  /// What should have held.
  public let what: String

  /// Says what should have held.
  public init(_ what: String) { self.what = what }
}

/// Ends the check with a finding unless a condition holds.
public func require(_ holds: Bool, _ what: @autoclosure () -> String) throws(Finding) {
  guard holds else { throw Finding(what()) }
}

/// The targets of the library.
public enum FuzzTargets {
  /// All of them, by what they read.
  public static let all: [FuzzTarget] = [
    .clientMessages, .serverMessages, .streamMessages, .tableMessages, .terrainMessages, .rows,
    .spectrumModel, .sensorsModel,
    .dataModel, .coverageModel, .coverageScene, .coverageShelf, .coverageRequest, .drawScene,
    .powerLog,
    .hackRFSweep, .fileKind,
    .numbers,
    .frequencyText, .columnFormula, .json, .sigMF, .tar, .wav, .sdriq, .recordingName, .rtlTCP,
    .sampleConversion, .analyzer,
    .wfdb, .edf, .dicom, .signalCSV, .tableCSV, .store, .sensorLines, .sensorLogger, .dted, .hgt, .profile,
    .measured,
    .msi, .splatAntenna,
  ]
}
