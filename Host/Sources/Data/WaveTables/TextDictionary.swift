/// The distinct texts of a column, numbered from 1 on in the order in which they first came.
///
/// Texts are told apart by their first `keyLimit` bytes, less a character that these would cut; what is no
/// UTF-8 counts as SQLite and Swift show it, with U+FFFD in place of what cannot be read. At most 65,534
/// texts are kept, with 4 MiB of theirs: under 10 MB in all. What comes later and is none of these is
/// `other`.
public struct TextDictionary: Sendable {
  /// Texts at most.
  public static let valueLimit = 65_534
  /// Bytes of a text that tell it apart.
  public static let keyLimit = 200
  /// Bytes of all texts at most.
  public static let byteLimit = 4 << 20
  /// The number of nothing: of NULL, and of bytes that are no text.
  public static let missing: UInt16 = 0
  /// The number of all texts that found no room.
  public static let other = UInt16.max

  /// Whether there were more texts than are kept.
  public private(set) var isCut = false
  private let valueLimit: Int
  private var bytes: [UInt8] = []
  /// Where each text ends in `bytes`.
  private var ends: [Int32] = []
  private var hashes: [UInt32] = []
  /// Numbers at places by their hashes, 0 where there is none: a power of two of them, at least half of them
  /// free.
  private var slots = [UInt16](repeating: 0, count: 64)

  /// Starts without a text.
  ///
  /// - Parameter valueLimit: Texts at most, no more than `TextDictionary.valueLimit`.
  public init(valueLimit: Int = TextDictionary.valueLimit) {
    self.valueLimit = max(0, min(valueLimit, Self.valueLimit))
  }

  /// Texts that are kept.
  public var count: Int { ends.count }

  /// A text by its number, as far as it tells it apart; nil where there is none.
  public func text(_ code: UInt16) -> [UInt8]? {
    let index = Int(code) - 1
    guard ends.indices.contains(index) else { return nil }
    return Array(bytes[range(index)])
  }

  /// The number of a text, which it is given where it has none.
  ///
  /// - Parameter text: All of it, or more than `keyLimit` bytes.
  /// - Returns: Its number, or `other`.
  /// - Complexity: O(bytes up to `keyLimit`); allocates only for one that is new or no UTF-8.
  public mutating func code(adding text: Span<UInt8>) -> UInt16 {
    let key = text.extracting(0..<Self.keyCount(text))
    let hash = Self.hash(key)
    let slot = slot(of: key, hash)
    if slots[slot] != 0 { return slots[slot] }
    let readable = Self.readable(key)
    guard let readable else { return insert(key, hash, slot) }
    let again = readable.span.extracting(0..<Self.keyCount(readable.span))
    let readableHash = Self.hash(again)
    let place = self.slot(of: again, readableHash)
    return slots[place] != 0 ? slots[place] : insert(again, readableHash, place)
  }

  /// The number of a text; nil where it is not kept.
  public func code(of text: Span<UInt8>) -> UInt16? {
    let key = text.extracting(0..<Self.keyCount(text))
    let code = slots[slot(of: key, Self.hash(key))]
    return code == 0 ? nil : code
  }

  private func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  private mutating func insert(_ key: Span<UInt8>, _ hash: UInt32, _ slot: Int) -> UInt16 {
    guard ends.count < valueLimit, bytes.count + key.count <= Self.byteLimit else {
      isCut = true
      return Self.other
    }
    for index in key.indices { bytes.append(key[index]) }
    ends.append(Int32(bytes.count))
    hashes.append(hash)
    let code = UInt16(ends.count)
    slots[slot] = code
    if ends.count * 2 > slots.count { spread() }
    return code
  }

  /// Doubles the places.
  private mutating func spread() {
    slots = [UInt16](repeating: 0, count: slots.count * 2)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt16(index + 1)
    }
  }

  /// Where a text's number stands, or would.
  private func slot(of key: Span<UInt8>, _ hash: UInt32) -> Int {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0, !isText(Int(slots[slot]) - 1, key, hash) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private func isText(_ index: Int, _ key: Span<UInt8>, _ hash: UInt32) -> Bool {
    let range = range(index)
    guard hashes[index] == hash, range.count == key.count else { return false }
    for offset in key.indices where bytes[range.lowerBound + offset] != key[offset] { return false }
    return true
  }

  /// Bytes that tell a text apart, whole characters of them.
  private static func keyCount(_ text: Span<UInt8>) -> Int {
    guard text.count > keyLimit else { return text.count }
    var end = keyLimit
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  /// The text with U+FFFD where it is no UTF-8; nil where all of it is.
  private static func readable(_ key: Span<UInt8>) -> [UInt8]? {
    var isPlain = true
    for index in key.indices where key[index] >= 0x80 { isPlain = false }
    guard !isPlain else { return nil }
    var bytes: [UInt8] = []
    for index in key.indices { bytes.append(key[index]) }
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    return text == bytes ? nil : text
  }

  /// FNV-1a (Fowler, Noll, Vo; RFC 9923), its upper bits folded in.
  private static func hash(_ key: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for index in key.indices { hash = (hash ^ UInt32(key[index])) &* 16_777_619 }
    return hash ^ hash >> 15
  }
}
