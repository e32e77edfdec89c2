/// What a receiver stands amid, as Okumura and Hata tell surroundings apart.
public enum HataArea: UInt8, CaseIterable, Sendable {
  /// A large city: buildings of more than four floors.
  case largeCity
  /// A small or medium city.
  case city
  /// Suburbs: houses and trees near the receiver, not crowded.
  case suburban
  /// Open land: fields, nothing that stands near.
  case open
}
