/// A control that is decoded from the bytes of a `ControlList`.
public struct ListedControl: Equatable, Sendable {
  /// The raw value of its `ControlList.Kind`.
  public var kind: UInt8
  /// The raw value of its `ControlList.Style`.
  public var style: UInt8
  /// The number with which its input is reported; 0 if it has no input.
  public var number: UInt16
  /// The selected index, 1 or 0 for on or off, or the tone.
  public var flags: UInt8
  /// Its texts in their order: the label first, then options or values.
  public var texts: [String]

  /// Reads all controls of a list.
  ///
  /// - Parameter bytes: The bytes of a `ControlList`.
  /// - Returns: The controls in their order.
  public static func all(in bytes: [UInt8]) -> [ListedControl] {
    var reader = Reader(bytes: bytes)
    var controls: [ListedControl] = []
    while reader.position < bytes.count { controls.append(reader.control()) }
    return controls
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func byte() -> UInt8 {
      defer { position += 1 }
      return bytes[position]
    }

    mutating func word() -> UInt16 { UInt16(byte()) | UInt16(byte()) << 8 }

    mutating func text() -> String {
      let count = Int(word())
      defer { position += count }
      return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }

    mutating func control() -> ListedControl {
      var control = ListedControl(kind: byte(), style: byte(), number: word(), flags: byte(), texts: [])
      let (count, floatCount) = layout(of: control.kind)
      for index in 0..<count {
        control.texts.append(text())
        if index == 0 { position += 4 * floatCount }
      }
      // Choices and gestures have a byte with the number of their texts.
      if [1, 5, 9, 19].contains(control.kind) {
        let more = Int(byte()) * (control.kind == 9 ? 2 : 1)
        for _ in 0..<more { control.texts.append(text()) }
      }
      return control
    }

    /// The number of texts that a kind always has, and of floats after the first text.
    private func layout(of kind: UInt8) -> (textCount: Int, floatCount: Int) {
      switch kind {
      case 2: (3, 2)
      case 3: (3, 0)
      case 6: (2, 1)
      case 7, 10, 18: (2, 0)
      case 12, 19: (0, 0)
      default: (1, 0)
      }
    }
  }
}
