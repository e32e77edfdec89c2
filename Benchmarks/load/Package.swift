// swift-tools-version: 6.2
import PackageDescription

/// Many clients on one server, each looking at another span; every row is decoded and its levels checked.
let package = Package(
  name: "load",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "waveglass", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
  ],
  targets: [
    .executableTarget(
      name: "load",
      dependencies: [
        .product(name: "Waveglass", package: "waveglass"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]
    )
  ]
)
