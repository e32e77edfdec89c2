#if !hasFeature(Embedded)
  // The web client works on bytes: `String` would cost it more than all its other code.
  extension Notice {
    /// Creates a notice with a string.
    public init(severity: Severity, text: String) { self.init(severity: severity, text: Array(text.utf8)) }

    /// The text as a string.
    public var string: String { String(decoding: text, as: UTF8.self) }
  }
#endif
