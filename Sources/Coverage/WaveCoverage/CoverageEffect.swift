public import WaveInteraction

/// A request to the host program that only the coverage instrument makes.
public enum CoverageEffect: Equatable, Sendable {
  /// Loads an image into a slot of the player; `pictureLoaded` receives the result.
  case picture(slot: UInt32, address: [UInt8])
  /// Asks the user to pick a file and passes its bytes to the model.
  case pick
  /// Names, extends, saves or discards the file that is written for the user.
  case file(FileEffect)
  /// Stores bytes on the device under a name, replacing any earlier bytes.
  case save(name: [UInt8], [UInt8])
  /// Loads the bytes stored under a name; they are passed to `recalled` with the same number.
  case recall(number: UInt32, name: [UInt8])
  /// Reports that content can be shown without a server, so that no other source needs to be offered.
  case showsContent
  /// Determines the device's position.
  case locate
  /// Stores the scene in the page's address, or removes it from there if the bytes are empty.
  case address([UInt8])
  /// Copies the page's address with this scene; `copied` receives the result.
  case copy([UInt8])
}
