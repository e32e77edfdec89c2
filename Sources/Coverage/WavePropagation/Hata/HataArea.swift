/// The type of area around a receiver, as classified by Okumura and Hata.
public enum HataArea: UInt8, CaseIterable, Sendable {
  /// A large city: buildings of more than four floors.
  case largeCity
  /// A small or medium city.
  case city
  /// A suburb, with scattered houses and trees near the receiver.
  case suburban
  /// Open land, such as fields, with nothing tall nearby.
  case open
}
