// swift-tools-version: 6.2
import PackageDescription

// Links under libFuzzer only: `make fuzz` builds it.
let package = Package(
  name: "waveglass-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "waveglass", path: ".."),
    .package(name: "waveglass-host", path: "../Host"),
  ],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "FuzzTargets", package: "waveglass"),
        .product(name: "HostFuzzTargets", package: "waveglass-host"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ]
)
