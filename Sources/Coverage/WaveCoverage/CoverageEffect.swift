public import WaveInteraction

/// What the coverage instrument wants done outside, beside what every instrument does.
public enum CoverageEffect: Equatable, Sendable {
  /// Load a picture into a slot of the player, and say what became of it (`pictured`).
  case picture(slot: UInt32, address: [UInt8])
  /// Have the user pick a file, and bring its bytes.
  case pick
  /// A file that the user keeps.
  case file(FileEffect)
  /// Keep these bytes on the device under a name, in place of those before.
  case shelve(name: [UInt8], [UInt8])
  /// Answer with what is kept under a name, by `recalled` and this number.
  case recall(number: UInt32, name: [UInt8])
  /// There is something to see without a server: no other source need be offered.
  case stands
  /// Tell where the device is.
  case locate
  /// The scene as a text, for the page's address; empty for none.
  case address([UInt8])
  /// Put the page's address with this scene where it can be pasted from, and say what became of it
  /// (`copied`).
  case copy([UInt8])
}
