extension StoreView {
  /// A channel derived from other channels of its group, which is not stored itself.
  ///
  /// Its value is `firstFactor` × first + `secondFactor` × second + `offset`.
  public struct Mixture: Equatable, Sendable {
    /// The mixture's group and channel index; mixtures are numbered after the group's received channels.
    public var place: Place
    /// The index of the first source channel in the group.
    public var first: Int
    /// The factor of the first source channel.
    public var firstFactor: Double
    /// The index of the second source channel in the group; ignored if its factor is 0.
    public var second: Int
    /// The factor of the second source channel, or 0 if there is none.
    public var secondFactor: Double
    /// The offset added to the sum.
    public var offset: Double
    /// The name of the mixture, in UTF-8.
    public var label: [UInt8]
    /// The unit of the mixture's values, in UTF-8.
    public var unit: [UInt8]

    /// Creates a mixture.
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
