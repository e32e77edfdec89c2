import WaveDisplay
import WaveInteraction
import WaveLocal
import WaveSensors
import WaveSensorsWire
import WaveSystem
import WaveWire

/// Runs the test bed without a display: a source, the wire protocol, and the client's model and draw list, in
/// one process and in real time.
///
/// It measures latency as the page does, but only until a draw list is complete, because nothing is
/// displayed.
final class TestbedRun {
  /// A size in device pixels.
  struct Size: Equatable, Sendable {
    var width: Int
    var height: Int
  }

  private var source: LocalStreams
  private var model: SensorsModel
  private var list = DrawList()
  private var wantsDraw = false
  private var wake: Int64 = .max
  private var lastDraw: Int64 = .min / 2
  /// The total number of words in the draw lists produced so far.
  private(set) var words = 0

  /// Creates a run that has not started.
  ///
  /// - Parameters:
  ///   - plan: The steps of the test.
  ///   - size: The size of the simulated screen.
  init(plan: Testbed.Plan, size: Size) {
    let now = MonotonicClock.microseconds
    source = LocalStreams(testbedAt: now, wallMicroseconds: WallClock.microseconds)
    model = SensorsModel(testbedPlan: plan)
    handle(.resize(width: Float(size.width), height: Float(size.height), scale: 1))
    handle(.appearance(isDark: true, reducesMotion: true))
    handle(.connection(isOpen: true))
  }

  /// Runs the plan until it is complete or the task is cancelled.
  ///
  /// - Parameter report: Called with the progress when a step begins.
  /// - Returns: The results, which are incomplete if the task was cancelled.
  func run(report: (Testbed.Progress) -> Void) async -> [Testbed.Result] {
    drawFrame()
    perform(model.startTestbed(at: MonotonicClock.microseconds))
    var reportedStep = 0
    while !Task.isCancelled, let progress = model.testbed?.progress {
      drawFrame()
      if progress.step != reportedStep {
        reportedStep = progress.step
        report(progress)
      }
      let now = MonotonicClock.microseconds
      let frame = wantsDraw ? lastDraw + Self.frameMicroseconds : .max
      let due = min(wake, frame, source.wakeMicroseconds ?? .max, now + 10_000)
      if due > now { try? await Task.sleep(for: .microseconds(due - now), tolerance: .microseconds(100)) }
    }
    return model.testbed?.results ?? []
  }

  /// The interval between frames in microseconds, as on a display that refreshes 60 times a second.
  private static let frameMicroseconds: Int64 = 16_667

  private func drawFrame() {
    while true {
      let bytes = source.collect(at: MonotonicClock.microseconds)
      guard !bytes.isEmpty else { break }
      var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
      while let message = try? reader.nextFromServer(in: bytes.span.bytes) { receive(message) }
    }
    let now = MonotonicClock.microseconds
    if now >= wake {
      wake = .max
      handle(.tick)
    }
    guard wantsDraw, now - lastDraw >= Self.frameMicroseconds else { return }
    wantsDraw = false
    lastDraw = now
    perform(model.draw(into: &list, at: now))
    words += list.words.count
    model.drawn(at: MonotonicClock.microseconds)
  }

  private func handle(_ intent: ViewIntent) { perform(model.handle(intent, at: MonotonicClock.microseconds)) }

  private func receive(_ message: SensorsMessage) {
    perform(model.receive(message, at: MonotonicClock.microseconds))
  }

  private func perform(_ effects: [SensorsModel.Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message):
        var bytes: [UInt8] = []
        message.encodeFromClient(into: &bytes)
        try? source.receive(bytes, at: MonotonicClock.microseconds)
        // The next iteration of the loop follows without delay, so that an answer is read immediately. A
        // delay would be mistaken for a clock offset.
        wake = .min
      case .redraw: wantsDraw = true
      case .wake(let microseconds): wake = min(wake, microseconds)
      case .reconnect, .switchInstrument, .own, .controls: break
      }
    }
  }
}
