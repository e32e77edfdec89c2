/// The distinct texts of a column, numbered from 1 in order of first appearance.
///
/// Texts are identified by their first `keyLimit` bytes, excluding a character that would be cut in two. In
/// text that is not valid UTF-8, invalid bytes are replaced by U+FFFD, as in SQLite and Swift. At most 65,534
/// texts with a total of 4 MiB are stored, which takes less than 10 MB of memory. Any further texts have the
/// code `other`.
public struct TextDictionary: Sendable {
  /// The maximum number of texts.
  public static let valueLimit = 65_534
  /// The number of leading bytes that identify a text.
  public static let keyLimit = 200
  /// The maximum total length of the texts, in bytes.
  public static let byteLimit = 4 << 20
  /// The code of NULL and of bytes that are not text.
  public static let missing: UInt16 = 0
  /// The code shared by all texts that exceed the limits.
  public static let other = UInt16.max

  /// Whether any texts exceeded the limits.
  public private(set) var isCut = false
  private let valueLimit: Int
  private var bytes: [UInt8] = []
  /// The end offset of each text in `bytes`.
  private var ends: [Int32] = []
  private var hashes: [UInt32] = []
  /// A hash table of the texts' codes, with 0 in free slots.
  ///
  /// Its size is a power of two, and at least half of the slots are free.
  private var slots = [UInt16](repeating: 0, count: 64)

  /// Creates an empty dictionary.
  ///
  /// - Parameter valueLimit: The maximum number of texts, up to `TextDictionary.valueLimit`.
  public init(valueLimit: Int = TextDictionary.valueLimit) {
    self.valueLimit = max(0, min(valueLimit, Self.valueLimit))
  }

  /// The number of texts in the dictionary.
  public var count: Int { ends.count }

  /// Returns the leading bytes that identify the text with the given code, or nil if there is none.
  public func text(_ code: UInt16) -> [UInt8]? {
    let index = Int(code) - 1
    guard ends.indices.contains(index) else { return nil }
    return Array(bytes[range(index)])
  }

  /// Returns the code of a text, adding the text to the dictionary if it is new.
  ///
  /// - Parameter text: The whole text, or more than its first `keyLimit` bytes.
  /// - Returns: The code of the text, or `other`.
  /// - Complexity: O(bytes up to `keyLimit`); allocates only if the text is new or not UTF-8.
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

  /// Returns the code of a text, or nil if it is not in the dictionary.
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

  /// Doubles the size of the hash table and reinserts all codes.
  private mutating func spread() {
    slots = [UInt16](repeating: 0, count: slots.count * 2)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt16(index + 1)
    }
  }

  /// Returns the slot that contains a text's code, or the free slot where it belongs.
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

  /// Returns the number of leading bytes that identify a text, excluding a character that would be truncated.
  private static func keyCount(_ text: Span<UInt8>) -> Int {
    guard text.count > keyLimit else { return text.count }
    var end = keyLimit
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  /// Returns a text with invalid UTF-8 replaced by U+FFFD, or nil if all bytes are valid.
  private static func readable(_ key: Span<UInt8>) -> [UInt8]? {
    var isPlain = true
    for index in key.indices where key[index] >= 0x80 { isPlain = false }
    guard !isPlain else { return nil }
    var bytes: [UInt8] = []
    for index in key.indices { bytes.append(key[index]) }
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    return text == bytes ? nil : text
  }

  /// Returns a hash computed with FNV-1a (Fowler, Noll, Vo; RFC 9923), with the upper bits folded in.
  private static func hash(_ key: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for index in key.indices { hash = (hash ^ UInt32(key[index])) &* 16_777_619 }
    return hash ^ hash >> 15
  }
}
