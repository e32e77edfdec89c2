import Foundation
import Testing

@testable import WaveDoctor

/// Receivers, in made folders of the system and with made answers.
@Suite struct ReceiverTests {
  private let system: TemporaryFolder

  init() throws { system = try TemporaryFolder() }

  private func plug(_ name: String, _ vendor: String, _ product: String, driver: String? = nil) throws {
    try system.write(vendor + "\n", "sys/\(name)/idVendor")
    try system.write(product + "\n", "sys/\(name)/idProduct")
    try system.write("1\n", "sys/\(name)/busnum")
    try system.write("14\n", "sys/\(name)/devnum")
    try system.write("", "sys/\(name):1.0/bInterfaceNumber")
    if let driver { try system.link("sys/\(name):1.0/driver", to: "../../bus/usb/drivers/\(driver)") }
  }

  private func receivers(mayOpen: Bool = true) -> USBReceivers {
    USBReceivers(devices: system.path + "/sys", nodes: "/dev/bus/usb") {
      $0 == "/dev/bus/usb/001/014" && mayOpen
    }
  }

  private func server(_ body: String, head: String = "HTTP/1.1 503 Service Unavailable") -> RunningServer {
    RunningServer(port: 8080) { port in
      port == 8080 ? Array("\(head)\r\nContent-Type: application/json\r\n\r\n\(body)\n".utf8) : nil
    }
  }

  @Test func reportsWhatARunningServerSaysOfItsSources() throws {
    let findings = server(
      #"""
      {"sources":[{"name":"broker","reason":"the broker cannot be reached","source":0,"state":"silent"},
      {"kind":"streams","name":"II","source":0,"state":"delivering"},
      {"name":"pipe","reason":"The input has ended.","source":1,"state":"ended"},
      {"name":"new","source":2,"state":"starting"}],"status":"failing","version":"1.0.0"}
      """#
    ).findings()
    #expect(findings.map(\.verdict) == [.problem, .ok, .problem, .warning])
    #expect(findings[0].found == "broker: silent. the broker cannot be reached")
    #expect(findings[2].found == "pipe: ended. The input has ended.")
    #expect(findings.allSatisfy { $0.check == "source" && ($0.verdict == .ok) == ($0.fix == nil) })
  }

  /// A server that reports no more to strangers, one that speaks TLS, one of another kind, and none.
  @Test func aServerThatReportsLessIsNoFault() {
    #expect(server(#"{"status":"ok"}"#).findings().map(\.verdict) == [.ok])
    #expect(server(#"{"status":"failing"}"#).findings().map(\.verdict) == [.problem])
    #expect(server("<html>").findings().isEmpty)
    #expect(server(#"{"status":"ok"}"#, head: "SSH-2.0").findings().isEmpty)
    #expect(RunningServer(port: 1) { _ in nil }.findings().isEmpty)
    #expect(RunningServer(port: 1) { _ in Array("HTTP/1.1 200".utf8) }.findings().isEmpty)
  }

  @Test func saysWhatOfASourceIsNotThere() {
    func findings(_ answer: RemoteReceiver.Answer) -> [Finding] {
      RemoteSource(name: "mqtt://broker/x", host: "broker", port: 1883) { host, port in
        host == "broker" && port == 1883 ? answer : .unknownHost
      }.findings()
    }
    #expect(findings(.bytes([])).map(\.verdict) == [.ok])
    for answer in [RemoteReceiver.Answer.refused, .silent, .unknownHost, .failed(113)] {
      let found = findings(answer)
      #expect(found.map(\.verdict) == [.problem] && found[0].found.hasPrefix("mqtt://broker/x: "))
    }
  }

  @Test func findsNoneWhereThereIsNone() throws {
    #expect(receivers().findings().map(\.verdict) == [.ok])
    try plug("1-1", "046d", "c52b")
    #expect(receivers().findings().map(\.verdict) == [.ok])
    #expect(!receivers().hasDongle)
  }

  @Test func saysHowToTakeADongleFromTheKernel() throws {
    try plug("1-2", "0bda", "2838", driver: "dvb_usb_rtl28xxu")
    let finding = try #require(receivers().findings().first)
    #expect(finding.verdict == .problem && finding.found.contains("dvb_usb_rtl28xxu"))
    #expect(finding.fix?.contains("blacklist dvb_usb_rtl28xxu") == true)
    #expect(finding.fix?.contains("modprobe -r dvb_usb_rtl28xxu") == true)
    #expect(receivers().hasDongle)
  }

  @Test func saysWhoMayNotOpenIt() throws {
    try plug("1-2", "0bda", "2838", driver: "usbfs")
    try plug("2-1.4", "1d50", "6089")
    #expect(receivers().findings().map(\.verdict) == [.ok, .ok])
    let findings = receivers(mayOpen: false).findings()
    #expect(findings.map(\.verdict) == [.problem, .problem])
    #expect(findings[0].fix?.contains("rtl-sdr") == true)
    #expect(findings[1].found.contains("HackRF One"))
  }

  @Test(
    arguments: zip(
      [
        RemoteReceiver.Answer.bytes(Array("RTL0".utf8) + [0, 0, 0, 5, 0, 0, 0, 29]),
        .bytes([]), .bytes(Array("RTL0".utf8)), .bytes(Array("HTTP/1.1 400".utf8)), .refused, .silent,
        .unknownHost,
        .failed(113),
      ],
      [
        (Finding.Verdict.ok, "R820T"), (.warning, "one client"), (.warning, "one client"),
        (.problem, "not rtl_tcp"),
        (.problem, "nothing is listening"), (.problem, "does not answer"), (.problem, "no host"),
        (.problem, "113"),
      ]))
  func readsTheAnswer(answer: RemoteReceiver.Answer, expected: (Finding.Verdict, String)) throws {
    let check = RemoteReceiver(host: "radio", port: 1234, isWanted: true) { _, _ in answer }
    let finding = try #require(check.findings().first)
    #expect(finding.verdict == expected.0 && finding.found.contains(expected.1), "\(finding)")
    #expect((finding.fix == nil) == (finding.verdict == .ok))
  }

  @Test func nobodyIsMissedWhoIsNotWanted() {
    let check = RemoteReceiver(isWanted: false) { _, _ in .refused }
    #expect(check.findings().map(\.verdict) == [.ok])
  }

  @Test func asksOverTheNetwork() {
    #expect(UnsafeConnection.greeting(host: "127.0.0.1", port: 1) == .refused)
    #expect(UnsafeConnection.greeting(host: "no.such.host.invalid", port: 1) == .unknownHost)
  }
}
