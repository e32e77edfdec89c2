import CoreMetrics
import Foundation
import WaveAccess
import WaveCertificates
package import WaveOperations
import WaveSystem

/// A server's metrics for operators, listed in Documentation/operations.md.
package final class ServerMetrics: Sendable {
  /// The factory that stores and writes the metrics.
  package let factory = PrometheusFactory()

  let clients: Meter
  let connections: Counter
  let rowsSent: Counter
  let rowsSkipped: Counter
  let rowsOverrun: Counter
  let bytesSent: Counter
  let pairings: Counter
  let renewals: Counter
  let failedRenewals: Counter

  /// Creates metrics whose counters start at zero.
  package init(process: ProcessUsage = ProcessUsage()) {
    let factory = factory
    func counter(_ name: String, _ help: String) -> Counter {
      factory.describe(name, help)
      return Counter(label: name, factory: factory)
    }
    factory.describe("waveglass_clients", "Connected pages and programs.")
    clients = Meter(label: "waveglass_clients", factory: factory)
    connections = counter("waveglass_client_connections_total", "Sockets that were opened.")
    rowsSent = counter("waveglass_rows_sent_total", "Rows sent to clients.")
    rowsSkipped = counter(
      "waveglass_rows_skipped_total", "Rows not sent to a client because it was slower than the source.")
    rowsOverrun = counter(
      "waveglass_rows_overrun_total", "Rows that were dropped for all clients of a busy thread.")
    bytesSent = counter("waveglass_sent_bytes_total", "Bytes of messages sent to clients, without framing.")
    pairings = counter("waveglass_pairings_total", "Devices that were paired.")
    renewals = counter("waveglass_certificate_renewals_total", "Certificates that replaced another.")
    failedRenewals = counter(
      "waveglass_certificate_renewal_failures_total", "Times that a certificate could not be replaced.")
    factory.describe("waveglass_refusals_total", "Requests and clients that were refused, by reason.")
    factory.describe("waveglass_http_responses_total", "HTTP responses, by status.")
    factory.observe(
      "waveglass_build_info", "Version of the running program.", labels: [("version", ProgramVersion.text)]
    ) { 1 }
    observe(process)
  }

  /// Adds metrics for the process, named as in Prometheus's own client libraries.
  private func observe(_ process: ProcessUsage) {
    let start = Double(WallClock.microseconds) / 1e6
    factory.observe("process_start_time_seconds", "Start of the process, in seconds since 1970.") { start }
    factory.observe("process_cpu_seconds_total", "Processor time used, in seconds.", isCounter: true) {
      process.processorSeconds
    }
    factory.observe("process_resident_memory_bytes", "Memory in use.") { process.residentBytes }
    factory.observe("process_open_fds", "Open files and sockets.") { process.openDescriptors }
    factory.observe("process_max_fds", "Limit on open files and sockets.") { process.descriptorLimit }
  }

  /// Adds metrics for the state of a source.
  package func observe(_ source: any ObservedSource) {
    let label = [("source", String(source.number))] + (source.kind.map { [("kind", $0)] } ?? [])
    let state: @Sendable () -> SourceHealth.State? = { [weak source] in source?.condition.state }
    factory.observe("waveglass_source_up", "Whether a source works.", labels: label) {
      state().map { $0.isWell ? 1 : 0 }
    }
    for one in SourceHealth.State.allCases {
      factory.observe(
        "waveglass_source_state", "State of a source: 1 for its current state.",
        labels: label + [("state", one.rawValue)]
      ) { state().map { $0 == one ? 1 : 0 } }
    }
  }

  /// Adds a metric for the time at which the current certificate expires.
  func observe(_ keeper: CertificateKeeper) {
    factory.observe(
      "waveglass_certificate_expiry_timestamp_seconds",
      "Expiry time of the certificate for new connections, in seconds since 1970."
    ) { keeper.certificate.notAfter.timeIntervalSince1970 }
  }

  /// Adds a metric for the number of paired devices.
  func observe(_ registry: AccessRegistry) {
    factory.observe("waveglass_paired_devices", "Paired devices.") { Double(registry.deviceCount) }
  }

  /// Counts a refusal by its reason, which must be one of the server's own keywords.
  func countRefusal(_ reason: String) {
    Counter(label: "waveglass_refusals_total", dimensions: [("reason", reason)], factory: factory)
      .increment()
  }

  /// Counts an HTTP response by its status code.
  func countResponse(_ status: Int) {
    Counter(label: "waveglass_http_responses_total", dimensions: [("code", String(status))], factory: factory)
      .increment()
  }
}
