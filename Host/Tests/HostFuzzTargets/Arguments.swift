import FuzzTargets
import WaveReceivers
import WaveSensorSources
import WaveSystem

extension FuzzTarget {
  /// Sources and numbers as people type them on a command line.
  static let arguments = FuzzTarget("arguments", byteLimit: 96) { bytes throws(Finding) in
    let text = String(decoding: bytes, as: UTF8.self)
    if let number = SINumber(text: text) {
      try require(number.value.isFinite, "a number is finite")
      try require(SINumber(text: "\(number.value)") == number, "a number is read as it is written")
    }
    let syntax = SourceSyntax(
      schemes: ReceiverFactory.schemes + SensorFactory.schemes, demonstrations: SensorFactory.demonstrations)
    let parsed = Result { () throws(SourceArgumentError) in try SourceArgument(text, syntax: syntax) }
    guard case .success(let source) = parsed else { return }
    try require(
      source.parameters.allSatisfy { !$0.key.isEmpty && !$0.value.isEmpty }, "a parameter has name and value")
    let reader = ArgumentReader<ReceiverError>(source)
    for name in source.parameters.keys {
      let value = Result { () throws(ReceiverError) in try reader.number(name, in: -1e6...1e6) }
      guard case .success(let number) = value else { continue }
      try require(number.map { $0.magnitude <= 1e6 } ?? false, "a number is in its range")
    }
  }
}
