import CoreMetrics
import Foundation
import WaveAccess
import WaveCertificates
import WaveDevices
import WaveOperations

/// What an operator is told of a server in numbers; Documentation/operations.md lists them.
final class ServerMetrics: Sendable {
  /// Where they are kept, and written by.
  let factory = PrometheusFactory()

  let clients: Meter
  let connections: Counter
  let rowsSent: Counter
  let rowsSkipped: Counter
  let rowsOverrun: Counter
  let bytesSent: Counter
  let pairings: Counter
  let renewals: Counter
  let failedRenewals: Counter

  init(process: ProcessUsage = ProcessUsage()) {
    let factory = factory
    func counter(_ name: String, _ help: String) -> Counter {
      factory.describe(name, help)
      return Counter(label: name, factory: factory)
    }
    factory.describe("waveglass_clients", "Pages and programs that are connected.")
    clients = Meter(label: "waveglass_clients", factory: factory)
    connections = counter("waveglass_client_connections_total", "Sockets that were opened.")
    rowsSent = counter("waveglass_rows_sent_total", "Rows given to clients.")
    rowsSkipped = counter(
      "waveglass_rows_skipped_total", "Rows that a client did not get as it was slower than the source.")
    rowsOverrun = counter(
      "waveglass_rows_overrun_total", "Rows that were dropped for all clients of a busy thread.")
    bytesSent = counter("waveglass_sent_bytes_total", "Bytes of messages given to clients, without framing.")
    pairings = counter("waveglass_pairings_total", "Devices that were paired.")
    renewals = counter("waveglass_certificate_renewals_total", "Certificates that took the place of another.")
    failedRenewals = counter(
      "waveglass_certificate_renewal_failures_total",
      "Times that a certificate was to be replaced and could not be.")
    factory.describe("waveglass_refusals_total", "Requests and clients that were refused, by reason.")
    factory.describe("waveglass_http_responses_total", "Answers over HTTP, by status.")
    factory.observe(
      "waveglass_build_info", "What runs here.", labels: [("version", ProgramVersion.text)]
    ) { 1 }
    observe(process)
  }

  /// The names that Prometheus' own libraries give these.
  private func observe(_ process: ProcessUsage) {
    let start = Double(WallClock.microseconds) / 1e6
    factory.observe("process_start_time_seconds", "When the process began, in seconds since 1970.") { start }
    factory.observe("process_cpu_seconds_total", "Seconds of all processors.", isCounter: true) {
      process.processorSeconds
    }
    factory.observe("process_resident_memory_bytes", "Memory in use.") { process.residentBytes }
    factory.observe("process_open_fds", "Open files and sockets.") { process.openDescriptors }
    factory.observe("process_max_fds", "Files and sockets that may be open.") { process.descriptorLimit }
  }

  /// Has the state of a source read.
  func observe(_ station: SourceStation) {
    observe([("source", String(station.number))]) { [weak station] in station?.condition.state }
  }

  /// Has the state of a source of streams read.
  func observe(_ station: StreamStation) {
    observe([("source", String(station.number)), ("kind", "streams")]) { [weak station] in
      station?.condition.state
    }
  }

  private func observe(
    _ label: [(String, String)], _ state: @escaping @Sendable () -> SourceHealth.State?
  ) {
    factory.observe("waveglass_source_up", "Whether a source does what it is there for.", labels: label) {
      state().map { $0.isWell ? 1 : 0 }
    }
    for one in SourceHealth.State.allCases {
      factory.observe(
        "waveglass_source_state", "What a source does: 1 for the state that it is in.",
        labels: label + [("state", one.rawValue)]
      ) { state().map { $0 == one ? 1 : 0 } }
    }
  }

  /// Has the end of the present certificate read.
  func observe(_ keeper: CertificateKeeper) {
    factory.observe(
      "waveglass_certificate_expiry_timestamp_seconds",
      "When the certificate ends that new connections are served with, in seconds since 1970."
    ) { keeper.certificate.notAfter.timeIntervalSince1970 }
  }

  /// Has the number of paired devices read.
  func observe(_ book: AccessBook) {
    factory.observe("waveglass_paired_devices", "Devices that are paired.") { Double(book.deviceCount) }
  }

  /// Counts a refusal; its reason is one of ours.
  func countRefusal(_ reason: String) {
    Counter(label: "waveglass_refusals_total", dimensions: [("reason", reason)], factory: factory)
      .increment()
  }

  /// Counts an answer.
  func countResponse(_ status: Int) {
    Counter(label: "waveglass_http_responses_total", dimensions: [("code", String(status))], factory: factory)
      .increment()
  }
}

/// What of one source is counted.
struct SourceMetrics: Sendable {
  let rows: Counter
  let rowsLost: Counter
  let samplesLost: Counter
  let reconnects: Counter

  init(source: UInt16, in factory: PrometheusFactory) {
    func counter(_ name: String, _ help: String) -> Counter {
      factory.describe(name, help)
      return Counter(label: name, dimensions: [("source", String(source))], factory: factory)
    }
    rows = counter("waveglass_source_rows_total", "Rows that a source made.")
    rowsLost = counter("waveglass_source_rows_lost_total", "Rows that are missing between those.")
    samplesLost = counter(
      "waveglass_source_samples_lost_total", "Samples that a receiver lost or nobody could take in time.")
    reconnects = counter(
      "waveglass_source_reconnects_total",
      "Times that a receiver's samples came again after silence or a lost connection.")
  }
}

/// What of one source of streams is counted.
struct StreamMetrics: Sendable {
  let samples: Counter
  let missing: Counter

  init(source: UInt16, in factory: PrometheusFactory) {
    func counter(_ name: String, _ help: String) -> Counter {
      factory.describe(name, help)
      return Counter(label: name, dimensions: [("source", String(source))], factory: factory)
    }
    samples = counter("waveglass_stream_samples_total", "Samples of each channel that came, over groups.")
    missing = counter(
      "waveglass_stream_samples_missing_total", "Samples of each channel that never came, by their numbers.")
  }
}
