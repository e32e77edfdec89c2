import HostTestSupport

extension FakeServer.Request {
  /// The query that was sent.
  var sql: String { String(decoding: body, as: UTF8.self) }
}
