#if !hasFeature(Embedded)
  // The web client works on the bytes: `String` would cost it more than all its other code.
  extension Notice {
    /// Says something given as a string.
    public init(severity: Severity, text: String) {
      self.init(severity: severity, text: Array(text.utf8))
    }

    /// The text as a string.
    public var string: String { String(decoding: text, as: UTF8.self) }
  }
#endif
