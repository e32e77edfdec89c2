package import HTTPTypes
import Hummingbird

/// The reason to refuse a request: a sentence for the user and a keyword for the log.
package struct Refusal: Error, Equatable, Sendable {
  /// The HTTP status of the answer.
  package var status: HTTPResponse.Status
  /// The keyword for the log; never contains untrusted text.
  package var reason: String
  /// The sentence in the body of the answer, for the user.
  package var sentence: String
  /// The number of seconds after which the request can be retried; nil if unknown.
  package var retrySeconds: Int?

  /// Creates a refusal.
  package init(_ status: HTTPResponse.Status, _ reason: String, _ sentence: String, retrySeconds: Int? = nil)
  {
    self.status = status
    self.reason = reason
    self.sentence = sentence
    self.retrySeconds = retrySeconds
  }

  /// The answer as a response, for a connection that stays open.
  var response: Response {
    var response = WebSite.say(status, sentence)
    if let retrySeconds { response.headers[.retryAfter] = String(retrySeconds) }
    if status == .unauthorized { response.headers[.wwwAuthenticate] = "Waveglass-Pairing" }
    return response
  }

  /// The answer as HTTP/1.1 text, for a connection that is then closed.
  var lastAnswer: String {
    let retry = retrySeconds.map { "Retry-After: \($0)\r\n" } ?? ""
    return """
      HTTP/1.1 \(status.code) \(status.reasonPhrase)\r
      Connection: close\r
      Content-Type: text/plain; charset=utf-8\r
      X-Content-Type-Options: nosniff\r
      Content-Length: \(sentence.utf8.count + 1)\r
      \(retry)\r
      \(sentence)

      """
  }
}

extension Refusal {
  static let malformed = Refusal(.badRequest, "malformed", "This is not an unambiguous HTTP request.")
  static let headersTooLarge = Refusal(
    .requestHeaderFieldsTooLarge, "headers-too-large", "The request has too many or too long headers.")
  static let bodyTooLarge = Refusal(
    .contentTooLarge, "body-too-large", "The body of the request is too long.")
  static let tooSlow = Refusal(.requestTimeout, "too-slow", "The request did not arrive in time.")
  static let tooManyConnections = Refusal(
    .tooManyRequests, "too-many-connections",
    "Too many connections from this address; close some and try again.",
    retrySeconds: 5)

  static func tooFast(retrySeconds: Int) -> Refusal {
    Refusal(
      .tooManyRequests, "too-fast", "Too many requests from this address; try again in \(retrySeconds) s.",
      retrySeconds: retrySeconds)
  }
}
