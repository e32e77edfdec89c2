import Testing
import WaveSystem

/// How sources are written on the command line, for a program with two kinds of its own.
@Suite struct SourceSyntaxTests {
  private static let syntax = SourceSyntax(
    schemes: [
      SourceScheme(
        prefix: "net:", securePrefix: "nets:", shownPrefix: "net ",
        path: .required(missing: "no host", advice: "Write net:HOST")),
      SourceScheme(prefix: "stdin:", shorthand: "-", path: .refused(what: "has no path", advice: "Write -")),
    ], demonstrations: ["calm", "storm"], advice: "Choose a kind", demonstrationAdvice: "Write demo:calm")

  /// What is read, as `prefix path {parameters}`, or what is wrong with it.
  private static func read(_ text: String) -> String {
    do throws(SourceArgumentError) {
      let argument = try SourceArgument(text, syntax: syntax)
      let parameters = argument.parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
      return ([argument.scheme.prefix, argument.path] + parameters).joined(separator: " ")
    } catch { return error.description }
  }

  @Test(arguments: [
    ("demo:", "demo: "), ("demo:storm", "demo: storm"), ("demo:?seed=7", "demo:  seed=7"),
    ("demo:calm?seed=7&a=b", "demo: calm a=b seed=7"), ("file:a.csv", "file: a.csv"),
    ("file:a?b.csv?speed=20", "file: a?b.csv speed=20"), ("a.csv", "file: a.csv"), ("a?b=c", "file: a?b=c"),
    ("./net:a", "file: ./net:a"), ("c:\\data", "file: c:\\data"), ("7z:a", "file: 7z:a"), ("", "file: "),
    ("-", "stdin: "), ("-?format=cu8", "stdin:  format=cu8"), ("stdin:", "stdin: "), ("-x", "file: -x"),
    ("net:host", "net: host"), ("nets:host?a=b=c", "net: host a=b=c tls=yes"), ("net:h?", "net: h"),
    ("net:h?a=1&&b=2", "net: h a=1 b=2"), ("net:h?a=1&a=2", "net: h a=2"),
  ])
  func readsASource(_ text: String, _ read: String) { #expect(Self.read(text) == read) }

  @Test(arguments: [
    ("demo:x", "demo:x: there is no demo:x. Write demo:calm"),
    ("file:", "file:: no path. Write the path of a recording after file:"),
    ("net:", "net:: no host. Write net:HOST"), ("net:?a=b", "net:?a=b: no host. Write net:HOST"),
    ("stdin:x", "stdin:x: has no path. Write -"),
    ("nett:x", "nett:x: unknown kind of source \"nett:\". Choose a kind"),
    ("a_b:x", "a_b:x: unknown kind of source \"a_b:\". Choose a kind"),
    ("net:h?a", "net:h?a: parameter \"a\" has no value. Write name=value"),
    ("net:h?a=", "net:h?a=: parameter \"a=\" has no value. Write name=value"),
    ("net:h?=a", "net:h?=a: parameter \"=a\" has no value. Write name=value"),
  ])
  func saysWhatIsWrong(_ text: String, _ reason: String) { #expect(Self.read(text) == reason) }

  @Test func aSourceIsShownWithoutItsParameters() throws {
    let place = { (text: String) throws(SourceArgumentError) in
      try SourceArgument(text, syntax: Self.syntax).place
    }
    #expect(try place("net:h?a=b") == "net h")
    #expect(try place("file:a.csv?speed=2") == "a.csv")
    #expect(try place("demo:calm") == "demo:calm")
    #expect(try SourceArgument("-?a=b", syntax: Self.syntax).text == "-?a=b")
  }
}

/// The parameters of a source, and the addresses in them.
@Suite struct ArgumentReaderTests {
  private enum Failure: SourceError, Equatable {
    case wrong(SourceArgumentError)
    static func argument(_ error: SourceArgumentError) -> Self { .wrong(error) }
    var explanation: Explanation {
      switch self {
      case .wrong(let error): error.explanation
      }
    }
  }

  private static func reader(_ text: String) throws -> ArgumentReader<Failure> {
    ArgumentReader(try SourceArgument(text, syntax: SourceSyntax(schemes: [], demonstrations: ["x"])))
  }

  private static func number(_ text: String, in range: ClosedRange<Double>) throws -> String {
    let reader = try reader("demo:x?n=\(text)")
    do throws(Failure) {
      return try reader.number("n", in: range).map { "\($0)" } ?? "none"
    } catch { return error.description }
  }

  @Test func aNumberIsInItsRange() throws {
    #expect(try Self.reader("demo:x").number("n", in: 0...1) == nil)
    #expect(try Self.number("2k", in: 2000...3000) == "2000.0")
    #expect(try Self.number("3k", in: 2000...3000) == "3000.0")
    #expect(try Self.number("1.9k", in: 2000...3000) == "x: n=1.9k is too small. Write, for example, n=2000")
    #expect(try Self.number("3.1k", in: 0...3000) == "x: n=3.1k is too large. Write, for example, n=1")
    #expect(try Self.number("ten", in: 0...3000) == "x: n=ten is not a number. Write, for example, n=1")
  }

  @Test func onlyKnownParametersAreAllowed() throws {
    let reader = try Self.reader("demo:x?b=1&c=2")
    try reader.allow(["a", "b", "c"])
    #expect(reader["b"] == "1" && reader["a"] == nil)
    #expect(
      throws: Failure.wrong(.unknownParameter("b", place: "demo:x", known: ["a", "c"]))
    ) { try reader.allow(["a", "c"]) }
  }

  @Test func anAddressElsewhereNeedsAHost() throws {
    let reader = try Self.reader("demo:x")
    #expect(try reader.address(":80", example: "a:1").host == "")
    #expect(try reader.remoteAddress("h:80", example: "a:1", place: "p").host == "h")
    #expect(throws: Failure.wrong(.noHost(place: "p", example: "a:1"))) {
      try reader.remoteAddress(":80", example: "a:1", place: "p")
    }
    #expect(throws: Failure.wrong(.noPort(place: "h", example: "a:1"))) {
      try reader.address("h", example: "a:1")
    }
  }

  @Test(arguments: [
    ("h:1", "h", 1), ("h:65535//", "h", 65_535), ("[::1]:80", "::1", 80), ("[::1]", "::1", 7), ("h", "h", 7),
    (":9", "", 9), ("[a:80", "[a", 80),
  ])
  func anAddressIsAHostAndAPort(_ text: String, _ host: String, _ port: Int) throws {
    let address = try NetworkAddress(Substring(text), port: 7, example: "")
    #expect(address.host == host && address.port == port)
  }

  @Test(arguments: ["h:0", "h:65536", "h:-1", "h:", "h:x", "::x"]) func aPortIsANumberOfSixteenBits(
    _ text: String
  ) {
    #expect(throws: SourceArgumentError.self) { try NetworkAddress(Substring(text), port: 7, example: "") }
  }
}
