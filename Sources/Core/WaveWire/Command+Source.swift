extension Command {
  /// The number of the source to which the command applies.
  public var source: UInt16 {
    switch self {
    case .speed(let source, _), .seek(let source, _), .tune(let source, _, _), .resetHold(let source),
      .adjust(let source, _, _), .takeControl(let source):
      source
    }
  }
}
