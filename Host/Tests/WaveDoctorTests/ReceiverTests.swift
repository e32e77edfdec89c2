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
        (.problem, "no rtl_tcp"),
        (.problem, "nobody listens"), (.problem, "does not answer"), (.problem, "no machine"),
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
