import Foundation
import Testing

@testable import WaveDoctor

/// What is found and how it is mended, word by word.
@Suite struct FindingTextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: - Room and limits

  @Test(arguments: [
    (99.9e6, "99 MB free in /", Finding.Verdict.problem),
    (100e6, "100 MB free in /, 0 min of 2.4 MS/s", .warning),
    (999e6, "999 MB free in /, 3 min of 2.4 MS/s", .warning),
    (1e9, "1.0 GB free in /, 3 min of 2.4 MS/s", .ok),
    (2.26e9, "2.3 GB free in /, 7 min of 2.4 MS/s", .ok),
    (172.7e9, "172.7 GB free in /, 599 min of 2.4 MS/s", .ok),
    (172.8e9, "172.8 GB free in /, 10 h of 2.4 MS/s", .ok),
  ])
  func theRoomOfADiskIsSaidInTime(_ free: Double, _ found: String, _ verdict: Finding.Verdict) {
    let finding = DiskSpace(name: "disk", path: "/", freeBytes: { _ in free }, mayWrite: { _ in true })
      .finding()
    #expect(finding.found == found && finding.verdict == verdict && finding.check == "disk")
    #expect((finding.fix == nil) == (verdict == .ok))
  }

  @Test func anUnknownRoomIsAProblem() {
    let path = folder.path + "/not/there"
    let finding = DiskSpace(name: "disk", path: path, freeBytes: { _ in nil }).finding()
    #expect(finding.found == "the free space in \(folder.path) is unknown" && finding.verdict == .problem)
  }

  @Test func filesThatCanBeOpenAreEnoughForAllClients() {
    #expect(OpenFiles(limit: 1152).finding() == .ok("files", "1152 files can be open"))
    let few = OpenFiles(limit: 1151).finding()
    #expect(few.verdict == .warning && few.found == "1151 files can be open, enough for 1023 clients")
    #expect(few.fix?.hasSuffix("--clients 1023") == true)
    let none = OpenFiles(limit: 100).finding()
    #expect(none.found == "100 files can be open, enough for 0 clients")
    #expect(none.fix?.hasSuffix("--clients 1") == true)
  }

  @Test func aPathIsClimbedToWhatThereIs() {
    let there: Set = ["/a/b", "x"]
    let found = ["/a/b", "/a/b/c", "/a/b/c/d", "/q/r", "/", "x", "x/y", "y/z", ""].map { path in
      existing(path) { there.contains($0) }
    }
    #expect(found == ["/a/b", "/a/b", "/a/b", "/", "/", "x", "x", "y", "/"])
  }

  @Test func whatAShellReadsIsQuoted() {
    for plain in ["a", "Z9", "/a_b-c.d+e:f"] { #expect(quoted(plain) == plain) }
    for other in ["a b", "~", "a;b", "$a", "@", "[", "`", "{", "é"] { #expect(quoted(other) == "'\(other)'") }
  }

  @Test func timesBeforeTheProgramAreWrong() {
    let clock = { MachineClock(at: Date(timeIntervalSince1970: $0), state: "/no/such/folder").finding() }
    #expect(
      clock(1_767_225_600).verdict == .problem && clock(1_767_225_601) == .ok("clock", "2026-01-01T00:00:01Z")
    )
  }

  // MARK: - Ports

  @Test func anotherPortIsOfferedThatIsFree() {
    func fix(_ port: Int, free: @escaping @Sendable (Int) -> Bool, code: Int32 = EADDRINUSE) -> String? {
      PortUse(name: "port", port: port, option: "--port", processes: folder.path) { asked in
        asked == port ? code : free(asked) ? 0 : EADDRINUSE
      }.finding().fix
    }
    #expect(fix(8080) { _ in true } == "use another: --port 8081")
    #expect(fix(80, free: { _ in true }, code: EACCES) == "use another: --port 1024")
    #expect(fix(80, free: { _ in false }, code: EACCES) == "--port")
    #expect(fix(8080) { $0 >= 8179 } == "use another: --port 8179")
    #expect(fix(8080) { $0 >= 8180 } == "use another with --port")
    #expect(fix(65_500) { $0 >= 65_534 } == "use another: --port 65534")
    #expect(fix(65_500) { $0 >= 65_535 } == "use another with --port")
  }

  @Test func aPortIsHeldByWhoListensAtIt() throws {
    /// A line of the system's table: who listens (0A) or is connected (01) at a port.
    func line(_ port: String, _ state: String, _ node: Int) -> String {
      " 0: 00000000:\(port) 00000000:0000 \(state) 0:0 00:0 0 0 0 \(node) 1\n"
    }
    try folder.write(line("1F90", "01", 1) + line("1F91", "0A", 2), "net/tcp")
    try folder.write("head\n" + line("1F90", "0A", 3) + " short line\n", "net/tcp6")
    for (process, node) in [(9, 1), (10, 2), (11, 3), (12, 3)] {
      try folder.write("", "\(process)/fd/x")
      try folder.link("\(process)/fd/5", to: "socket:[\(node)]")
    }
    try folder.write("nginx\n", "11/comm")
    func holder(_ port: Int) -> String? {
      PortUse(name: "port", port: port, option: "--port", processes: folder.path) { _ in 0 }.holder
        .map { "\($0.name) \($0.process)" }
    }
    #expect(holder(0x1F90) == "nginx 11" && holder(0x1F91) == "a program 10" && holder(0x1F92) == nil)
  }

  // MARK: - Receivers and servers

  @Test func aPlaceWithColonsIsInBrackets() {
    func found(_ host: String, _ answer: RemoteReceiver.Answer, isWanted: Bool = true) -> Finding {
      RemoteReceiver(host: host, port: 1234, isWanted: isWanted) { _, _ in answer }.finding()
    }
    #expect(found("::1", .silent).found == "[::1]:1234 does not answer")
    #expect(found("radio", .failed(5)).found == "radio:1234 cannot be reached (error 5)")
    for local in ["127.0.0.1", "localhost", "::1"] {
      #expect(found(local, .refused).fix == "start it: rtl_tcp -a 127.0.0.1 -p 1234")
    }
    #expect(found("radio", .refused).fix == "start it on that machine: rtl_tcp -a 0.0.0.0 -p 1234")
    #expect(
      found("radio", .refused, isWanted: false)
        == .ok("rtl_tcp", "none at radio:1234, and no receiver here that needs one"))
    let source = RemoteSource(name: "phone", host: "::1", port: 80) { _, _ in .refused }.finding()
    #expect(source.found == "phone: nothing is listening at [::1]:80")
    let answering = RemoteSource(name: "phone", host: "h", port: 80) { _, _ in .bytes([]) }.finding()
    #expect(answering == .ok("source", "phone: something is listening at h:80"))
  }

  @Test(
    arguments: [
      ("delivering", Finding.Verdict.ok, nil), ("paused", .ok, nil),
      ("starting", .warning, "wait, or check what it is connected to"),
      ("ended", .problem, "fix it, then restart waveglass; the other sources continue until then"),
      ("silent", .problem, "fix it: waveglass continues by itself when it is back"),
    ] as [(String, Finding.Verdict, String?)])
  func theStateOfASourceHasItsAdvice(_ state: String, _ verdict: Finding.Verdict, _ fix: String?) {
    let body = "{\"status\":\"ok\",\"sources\":[{\"name\":\"a\",\"state\":\"\(state)\"}]}"
    let findings = RunningServer(port: 1) { _ in Array("HTTP/1.1 200 OK\r\nA: b\r\n\r\n\(body)".utf8) }
      .findings()
    #expect(findings == [Finding(check: "source", verdict: verdict, found: "a: \(state)", fix: fix)])
  }

  @Test func anOldBrowserIsToldWhatThePageNeeds() throws {
    for name in ["chromium", "firefox"] { try folder.write("", name, mode: 0o755) }
    func browser(_ chromium: String?, _ firefox: String?) -> Finding {
      Browsers(path: folder.path) { $0.hasSuffix("chromium") ? chromium : firefox }.finding()
    }
    #expect(browser("Chromium 91.0", nil) == .ok("browser", "chromium 91 at \(folder.path)/chromium"))
    #expect(
      browser("Chromium 90.9", "Firefox 89.0") == .ok("browser", "firefox 89 at \(folder.path)/firefox"))
    let old = browser("Chromium 90.9", "Firefox 88.0")
    #expect(old.verdict == .warning && old.found == "firefox 88 is too old for the page, which needs 89")
    #expect(
      browser("Chromium 128", "Firefox 88.0").found == "firefox 88 is too old for the page, which needs 89")
    let silent = browser("Chromium", "Firefox")
    #expect(silent.found == "\(folder.path)/chromium reports no version" && silent.verdict == .warning)
    #expect(Browsers(path: "/nowhere") { _ in nil }.finding().verdict == .ok)
  }

  // MARK: - The folder of keys

  @Test func aFolderIsForItsOwnerAloneAndSoAreItsFiles() throws {
    let path = folder.path + "/a/b"
    #expect(StateFolder(path: path).findings() == [.ok("state", "\(path) will be created when it is needed")])
    try folder.write("", "state/x")
    try folder.setMode(0o700, "state")
    let state = folder.path + "/state"
    #expect(StateFolder(path: state).findings() == [.ok("state", "\(state), only for you")])
    try folder.write("{\"devices\": []}", "state/devices.json", mode: 0o640)
    let findings = StateFolder(path: state).findings()
    #expect(findings.map(\.found).dropFirst() == ["others can read \(state)/devices.json (mode 640)"])
    #expect(findings.last?.fix == "chmod 600 \(state)/devices.json")
  }
}
