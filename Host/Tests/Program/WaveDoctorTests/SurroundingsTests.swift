import Foundation
import Testing
import WaveCertificates
import WaveSystem

@testable import WaveDoctor

/// Ports, permissions, certificates, disk, browser, page, clock and limits, in made surroundings.
@Suite struct SurroundingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: - Ports

  private func port(_ answers: [Int: Int32]) -> PortUse {
    PortUse(name: "port", port: 8080, option: "--port", processes: folder.path) { answers[$0] ?? 0 }
  }

  /// The system's table as proc(5) has it: one socket listens at 8080 (1F90), another is connected from
  /// there.
  private func hold(by name: String) throws {
    try folder.write(
      """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 \
      100 0 0 10 0
         1: 0100007F:1F90 0100007F:A000 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 \
      100 0 0 10 0
      """, "net/tcp")
    try folder.write("other\n", "7/comm")
    try folder.write("", "7/fd/x")
    try folder.link("7/fd/3", to: "socket:[4712]")
    try folder.write(name + "\n", "42/comm")
    try folder.write("", "42/fd/x")
    try folder.link("42/fd/5", to: "socket:[4711]")
  }

  @Test func saysWhoHasAPort() throws {
    #expect(port([:]).findings() == [.ok("port", "8080 is free")])
    try hold(by: "nginx")
    let finding = try #require(port([8080: EADDRINUSE, 8081: EADDRINUSE]).findings().first)
    #expect(finding.verdict == .problem)
    #expect(finding.found == "8080 is in use by nginx (process 42)")
    #expect(finding.fix == "use another: --port 8082, or stop that program: kill 42")
  }

  @Test func itselfIsNoProblem() throws {
    try hold(by: "waveglass")
    #expect(port([8080: EADDRINUSE]).findings().map(\.verdict) == [.ok])
  }

  @Test func saysWhatItDoesNotKnow() {
    let taken = port([8080: EADDRINUSE]).findings()
    #expect(
      taken[0].found == "8080 is in use by another program" && taken[0].fix == "use another: --port 8081")
    #expect(port([8080: EACCES]).findings()[0].found == "this user may not use 8080")
    #expect(port([8080: EAFNOSUPPORT]).findings()[0].verdict == .problem)
  }

  // MARK: - The folder

  private func state(user: UInt32 = geteuid()) -> [Finding] {
    StateFolder(path: folder.path + "/state", user: user).findings()
  }

  @Test func aFolderOfOnesOwnIsWell() throws {
    #expect(state().map(\.verdict) == [.ok])
    try folder.write("{}", "state/none")
    try folder.setMode(0o700, "state")
    #expect(state().map(\.verdict) == [.ok])
    #expect(StateFolder(path: nil).findings().map(\.verdict) == [.problem])
  }

  @Test(arguments: [(0o755, "read"), (0o777, "change"), (0o720, "change")])
  func saysWhoElseMayComeIn(mode: Int, what: String) throws {
    try folder.write("", "state/none")
    try folder.setMode(mode, "state")
    let finding = try #require(state().first)
    #expect(finding.verdict == .problem && finding.found.contains("others can \(what)"))
    #expect(finding.fix == "chmod 700 \(folder.path)/state")
    try folder.setMode(0o700, "state")
    #expect(state()[0].verdict == .ok, "the fix works")
  }

  @Test func saysWhoMayReadTheKey() throws {
    try folder.write("key", "state/authority.pem", mode: 0o644)
    try folder.write("not json", "state/devices.json", mode: 0o600)
    try folder.setMode(0o700, "state")
    let findings = state()
    #expect(findings.map(\.check) == ["state", "key", "devices"])
    #expect(findings.map(\.verdict) == [.ok, .problem, .problem])
    #expect(findings[1].fix?.hasPrefix("chmod 600 \(folder.path)/state/authority.pem;") == true)
    #expect(findings[2].found.contains("damaged"))
  }

  @Test func saysWhoseItIs() throws {
    try folder.write("", "state/none")
    let finding = try #require(state(user: geteuid() + 1).first)
    #expect(finding.verdict == .problem && finding.fix?.hasPrefix("sudo chown -R \(geteuid() + 1) ") == true)
    try folder.write("", "file")
    #expect(StateFolder(path: folder.path + "/file").findings()[0].found.hasSuffix("is not a folder"))
  }

  // MARK: - Certificates

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let host = HostNames(
    machine: "lab",
    addresses: [NumericAddress("192.168.1.5"), NumericAddress("203.0.113.7")].compactMap { $0 })

  private func authority(_ host: HostNames = Self.host, days: Double) -> [Finding] {
    Certificates(state: folder.path, files: nil, host: host, at: Self.now + days * 86_400).findings()
  }

  @Test func looksAtTheOwnAuthority() throws {
    #expect(authority(days: 0).map(\.verdict) == [.ok])
    try folder.setMode(0o700)
    _ = try LocalAuthority.open(in: StateDirectory(path: folder.path), for: Self.host, at: Self.now)
    let well = authority(days: 1)
    #expect(well.map(\.check) == ["certificate", "names", "addresses"])
    #expect(well.map(\.verdict) == [.ok, .ok, .ok])
    #expect(well[1].found.contains("lab.local") && well[1].found.contains("192.168.1.5"))
    #expect(well[2].found.contains("203.0.113.7"))
    #expect(authority(days: 3600)[0].verdict == .warning)
    let over = try #require(authority(days: 3651).first)
    #expect(over.verdict == .problem && over.found.contains("expired"))
    #expect(over.fix?.hasPrefix("rm \(folder.path)/authority.pem") == true)
    let renamed = authority(HostNames(machine: "attic", addresses: []), days: 1)
    #expect(renamed.map(\.verdict) == [.ok, .warning])
    try folder.write("nothing", "authority.pem")
    #expect(authority(days: 1)[0].found.contains("damaged"))
  }

  @Test func looksAtAGivenPair() throws {
    let missing = Certificates(
      state: nil, files: (folder.path + "/a.pem", folder.path + "/a.key"), host: Self.host, at: Self.now)
    #expect(missing.findings().map(\.verdict) == [.problem])
    #expect(missing.findings()[0].fix == "Check the path")
  }

  // MARK: - The rest

  @Test(arguments: [
    (50e6, true, Finding.Verdict.problem), (500e6, true, .warning), (50e9, true, .ok),
    (50e9, false, .warning),
  ])
  func countsTheRoom(free: Double, mayWrite: Bool, expected: Finding.Verdict) {
    let check = DiskSpace(
      name: "recordings", path: folder.path + "/not/there", freeBytes: { _ in free },
      mayWrite: { _ in mayWrite })
    let findings = check.findings()
    #expect(findings.map(\.verdict) == [expected])
    #expect(findings[0].found.contains(folder.path) && !findings[0].found.contains("not/there"))
  }

  @Test func asksTheSystemForTheRoom() throws {
    #expect(try #require(DiskSpace.free(folder.path)) > 0)
    #expect(DiskSpace.free(folder.path + "/not/there") == nil)
  }

  @Test func findsABrowser() throws {
    func browsers(_ said: [String: String]) -> [Finding] {
      Browsers(path: "/nowhere:\(folder.path)/bin") { program in
        said[String(program.split(separator: "/").last ?? "")]
      }
      .findings()
    }
    #expect(browsers([:]).map(\.verdict) == [.ok])
    try folder.write("", "bin/chromium", mode: 0o755)
    #expect(
      browsers(["chromium": "Chromium 128.0.6613.84 built on Debian 12.7\n"])[0].found.hasPrefix(
        "chromium 128 at"))
    #expect(browsers(["chromium": "Chromium 79.0.1 snap"])[0].verdict == .warning)
    #expect(browsers([:])[0].found.contains("reports no version"))
    try folder.write("", "bin/firefox", mode: 0o755)
    #expect(
      browsers(["chromium": "Chromium 79.0.1", "firefox": "Mozilla Firefox 115.9.1esr"]).map(\.found)
        == ["firefox 115 at \(folder.path)/bin/firefox"])
  }

  @Test func asksAProgramForItsVersion() throws {
    let program = try folder.write("#!/bin/sh\necho \"Browser 1.2 $1\"\n", "browser", mode: 0o755)
    #expect(Browsers.ask(program) == "Browser 1.2 --version\n")
    let failing = try folder.write("#!/bin/sh\nexit 3\n", "failing", mode: 0o755)
    #expect(Browsers.ask(failing) == nil)
    #expect(Browsers.ask(folder.path + "/none") == nil)
  }

  @Test func countsThePagesFiles() throws {
    #expect(PageFiles(folder: nil).findings()[0].verdict == .problem)
    #expect(PageFiles(folder: folder.path).findings()[0].found.hasSuffix("has no files.js"))
    try folder.write("self.x = {\n version: \"abc\",\n names: [\"index.html\", \"a.wasm\"],\n};", "files.js")
    try folder.write("", "index.html")
    #expect(PageFiles(folder: folder.path).findings()[0].found == "\(folder.path) lacks a.wasm")
    try folder.write("", "a.wasm")
    #expect(
      PageFiles(folder: folder.path).findings() == [.ok("page", "version abc, 2 files in \(folder.path)")])
    try folder.write("nonsense", "files.js")
    #expect(PageFiles(folder: folder.path).findings()[0].found.hasSuffix("is damaged"))
  }

  @Test func looksAtTheClock() throws {
    #expect(
      MachineClock(at: Date(timeIntervalSince1970: 0), state: folder.path).findings()[0].verdict == .problem)
    #expect(MachineClock(at: Self.now, state: folder.path + "/none").findings()[0].verdict == .ok)
    #expect(MachineClock(at: Self.now, state: folder.path).findings()[0].verdict == .warning)
    try folder.write("", "synchronized")
    #expect(MachineClock(at: Self.now, state: folder.path).findings()[0].verdict == .ok)
  }

  @Test(
    arguments: [(1024, Finding.Verdict.warning), (1152, .ok), (Int?.none, .ok)] as [(Int?, Finding.Verdict)])
  func countsDescriptors(limit: Int?, expected: Finding.Verdict) {
    #expect(OpenFiles(limit: limit).findings().map(\.verdict) == [expected])
  }

  @Test func pathsAreQuotedForTheShell() {
    #expect(quoted("/a/b-c.pem") == "/a/b-c.pem")
    #expect(quoted("/a b/it's") == "'/a b/it'\\''s'")
    #expect(quoted("") == "''")
  }

  @Test func everyKeyIsWritten() throws {
    let json = try JSONSerialization.jsonObject(
      with: JSONEncoder().encode([Finding.ok("a", "b"), .problem("c", "d", fix: "e")]))
    let list = try #require(json as? [[String: Any]])
    #expect(list.allSatisfy { Set($0.keys) == ["check", "verdict", "found", "fix"] })
    #expect(list[0]["fix"] is NSNull && list[1]["fix"] as? String == "e")
  }
}
