import WaveServer
import WaveSpectrumFeed
import WaveSpectrumWire
import WaveWire

/// Where feeds of spectra put what is to be sent: one for each event loop, since the room for a row is as large as what
/// else a client takes.
final class SpectrumFrames: FeedSink {
  var workspace = RowWorkspace()
  private var writer = MessageWriter()
  /// The frames of the client that is served, with its rows counted.
  var metered = MeteredFrames()

  var byteCount: Int { metered.frames.byteCount }

  func put(_ message: Message) {
    switch message {
    case .row(let row):
      metered.rows += 1
      metered.skipped += Int(row.skipped)
    case .meter(let meter):
      metered.rows += 1
      metered.skipped += Int(meter.skipped)
    default: break
    }
    metered.frames.put(message, by: &writer)
  }
}
