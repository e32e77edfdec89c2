import WaveReceivers
import WaveSystem

extension SourceArgument {
  /// Takes apart what is written for a receiver.
  static func receiver(_ argument: String) throws(SourceArgumentError) -> SourceArgument {
    try SourceArgument(
      argument,
      syntax: SourceSyntax(
        schemes: ReceiverFactory.schemes, advice: "Write demo:", demonstrationAdvice: "Write demo:"))
  }
}
