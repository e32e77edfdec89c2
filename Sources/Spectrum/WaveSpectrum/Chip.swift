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
    var quiet = TextWriter()
    if plot.flags.contains(.simulated) { quiet.append("simulated") }
    if plot.flags.contains(.microphone) { quiet.append("microphone, uncalibrated") }
    if isPaused {
      separate(&quiet)
      if let recordedMicroseconds {
        quiet.append(bytes: plot.clockText(recordedMicroseconds))
        separate(&quiet)
      }
      quiet.append("tap to go on")
      return list.chip(.paused, strong: Texts.bytes("Paused"), quiet: quiet.bytes)
    }
    var strong = TextWriter()
    if offsetMicroseconds > 0 {
      strong.append(Double(offsetMicroseconds) / 1e6, decimals: 1)
      strong.append(" s ago")
      return list.chip(.behind, strong: strong.bytes, quiet: Texts.bytes("back to now"))
    }
    appendFacts(to: &quiet, on: plot, at: now)
    if let speed {
      strong.append(speed == 0 ? "Playback stopped" : "Playing")
      if speed != 0, speed != 1 {
        strong.append(" ")
        strong.append(speed, decimals: speed == speed.rounded() ? 0 : 2)
        strong.append("\u{00D7}")
      }
      return list.chip(speed == 0 ? .paused : .live, strong: strong.bytes, quiet: quiet.bytes)
    }
    switch watch.state(at: now) {
    case .waiting:
      separate(&quiet)
      quiet.append("no data yet")
      list.chip(.behind, strong: Texts.bytes("Waiting"), quiet: quiet.bytes)
    case .stale(let seconds):
      separate(&quiet)
      quiet.append("last data ")
      quiet.append(bytes: TimeText.ago(seconds: Double(seconds)))
      quiet.append(" ago")
      list.chip(.stale, strong: Texts.bytes("No data"), quiet: quiet.bytes)
    case .coming: list.chip(.live, strong: Texts.bytes("Live"), quiet: quiet.bytes)
    }
  }

  @inline(never)
  private func separate(_ text: inout TextWriter) {
    if !text.bytes.isEmpty { text.append(" \u{00B7} ") }
  }

  private func appendFacts(to text: inout TextWriter, on plot: Plot, at now: Int64) {
    if let steering, steering.cannotControl {
      separate(&text)
      text.append(steering.isViewOnly ? "looking only" : "another screen steers")
    }
    if let recordedMicroseconds {
      separate(&text)
      text.append(bytes: plot.clockText(recordedMicroseconds))
    } else if let latencyMicroseconds, plot.mode != .waterfall, !plot.flags.contains(.recording),
      watch.state(at: now) == .coming
    {
      separate(&text)
      text.append(Swift.max(0, latencyMicroseconds / 1000), decimals: 0)
      text.append(" ms")
    }
    if losses.shownLost > 0 {
      separate(&text)
      text.append("lost ")
      text.append(integer: Int64(clamping: losses.shownLost))
      text.append(losses.shownLost == 1 ? " row" : " rows")
    }
    if plot.mode == .waterfall, losses.isIncomplete(at: now) {
      separate(&text)
      text.append("rows lost in ")
      text.append(integer: Int64(clamping: losses.incomplete))
      text.append(losses.incomplete == 1 ? " line" : " lines")
    }
    if losses.isSkipping(at: now) {
      separate(&text)
      text.append("cannot keep up: skipped ")
      text.append(integer: Int64(clamping: losses.shownSkipped))
    }
    if plot.mode == .spectrum, losses.isSlowed(at: now) {
      separate(&text)
      text.append(1e6 / losses.slowedMicroseconds, decimals: 0)
      text.append(" rows/s")
    }
    if losses.isClipping(at: now) {
      separate(&text)
      text.append("clipping")
    }
  }
}
