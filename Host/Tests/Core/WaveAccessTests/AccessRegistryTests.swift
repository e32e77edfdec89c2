import Foundation
import Testing
import WaveSystem

@testable import WaveAccess

/// Two processes on one folder: one serves, one is asked to change things.
@Suite struct AccessRegistryTests {
  private func withFiles(_ body: (AccessFiles) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(AccessFiles(directory: StateDirectory(path: folder)))
  }

  private func pair(_ registry: AccessRegistry, replacing: String? = nil, _ code: [UInt8]) throws -> (
    Device, DeviceToken
  )? {
    let result = try registry.pair(code: code, name: "iPhone", replacing: replacing, at: 1001)
    _ = try registry.refresh()
    return try? result.get()
  }

  @Test func aDeviceIsLetInByACodeAndKnownByItsToken() throws {
    try withFiles { files in
      let registry = try AccessRegistry(files: files)
      let codes = try registry.invite(role: nil, replacing: nil, at: 1000)
      let (device, token) = try #require(try pair(registry, codes.link))
      #expect(device.role == .control && device.name == "iPhone")
      #expect(registry.device(of: token)?.id == device.id)
      #expect(try AccessRegistry(files: files).device(of: token)?.id == device.id)
      #expect(try pair(registry, codes.typed) == nil)
    }
  }

  @Test func filesAreTheUsersAlone() throws {
    try withFiles { files in
      let registry = try AccessRegistry(files: files)
      _ = try pair(registry, try registry.invite(role: nil, replacing: nil, at: 1000).link)
      for name in [AccessFiles.devicesName, AccessFiles.invitationsName] {
        let attributes = try FileManager.default.attributesOfItem(atPath: files.directory.path(of: name))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
    }
  }

  @Test func whatAnotherProcessChangesIsFollowed() throws {
    try withFiles { files in
      let registry = try AccessRegistry(files: files)
      let (first, token) = try #require(
        try pair(registry, try registry.invite(role: nil, replacing: nil, at: 1000).link))
      let (second, _) = try #require(
        try pair(registry, try registry.invite(role: nil, replacing: nil, at: 1000).link))
      #expect(try registry.refresh() == [])
      _ = try files.changeDevices { $0.rename("iPhone", to: "Ana") }
      #expect(try registry.refresh() == [])
      _ = try files.changeDevices { $0.setRole(.control, of: second.name) }
      #expect(try registry.refresh() == [second.id])
      _ = try files.changeDevices { $0.remove(id: first.id) }
      #expect(registry.device(of: token) != nil)
      #expect(try registry.refresh() == [first.id])
      #expect(registry.device(of: token) == nil)
    }
  }

  @Test func whoPairsAgainIsOneDevice() throws {
    try withFiles { files in
      let registry = try AccessRegistry(files: files)
      let (first, token) = try #require(
        try pair(registry, try registry.invite(role: nil, replacing: nil, at: 1000).link))
      let codes = try registry.invite(role: .viewer, replacing: nil, at: 1000)
      let (second, _) = try #require(try pair(registry, replacing: first.id, codes.link))
      #expect(second.name == "iPhone" && second.role == .viewer)
      #expect(try files.devices().devices.map(\.id) == [second.id])
      #expect(registry.device(of: token) == nil)
    }
  }

  @Test func aDamagedFileLetsNobodyIn() throws {
    try withFiles { files in
      let registry = try AccessRegistry(files: files)
      let (_, token) = try #require(
        try pair(registry, try registry.invite(role: nil, replacing: nil, at: 1000).link))
      try files.directory.write(Array("{".utf8), to: AccessFiles.devicesName)
      #expect(throws: FileError.self) { try registry.refresh() }
      #expect(throws: FileError.self) { try AccessRegistry(files: files) }
      // What was known stands until the file can be read again.
      #expect(registry.device(of: token) != nil)
      files.directory.remove(AccessFiles.devicesName)
      #expect(try registry.refresh().count == 1)
      #expect(registry.device(of: token) == nil)
    }
  }

  @Test func aDeviceThatIsThereIsSeen() throws {
    try withFiles { files in
      let registry = try AccessRegistry(files: files)
      let (device, _) = try #require(
        try pair(registry, try registry.invite(role: nil, replacing: nil, at: 1000).link))
      try registry.see(id: device.id, at: 1030)
      #expect(try files.devices()[id: device.id]?.seenSeconds == 1001)
      try registry.see(id: device.id, at: 2000)
      #expect(try files.devices()[id: device.id]?.seenSeconds == 2000)
      #expect(try registry.refresh() == [])
    }
  }
}
