#if !hasFeature(Embedded)
  extension SourceInfo {
    /// The name as a string.
    public var nameString: String { String(decoding: name, as: UTF8.self) }

    /// The detail as a string.
    public var detailString: String { String(decoding: detail, as: UTF8.self) }
  }
#endif
