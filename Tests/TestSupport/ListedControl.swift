/// A control as the bytes of a list describe it; see `ControlList`.
public struct ListedControl: Equatable, Sendable {
  /// What it is: `ControlList.Kind`.
  public var kind: UInt8
  /// How it is laid out: `ControlList.Style`.
  public var style: UInt8
  /// What it is reported by; 0 where nothing of it is reported.
  public var number: UInt16
  /// What is selected, or whether it is on, or its tone.
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
      // Choices and gestures have as many texts as a byte says.
      if [1, 5, 9].contains(control.kind) {
        let more = Int(byte()) * (control.kind == 9 ? 2 : 1)
        for _ in 0..<more { control.texts.append(text()) }
      }
      return control
    }

    /// How many texts a kind always has, and how many numbers stand after the first.
    private func layout(of kind: UInt8) -> (textCount: Int, floatCount: Int) {
      switch kind {
      case 2: (3, 2)
      case 3: (3, 0)
      case 6: (2, 1)
      case 7, 10: (2, 0)
      case 12: (0, 0)
      default: (1, 0)
      }
    }
  }
}
