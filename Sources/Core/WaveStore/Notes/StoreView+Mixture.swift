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

extension StoreView.Mixture: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    place.fields(&coder)
    coder.integer(&first, as: UInt16.self)
    coder.integer(&second, as: UInt16.self)
    coder.double(&firstFactor)
    coder.double(&secondFactor)
    coder.double(&offset)
    coder.text(&label)
    coder.text(&unit)
  }
}
