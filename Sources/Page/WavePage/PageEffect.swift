public import WaveInteraction

/// What only some instruments want done outside, as a page does it.
public protocol PageEffect {
  /// Does it.
  func perform()
}

extension Never: PageEffect {
  /// Is never called.
  public func perform() { switch self {} }
}

extension FileEffect: PageEffect {
  /// Has the page append to the file, or end it.
  public func perform() {
    switch self {
    case .name(let name): name.withUnsafeBufferPointer { pageSave($0.baseAddress, Int32($0.count), 3) }
    case .save(let bytes, let isLast):
      bytes.withUnsafeBufferPointer { pageSave($0.baseAddress, Int32($0.count), isLast ? 1 : 0) }
    case .forget: pageSave(nil, 0, 2)
    }
  }
}
