public import WaveHomeWire

/// Sources that Home lists, such as those that an instrument of a server has.
public protocol SourceListing: Sendable {
  /// The instrument that shows the sources.
  var listedInstrument: ListedSource.Instrument { get }

  /// The sources as they are now, numbered as in the messages of their instrument.
  ///
  /// A name or description never contains the name or identity of a patient.
  var listedSources: [ListedSource] { get }

  /// Makes a small picture of what a source shows now.
  ///
  /// - Parameters:
  ///   - source: The number of the source in the messages of its instrument.
  ///   - identifier: The identifier of the thumbnail.
  ///   - columns: The number of columns on the screen.
  /// - Returns: The picture, or nil if there is none yet.
  func thumbnail(ofSource source: UInt16, identifier: UInt32, columns: Int) -> Thumbnail?
}

extension ListedSource {
  /// Returns the identifier of a source, which is unique on a server.
  public static func identifier(_ instrument: Instrument, source: UInt16) -> UInt32 {
    UInt32(instrument.rawValue) << 16 | UInt32(source)
  }
}
