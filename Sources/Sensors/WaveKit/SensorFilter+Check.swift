public import WaveSensorsWire
import WaveSignal
public import WaveStreams

extension [SensorFilter] {
  /// Checks that every group of a sensor can have them.
  ///
  /// - Throws: `SensorError.filter` with the group that cannot.
  public func check(for info: StreamSource) throws(SensorError) {
    for (index, group) in info.groups.enumerated() {
      do throws(FilterError) { _ = try sections(rateHertz: group.rateHertz) } catch {
        throw .filter(error, group: index, rateHertz: group.rateHertz)
      }
    }
  }
}
