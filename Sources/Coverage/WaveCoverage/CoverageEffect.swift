public import WaveInteraction

/// An effect that only the coverage instrument requests and the host program carries out.
public enum CoverageEffect: Equatable, Sendable {
  /// Loads an image into a slot of the player; `pictureLoaded` receives the result.
  case picture(slot: UInt32, address: [UInt8])
  /// Asks the user to pick a file and passes its bytes to the model.
  case pick
  /// Names, extends, saves or discards the file being written for the user.
  case file(FileEffect)
  /// Stores bytes on the device under a name, replacing any earlier bytes.
  case save(name: [UInt8], [UInt8])
  /// Loads the bytes stored under a name and passes them, with this number, to `recalled`.
  case recall(number: UInt32, name: [UInt8])
  /// Reports that content can be shown without a server, so that no other source needs to be offered.
  case showsContent
  /// Determines the device's position.
  case locate
  /// Writes the scene into the page's address; empty bytes remove the scene from the address.
  case address([UInt8])
  /// Copies the page's address, including this scene, to the clipboard; `copied` receives the result.
  case copy([UInt8])
}
