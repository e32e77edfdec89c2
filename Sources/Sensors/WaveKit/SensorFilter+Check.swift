public import WaveSensorsWire
import WaveSignal
public import WaveStreams

extension [SensorFilter] {
  /// Checks that the filters can be realized at the sample rate of every group of a sensor.
  ///
  /// - Throws: `SensorError.filter` with the group in which a filter cannot be realized.
  public func check(for info: StreamSource) throws(SensorError) {
    for (index, group) in info.groups.enumerated() {
      do throws(FilterError) { _ = try sections(rateHertz: group.rateHertz) } catch {
        throw .filter(error, group: index, rateHertz: group.rateHertz)
      }
    }
  }
}
