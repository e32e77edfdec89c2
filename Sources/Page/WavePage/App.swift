import WaveDisplay
public import WaveInteraction
import WaveUnits
import WaveWire

/// The client of a page with one instrument, which drives the view model and performs its effects.
open class App<Model: Instrument>: PageClient where Model.OwnEffect: PageEffect {
  /// The view model of the instrument.
  public final var model: Model
  private final var outgoing: [UInt8] = []

  /// Creates the client of a page from the view model of its instrument.
  public init(_ model: Model) {
    self.model = model
    super.init()
  }

  open override func handle(_ intent: ViewIntent, at microseconds: Double) {
    perform(model.handle(intent, at: Int64(saturating: microseconds)))
  }

  open override func draw(at microseconds: Double) {
    perform(model.draw(into: &list, at: Int64(saturating: microseconds)))
  }

  final override func receive(count: Int, at microseconds: Double) -> Bool {
    var reader = Model.Message.Reader(limit: WireLimits.serverMessageBytes)
    let bytes = bytes(count)
    do throws(WireError) {
      while let message = try reader.nextFromServer(in: bytes.span.bytes) {
        perform(model.receive(message, at: Int64(saturating: microseconds)))
      }
      return true
    } catch {
      return false
    }
  }

  final override func measured(_ advances: TextAdvances) { model.advances = advances }

  final override var latencyMicroseconds: Int64? { model.drawnLatencyMicroseconds }

  /// Performs effects requested by the instrument.
  public final func perform(_ effects: [Model.Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message):
        outgoing.removeAll(keepingCapacity: true)
        message.encodeFromClient(into: &outgoing)
        outgoing.withUnsafeBufferPointer { bytes in
          if let start = bytes.baseAddress { pageSend(start, Int32(bytes.count)) }
        }
      case .reconnect: pageReconnect()
      case .switchInstrument: pageSwitchInstrument()
      case .redraw: pageRedraw()
      case .wake(let microseconds): pageWake(Double(microseconds))
      case .controls:
        model.controls.bytes.withUnsafeBufferPointer { bytes in
          if let start = bytes.baseAddress { pageControls(start, Int32(bytes.count)) }
        }
      case .own(let effect): effect.perform()
      }
    }
  }
}
