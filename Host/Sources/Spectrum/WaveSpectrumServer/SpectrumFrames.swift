import WaveServer
import WaveSpectrumFeed
import WaveSpectrumWire
import WaveWire

/// The destination for the messages of all spectrum feeds of an event loop.
///
/// All clients of the loop share it, because separate destinations would double each client's memory.
final class SpectrumFrames: FeedSink {
  var workspace = RowWorkspace()
  private var writer = MessageWriter()
  /// The frames for the client that is being served, with the number of rows in them.
  var metered = MeteredFrames()

  var byteCount: Int { metered.frames.byteCount }

  func append(_ message: Message) {
    switch message {
    case .row(let row):
      metered.rows += 1
      metered.skipped += Int(row.skipped)
    case .meter(let meter):
      metered.rows += 1
      metered.skipped += Int(meter.skipped)
    default: break
    }
    metered.frames.append(message, by: &writer)
  }
}
