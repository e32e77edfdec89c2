import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// The status chip, a label that shows the state of a connected source and details such as latency and
/// losses.
struct Chip {
  /// Whether the user has paused the display.
  let isPaused: Bool
  /// How far the waterfall is scrolled back in time, in microseconds; 0 in other views.
  let offsetMicroseconds: Int64
  /// The playback speed, if the source is a recording.
  let speed: Double?
  /// The recorded time of the newest visible row, if the source is a recording.
  let recordedMicroseconds: Int64?
  /// The latency from sample to display in microseconds.
  let latencyMicroseconds: Double?
  /// The numbers of lost and skipped rows.
  let losses: Losses
  /// The state of the data stream: arriving, waiting or stale.
  let watch: DataWatch
  /// The control state of the source; nil if the server has not reported it.
  let steering: Steering?

  /// Appends the status chip to a list of controls.
  func append(to list: inout ControlListBuilder<SpectrumAction>, on plot: Plot, at now: Int64) {
    var quiet: [UInt8] = []
    if plot.flags.contains(.simulated) { add(Texts.bytes("simulated"), to: &quiet) }
    if plot.flags.contains(.microphone) { add(Texts.bytes("microphone, uncalibrated"), to: &quiet) }
    if isPaused {
      if let recordedMicroseconds { add(plot.clockText(recordedMicroseconds), to: &quiet) }
      add(Texts.bytes("tap to go on"), to: &quiet)
      return list.chip(.paused, strong: Texts.bytes("Paused"), quiet: quiet)
    }
    if offsetMicroseconds > 0 {
      let ago = Texts.number(Double(offsetMicroseconds) / 1e6, decimals: 1, unit: "s ago")
      return list.chip(.behind, strong: ago, quiet: Texts.bytes("back to now"))
    }
    addFacts(to: &quiet, on: plot, at: now)
    if let speed {
      var strong = Texts.bytes(speed == 0 ? "Playback stopped" : "Playing")
      if speed != 0, speed != 1 {
        let factor = Texts.number(speed, decimals: speed == speed.rounded() ? 0 : 2)
        strong += Texts.bytes(" ") + factor + Texts.bytes("\u{00D7}")
      }
      return list.chip(speed == 0 ? .paused : .live, strong: strong, quiet: quiet)
    }
    switch watch.state(at: now) {
    case .waiting:
      add(Texts.bytes("no data yet"), to: &quiet)
      list.chip(.behind, strong: Texts.bytes("Waiting"), quiet: quiet)
    case .stale(let seconds):
      let ago = TimeText.ago(seconds: Double(seconds))
      add(Texts.bytes("last data ") + ago + Texts.bytes(" ago"), to: &quiet)
      list.chip(.stale, strong: Texts.bytes("No data"), quiet: quiet)
    case .coming: list.chip(.live, strong: Texts.bytes("Live"), quiet: quiet)
    }
  }

  /// Adds a fact after a separator.
  @inline(never)
  private func add(_ fact: [UInt8], to text: inout [UInt8]) {
    if !text.isEmpty { text += Texts.bytes(" \u{00B7} ") }
    text += fact
  }

  private func addFacts(to text: inout [UInt8], on plot: Plot, at now: Int64) {
    if let steering, steering.cannotControl {
      add(Texts.bytes(steering.isViewOnly ? "looking only" : "another screen steers"), to: &text)
    }
    if let recordedMicroseconds {
      add(plot.clockText(recordedMicroseconds), to: &text)
    } else if let latencyMicroseconds, plot.mode != .waterfall, !plot.flags.contains(.recording),
      watch.state(at: now) == .coming
    {
      add(Texts.number(Swift.max(0, latencyMicroseconds / 1000), decimals: 0, unit: "ms"), to: &text)
    }
    if losses.shownLost > 0 {
      let unit: StaticString = losses.shownLost == 1 ? "row" : "rows"
      add(Texts.bytes("lost ") + Texts.number(Double(losses.shownLost), decimals: 0, unit: unit), to: &text)
    }
    if plot.mode == .waterfall, losses.isIncomplete(at: now) {
      let lines = Texts.number(
        Double(losses.incomplete), decimals: 0, unit: losses.incomplete == 1 ? "line" : "lines")
      add(Texts.bytes("rows lost in ") + lines, to: &text)
    }
    if losses.isSkipping(at: now) {
      let skipped = Texts.number(Double(losses.shownSkipped), decimals: 0)
      add(Texts.bytes("cannot keep up: skipped ") + skipped, to: &text)
    }
    if plot.mode == .spectrum, losses.isSlowed(at: now) {
      add(Texts.number(1e6 / losses.slowedMicroseconds, decimals: 0, unit: "rows/s"), to: &text)
    }
    if losses.isClipping(at: now) { add(Texts.bytes("clipping"), to: &text) }
  }
}
