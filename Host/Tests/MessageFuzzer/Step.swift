/// One thing that happens to a server: a frame from a client, an event at a source, an answer of a phone, or
/// time.
///
/// As text it is a line: the verb, what it is done to, words in hexadecimal, and bytes.
struct Step: Equatable {
  enum Verb: String {
    /// Words say how the stage is set; always the first step.
    case stage
    /// A client comes: the first word says its role, 0 to 3.
    case open
    /// A client sends a frame.
    case frame
    /// A client goes.
    case leave
    /// A client reads what it is sent.
    case collect
    /// Time passes, in microseconds.
    case wait
    /// A source of spectra makes an event; the words are the event's fields.
    case spectrum
    /// A source of streams makes an event.
    case stream
    /// A phone, or a broker, says something; the first word says how.
    case phone
    /// The engine answers otherwise from now on.
    case engine
    /// Everything that was begun is waited for.
    case settle
  }

  var verb: Verb
  var target = 0
  var words: [UInt64] = []
  var bytes: [UInt8] = []

  /// The step as a line.
  var line: String {
    let words = words.map { String($0, radix: 16) }.joined(separator: ",")
    let bytes = bytes.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    return "\(verb.rawValue) \(target) \(words.isEmpty ? "-" : words) \(bytes.isEmpty ? "-" : bytes)"
  }

  /// Reads a line; nil where it is none, as a comment is.
  init?(line: some StringProtocol) {
    let parts = line.split(separator: " ")
    guard parts.count == 4, let verb = Verb(rawValue: String(parts[0])), let target = Int(parts[1]) else {
      return nil
    }
    self.verb = verb
    self.target = target
    words = parts[2] == "-" ? [] : parts[2].split(separator: ",").compactMap { UInt64($0, radix: 16) }
    let digits = parts[3] == "-" ? [] : Array(parts[3].utf8)
    bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
  }

  init(_ verb: Verb, _ target: Int = 0, words: [UInt64] = [], bytes: [UInt8] = []) {
    self.verb = verb
    self.target = target
    self.words = words
    self.bytes = bytes
  }

  /// A word as a signed number; 0 where there is none.
  func integer(_ place: Int) -> Int64 { Int64(bitPattern: word(place)) }

  /// A word as a number; 0 where there is none.
  func number(_ place: Int) -> Double { Double(bitPattern: word(place)) }

  /// A word; 0 where there is none.
  func word(_ place: Int) -> UInt64 { words.indices.contains(place) ? words[place] : 0 }
}
