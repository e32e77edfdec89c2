import WaveDisplay
import WaveWire

@testable import WaveInteraction

/// A message of a made-up instrument.
enum MadeUpMessage: InstrumentMessage {
  case clockRequest(ClockRequest)

  struct Reader: InstrumentMessageReader {
    init(limit: Int) {}
    mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> MadeUpMessage? { nil }
  }

  static var greeting: MadeUpMessage { .clockRequest(ClockRequest(clientMicroseconds: 0)) }
  var shared: SharedMessage? { nil }
  func encodeFromClient(into bytes: inout [UInt8]) {}
}

/// What a made-up instrument's finger can hold.
enum MadeUpGrab: Equatable, Sendable { case plot }

/// What a made-up instrument's controls are for.
enum MadeUpAction: Equatable, Sendable {
  case dim
  case remove(Int)
}

/// An instrument that notes what is done to it; its drawer removes lamps.
struct MadeUpInstrument: ShelledInstrument {
  typealias Message = MadeUpMessage
  typealias OwnEffect = Never

  /// Something that was done.
  enum Deed: Equatable {
    case handled(MadeUpAction, ControlInput)
    case pressed(ShellControl)
    case chipPressed
  }

  var shell = InstrumentShell<MadeUpMessage, Never, MadeUpGrab, MadeUpAction>(grabbed: .plot)
  var lamps = [1, 2, 3]
  var deeds: [Deed] = []

  mutating func resized(from before: Screen, at now: Int64) {}
  mutating func handle(_ gesture: Gesture, at now: Int64) {}
  mutating func wheel(x: Float, y: Float, dx: Float, dy: Float, zoom: WheelZoom, at now: Int64) {}
  mutating func handle(_ key: Key, isShifted: Bool, at now: Int64) {}
  mutating func move(by step: Glide.Step, at now: Int64) {}

  mutating func handle(_ action: MadeUpAction, _ input: ControlInput, at now: Int64) {
    deeds.append(.handled(action, input))
    if case .remove(let lamp) = action { lamps.removeAll { $0 == lamp } }
  }

  mutating func pressed(_ control: ShellControl, at now: Int64) { deeds.append(.pressed(control)) }
  mutating func pressChip(at now: Int64) { deeds.append(.chipPressed) }

  mutating func connectionChanged(isOpen: Bool, at now: Int64) {}
  mutating func accept(_ message: MadeUpMessage, at now: Int64) {}
  mutating func show(_ notice: Notice, at now: Int64) { alertText = notice.text }
  mutating func sendDue(at now: Int64) {}

  static var title: StaticString { "Lamps" }
  var hasContent: Bool { false }
  var waitingText: StaticString { "waiting" }
  mutating func appendChip(to list: inout ControlListBuilder<MadeUpAction>, at now: Int64) {}
  mutating func newReading(at now: Int64) -> [UInt8]? { nil }

  mutating func appendDrawer(to list: inout ControlListBuilder<MadeUpAction>, at now: Int64) {
    list.slider(.dim, label: "Dim", fraction: 0, text: [])
    for lamp in lamps { list.button(.remove(lamp), label: "Remove") }
  }

  mutating func drawPicture(into list: inout DrawList, at now: Int64) {}
}
