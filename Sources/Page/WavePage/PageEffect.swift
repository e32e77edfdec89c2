public import WaveInteraction

/// An effect of a single instrument that a page can perform.
public protocol PageEffect {
  /// Performs the effect by calling the page.
  func perform()
}

extension Never: PageEffect {
  /// Does nothing: an effect of type `Never` cannot exist.
  public func perform() { switch self {} }
}

extension FileEffect: PageEffect {
  /// Asks the page to name, extend, save or discard the file.
  public func perform() {
    switch self {
    case .name(let name): name.withUnsafeBufferPointer { pageSave($0.baseAddress, Int32($0.count), 3) }
    case .save(let bytes, let isLast):
      bytes.withUnsafeBufferPointer { pageSave($0.baseAddress, Int32($0.count), isLast ? 1 : 0) }
    case .forget: pageSave(nil, 0, 2)
    }
  }
}
