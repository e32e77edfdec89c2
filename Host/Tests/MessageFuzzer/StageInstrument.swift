import ServiceLifecycle

@testable import WaveCoverageServer
@testable import WaveDataServer
@testable import WaveSensorsServer
@testable import WaveServer
@testable import WaveSpectrumServer

/// An instrument of the stage: what happens at its sources goes into the stage's inbox, not to an event loop.
struct StageInstrument: ServedInstrument {
  let name: String
  let isEmpty = false
  let services: [any Service] = []
  private let hello: @Sendable ([UInt8]) -> Bool
  private let session: @Sendable (ClientSession) -> any InstrumentSession

  /// Describes an instrument.
  ///
  /// - Parameters:
  ///   - name: The name of the instrument.
  ///   - hello: Returns whether a frame is its hello.
  ///   - session: Makes a session.
  init(
    _ name: String, hello: @escaping @Sendable ([UInt8]) -> Bool,
    session: @escaping @Sendable (ClientSession) -> any InstrumentSession
  ) {
    self.name = name
    self.hello = hello
    self.session = session
  }

  func isHello(_ frame: [UInt8]) -> Bool { hello(frame) }

  func makeSession(for client: ClientSession) -> any InstrumentSession { session(client) }
}

/// What happened at a source of the stage.
enum StageEvent: Sendable {
  case spectrum(SpectrumEvent, UInt16)
  case streams(StreamEvent, UInt16)
  case table(TableEvent, UInt16)
}

extension ClientSession {
  /// Hands in what happened at a source, where it is of the client's instrument.
  func receive(_ event: StageEvent) {
    switch (event, session) {
    case (.spectrum(let event, let source), let session as SpectrumSession):
      session.receive(event, from: source)
    case (.streams(let event, let source), let session as SensorsSession):
      session.receive(event, from: source)
    case (.table(let event, let source), let session as DataSession): session.receive(event, from: source)
    default: break
    }
  }
}
