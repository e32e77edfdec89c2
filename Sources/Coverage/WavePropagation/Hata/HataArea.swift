/// The surroundings of a receiver, as classified by Okumura and Hata.
public enum HataArea: UInt8, CaseIterable, Sendable {
  /// A large city: buildings of more than four floors.
  case largeCity
  /// A small or medium city.
  case city
  /// Suburbs: houses and trees near the receiver, not dense.
  case suburban
  /// Open land: fields, with nothing tall nearby.
  case open
}
