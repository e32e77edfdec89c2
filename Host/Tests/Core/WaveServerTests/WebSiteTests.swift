import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import WaveServer

@Suite struct WebSiteTests {
  /// A directory with a page, a module and something that is none of the page's business.
  private func withSite(_ body: (WebSite) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for name in ["index.html", "main.js", "waveglass.wasm", "secret.key", ".hidden.js"] {
      try Data(name.utf8).write(to: directory.appendingPathComponent(name))
    }
    try body(WebSite(directory: directory.path))
  }

  @Test func answersItsOwnFilesByTheirType() throws {
    try withSite { site in
      #expect(site.file(at: "/")?.bytes == Array("index.html".utf8))
      #expect(site.file(at: "/main.js")?.contentType == "text/javascript; charset=utf-8")
      #expect(site.file(at: "/waveglass.wasm")?.contentType == "application/wasm")
    }
  }

  @Test func answersNothingElse() throws {
    try withSite { site in
      for path in [
        "", "/missing.js", "/secret.key", "/.hidden.js", "/../main.js", "//main.js", "/a/main.js",
        "/main.js/",
        "/%2e%2e/main.js", "/..js", "/MAIN.JS", "main.js", "/main.js\u{0}", "/index",
      ] {
        #expect(site.file(at: path) == nil, "\(path)")
      }
    }
  }

  @Test func sendsAnUnchangedFileOnce() throws {
    try withSite { site in
      let first = site.respond(method: .get, path: "/main.js", ifNoneMatch: nil)
      #expect(first.status == .ok)
      let tag = try #require(first.headers[.eTag])
      let second = site.respond(method: .get, path: "/main.js", ifNoneMatch: tag)
      #expect(second.status == .notModified)
      #expect(second.body.contentLength == 0)
      #expect(site.respond(method: .get, path: "/", ifNoneMatch: tag).status == .ok)
    }
  }

  @Test func everyAnswerIsBoundToOurOwnPage() throws {
    try withSite { site in
      let answers = [
        site.respond(method: .get, path: "/", ifNoneMatch: nil),
        site.respond(method: .get, path: "/none", ifNoneMatch: nil),
        site.respond(method: .post, path: "/", ifNoneMatch: nil),
        site.respond(method: .head, path: "/", ifNoneMatch: nil),
      ]
      #expect(answers.map(\.status.code) == [200, 404, 405, 200])
      for answer in answers {
        #expect(
          answer.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
      }
      #expect(answers[3].body.contentLength == 0)
      #expect(answers[3].headers[.contentLength] == "10")
    }
  }
}
