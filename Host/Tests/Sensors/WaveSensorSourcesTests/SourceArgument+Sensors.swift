import WaveSensorSources
import WaveSystem

extension SourceArgument {
  /// Takes apart what is written for sensors.
  static func sensors(_ argument: String) throws(SourceArgumentError) -> SourceArgument {
    try SourceArgument(
      argument,
      syntax: SourceSyntax(
        schemes: SensorFactory.schemes, demonstrations: SensorFactory.demonstrations,
        advice: "Write lines:DEVICE", demonstrationAdvice: "Write demo:ecg"))
  }
}
