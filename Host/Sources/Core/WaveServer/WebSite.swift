import Foundation
package import HTTPTypes
package import Hummingbird

/// A site that serves the web client's files and no other files.
package struct WebSite: Sendable {
  /// A file with the headers that describe it.
  struct File: Equatable {
    var bytes: [UInt8]
    var contentType: String
    var tag: String
  }

  let directory: String

  /// Returns the file at a path: the page, or a file of a known type directly in the directory.
  func file(at path: String) -> File? {
    guard let (name, type) = WebSite.allowed(path) else { return nil }
    guard let data = FileManager.default.contents(atPath: directory + "/" + name) else { return nil }
    let bytes = Array(data)
    return File(bytes: bytes, contentType: type, tag: WebSite.tag(of: bytes))
  }

  /// Returns the name and media type of the file at a path, or nil if the path is not allowed.
  static func allowed(_ path: String) -> (name: String, type: String)? {
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    guard path.hasPrefix("/"), !name.hasPrefix("."), let dot = name.lastIndex(of: "."),
      name.utf8.allSatisfy({ isPlain($0) }), !name.contains("..")
    else { return nil }
    return types[String(name[dot...])].map { (name, $0) }
  }

  /// The media types of the web client's files.
  private static let types = [
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
  ]

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Returns a strong entity tag that consists of the 64-bit FNV-1a hash of the bytes and the byte count.
  private static func tag(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\"\(String(hash, radix: 16))-\(bytes.count)\""
  }
}

extension WebSite {
  /// Answers a request whose Host header has been checked.
  func respond(method: HTTPRequest.Method, path: String, ifNoneMatch: String?) -> Response {
    guard method == .get || method == .head else { return WebSite.refuseMethod(allowing: "GET, HEAD") }
    guard let file = file(at: path) else { return WebSite.say(.notFound, "There is no such page.") }
    var headers = WebSite.headers
    headers[.eTag] = file.tag
    headers[.cacheControl] = "no-cache"
    if ifNoneMatch == file.tag { return Response(status: .notModified, headers: headers) }
    return Response(.ok, file.bytes, type: file.contentType, headers: headers, isWhole: method == .get)
  }

  /// Returns a response whose body is a sentence.
  package static func say(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
    Response(status, sentence: sentence, headers: headers)
  }

  /// Returns the response to a request with a method other than the allowed ones.
  package static func refuseMethod(
    allowing methods: String, _ sentence: String = "Only GET and HEAD are allowed here."
  ) -> Response {
    var response = say(.methodNotAllowed, sentence)
    response.headers[.allow] = methods
    return response
  }

  /// Returns a response with content that was generated for this request and must not be cached.
  package static func answer(
    _ status: HTTPResponse.Status, _ bytes: [UInt8], type: String, isWhole: Bool
  ) -> Response {
    var response = Response(status, bytes, type: type, headers: headers, isWhole: isWhole)
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// The headers of every response: only the site's own scripts, styles and connections are allowed, and
  /// other sites must not show the page in a frame.
  private static let headers = HTTPFields([
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; "
        + "img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
        + "'none'"
    ), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
  ])
}

extension HTTPFields {
  /// Creates headers from their names and values.
  init(_ fields: [(name: String, value: String)]) {
    self.init()
    for field in fields {
      if let name = HTTPField.Name(field.name) { self[name] = field.value }
    }
  }
}

extension Response {
  /// Creates a response with content, which is described but left out unless the response is whole.
  init(_ status: HTTPResponse.Status, _ bytes: [UInt8], type: String, headers: HTTPFields, isWhole: Bool) {
    var headers = headers
    headers[.contentType] = type
    headers[.contentLength] = String(bytes.count)
    self.init(
      status: status, headers: headers,
      body: isWhole ? ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) : ResponseBody())
  }

  /// Creates a response whose body is a sentence.
  init(_ status: HTTPResponse.Status, sentence: String, headers: HTTPFields) {
    let text = Array((sentence + "\n").utf8)
    self.init(status, text, type: "text/plain; charset=utf-8", headers: headers, isWhole: true)
  }
}
