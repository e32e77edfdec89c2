public import WaveInteraction

/// A request that only the coverage instrument makes to the program that shows it.
public enum CoverageEffect: Equatable, Sendable {
  /// Load a picture into a slot of the player, and say what became of it (`pictured`).
  case picture(slot: UInt32, address: [UInt8])
  /// Have the user pick a file, and bring its bytes.
  case pick
  /// A step of saving a file for the user.
  case file(FileEffect)
  /// Keep these bytes on the device under a name, in place of those before.
  case save(name: [UInt8], [UInt8])
  /// Answer with what is kept under a name, by `recalled` and this number.
  case recall(number: UInt32, name: [UInt8])
  /// There is something to see without a server: no other source need be offered.
  case showsContent
  /// Tell where the device is.
  case locate
  /// The scene as a text, for the page's address; empty for none.
  case address([UInt8])
  /// Copy the page's address with this scene, and report the result by `copied`.
  case copy([UInt8])
}
