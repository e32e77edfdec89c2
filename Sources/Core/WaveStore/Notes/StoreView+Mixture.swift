extension StoreView {
  /// A channel that was made of others of its group, and is not stored: `firstFactor` × first +
  /// `secondFactor` × second + `offset`.
  public struct Mixture: Equatable, Sendable {
    /// Where it stood: behind the channels of the group that came, and those made before it.
    public var place: Place
    /// Number of one channel in the group.
    public var first: Int
    /// Its weight.
    public var firstFactor: Double
    /// Number of the other channel in the group; not read where its weight is 0.
    public var second: Int
    /// Its weight; 0 where there is no other channel.
    public var secondFactor: Double
    /// What is added.
    public var offset: Double
    /// What it was called, in UTF-8.
    public var label: [UInt8]
    /// Its unit, in UTF-8.
    public var unit: [UInt8]

    /// Describes a made channel.
    public init(
      place: Place, first: Int, firstFactor: Double = 1, second: Int = 0, secondFactor: Double = 0,
      offset: Double = 0, label: [UInt8], unit: [UInt8]
    ) {
      self.place = place
      self.first = first
      self.firstFactor = firstFactor
      self.second = second
      self.secondFactor = secondFactor
      self.offset = offset
      self.label = label
      self.unit = unit
    }
  }
}

extension StoreView.Mixture {
  func write(to bytes: inout [UInt8]) {
    place.write(to: &bytes)
    bytes.append(little: UInt16(truncatingIfNeeded: first))
    bytes.append(little: UInt16(truncatingIfNeeded: second))
    bytes.append(little: firstFactor)
    bytes.append(little: secondFactor)
    bytes.append(little: offset)
    bytes.append(text: label)
    bytes.append(text: unit)
  }

  init(_ cursor: inout StoreCursor) throws(StoreError) {
    place = try StoreView.Place(&cursor)
    first = Int(try cursor.integer(UInt16.self))
    second = Int(try cursor.integer(UInt16.self))
    firstFactor = try cursor.double()
    secondFactor = try cursor.double()
    offset = try cursor.double()
    label = try cursor.text()
    unit = try cursor.text()
  }
}
