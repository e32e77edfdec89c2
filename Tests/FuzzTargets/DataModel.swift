import WaveData
import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveWire

extension FuzzTarget {
  /// The whole client of tables: what a server sends, mixed with touches, keys, controls and time.
  ///
  /// Each step of the input is a byte for its kind and what belongs to that kind; messages stand as on the
  /// wire.
  static let dataModel = FuzzTarget("data-model", byteLimit: 1200) { bytes throws(Finding) in
    var steps = IntentSteps<DataMessage>(bytes: bytes) { bytes in
      var reader = DataMessageReader(limit: WireLimits.serverMessageBytes)
      let read = Result { () throws(WireError) in try reader.nextFromServer(in: bytes.span.bytes) }
      guard case .success(.some(let message)) = read else { return nil }
      return (message, reader.position)
    }
    var model = DataModel()
    var list = DrawList()
    var now: Int64 = 1_000_000
    _ = model.handle(.resize(width: 300, height: 400, scale: 1), at: now)
    _ = model.handle(.connection(isOpen: true), at: now)
    while let kind = steps.byte() {
      now += Int64(kind >> 4) * 50_000
      if kind & 15 == 0 {
        _ = model.draw(into: &list, at: now)
        try checkWords(list.words)
      } else {
        guard let step = steps.step(kind & 15, with: model.controls, at: now) else { return }
        for effect in model.handle(step, at: now) { try checkEffect(effect) }
      }
    }
  }

  /// What a client sends, a server takes.
  private static func checkEffect(_ effect: DataModel.Effect) throws(Finding) {
    guard case .send(let message) = effect else { return }
    var bytes: [UInt8] = []
    message.encodeFromClient(into: &bytes)
    var reader = DataMessageReader(limit: WireLimits.clientMessageBytes)
    let read = Result { () throws(WireError) in try reader.nextFromClient(in: bytes.span.bytes) }
    guard case .success(.some) = read else { throw Finding("the server can read \(message)") }
  }
}
