public import WaveSensorsWire
import WaveSystem
import WaveWire

/// A source for the sensors of a phone, read through phyphox's remote access.
///
/// The source reconnects when the phone becomes reachable again.
public actor PhyphoxSource: SensorSource {
  /// The default port of phyphox's remote access on Android; on iOS, it is 80.
  static let port = 8080
  /// An example of the source argument.
  static let example = "phyphox://host:8080"
  /// The maximum size of a response in bytes.
  private static let answerBytes = 32 << 20
  /// The interval between requests.
  private static let interval = Duration.milliseconds(100)

  /// Whether the source supplies the times of its samples.
  ///
  /// It does not, because times are derived from the arrival of responses.
  public nonisolated let isTimed = false
  private let host: String
  private let port: Int
  private var phone: PhyphoxPhone
  private var delay = ReconnectDelay(seed: UInt64.random(in: 0...UInt64.max))
  private var trouble = ""

  /// Creates a source from an argument such as `phyphox://host:8080`.
  ///
  /// - Throws: `SensorSourceError`, which describes the expected form.
  init(_ argument: SourceArgument) throws(SensorSourceError) {
    let reader = ArgumentReader<SensorSourceError>(argument)
    try reader.allow([])
    let address = try reader.remoteAddress(
      argument.path[...], port: Self.port, example: Self.example, place: "phyphox://")
    host = address.host
    port = address.port
    phone = PhyphoxPhone(place: "\(address.host):\(address.port)")
  }

  /// The current description of the source.
  ///
  /// It has no channels until the phone has described its sensors.
  public var info: StreamSource { phone.info }

  /// Starts sending requests and returns the events.
  public nonisolated func events() -> AsyncStream<SensorEvent> {
    AsyncStream(keepingNewest: SensorBuffer.events) { await self.run($0) }
  }

  private func run(_ continuation: AsyncStream<SensorEvent>.Continuation) async {
    defer { continuation.finish() }
    while !Task.isCancelled {
      do throws(HTTPFetch.Failure) {
        for event in try await ask() { continuation.yield(event) }
        if !trouble.isEmpty {
          continuation.yield(.notice(.information, "phyphox at \(host): connected again"))
        }
        trouble = ""
        delay.reset()
        try? await Task.sleep(for: Self.interval, tolerance: .milliseconds(10))
      } catch {
        if error.words != trouble {
          trouble = error.words
          continuation.yield(.notice(.warning, "phyphox at \(host):\(port): \(trouble); trying again"))
        }
        try? await Task.sleep(for: .microseconds(delay.next()), tolerance: .milliseconds(20))
      }
    }
  }

  /// Sends one request and processes its response.
  private func ask() async throws(HTTPFetch.Failure) -> [SensorEvent] {
    guard phone.isKnown else {
      let answer = try await HTTPFetch.get(
        host: host, port: port, path: "/config", byteLimit: Self.answerBytes)
      if let fault = phone.readConfiguration(answer) { throw HTTPFetch.Failure(words: fault) }
      return []
    }
    let path = phone.request(at: MonotonicClock.microseconds)
    let answer: [UInt8]
    do throws(HTTPFetch.Failure) {
      answer = try await HTTPFetch.get(host: host, port: port, path: path, byteLimit: Self.answerBytes)
    } catch {
      guard error.isTooLong else { throw error }
      phone.leaveOut()
      return []
    }
    guard let events = phone.receive(answer, at: MonotonicClock.microseconds) else {
      throw HTTPFetch.Failure(words: "its answer is not that of phyphox")
    }
    return events
  }
}
