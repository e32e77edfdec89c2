// swift-tools-version: 6.2
import PackageDescription

/// How soon a query that nobody wants any more is let go of, where its server says nothing.
let package = Package(
  name: "drop",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "waveglass-host", path: "../../Host")],
  targets: [
    .executableTarget(
      name: "drop", dependencies: [.product(name: "WaveClickHouse", package: "waveglass-host")])
  ]
)
