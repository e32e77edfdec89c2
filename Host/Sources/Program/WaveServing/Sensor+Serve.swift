import Foundation
public import WaveKit

extension Sensor where Self: Sendable {
  /// Serves the sensor to browsers on this machine until SIGTERM or SIGINT stops the process or the task is
  /// cancelled.
  ///
  /// The address is written to standard output. For several sensors on one page, and for logging, see
  /// ``SensorServer``.
  /// - Parameters:
  ///   - filters: The filters applied to samples until a viewer changes them.
  ///   - port: The port to listen on; 0 selects a free one.
  /// - Throws: The reason why the sensor cannot be served, with advice.
  public func serve(filters: [SensorFilter] = [], port: Int = 8080) async throws(ServingError) {
    var server = SensorServer()
    try server.add(self, filters: filters)
    try await server.run(port: port) { address in
      // Unlike `print`, this is not buffered until the program ends if the output is a pipe.
      try? FileHandle.standardOutput.write(contentsOf: Data("Waveglass is at \(address)\n".utf8))
    }
  }
}
