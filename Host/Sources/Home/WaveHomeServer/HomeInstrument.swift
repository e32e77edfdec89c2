package import ServiceLifecycle
package import WaveHomeFeed
import WaveHomeWire
package import WaveServer

/// Home on a server: the list of the sources of its instruments.
package struct HomeInstrument: ServedInstrument {
  private let directory: SourceDirectory

  /// Creates the instrument from those whose sources it lists.
  package init(_ instruments: [any SourceListing]) { directory = SourceDirectory(instruments) }

  package let name = "home"

  /// Always false, since Home shows even that there are no sources.
  package let isEmpty = false

  /// An empty list, because the sources belong to the other instruments.
  package var services: [any Service] { [] }

  package func isHello(_ frame: [UInt8]) -> Bool { HomeMessageReader.isHello(frame) }

  package func makeSession(for client: ClientSession) -> any InstrumentSession {
    HomeSession(directory: directory)
  }
}
