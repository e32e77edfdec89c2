// swift-tools-version: 6.2
import PackageDescription

/// Programs for developers to read and to begin from: each is one file, with the library alone, without
/// Foundation.
let names = ["levels", "SingleSensor", "TwelveLead", "FilePlayer", "DrawListPlayer"]

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "waveglass", path: "..")],
  targets: names.map { name in
    .executableTarget(
      name: name, dependencies: [.product(name: "Waveglass", package: "waveglass")], path: name,
      swiftSettings: [.treatAllWarnings(as: .error)])
  }
)
