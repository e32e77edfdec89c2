import Foundation
public import WaveKit

extension Sensor where Self: Sendable {
  /// Serves the sensor to browsers on this machine, until the process is told to stop by SIGTERM or SIGINT,
  /// or the task is cancelled.
  ///
  /// The address is written to the standard output. For several sensors on one page, other machines and other
  /// ports see ``SensorServer``.
  /// - Parameters:
  ///   - filters: What samples go through before they are seen, until whoever looks chooses others.
  ///   - port: Port to listen on; 0 picks a free one.
  /// - Throws: Why it cannot be served, with what to do.
  public func serve(filters: [SensorFilter] = [], port: Int = 8080) async throws(ServingError) {
    var server = SensorServer()
    try server.add(self, filters: filters)
    try await server.run(port: port) { address in
      // A pipe would be told of a print when the program ends.
      try? FileHandle.standardOutput.write(contentsOf: Data("Waveglass is at \(address)\n".utf8))
    }
  }
}
