// swift-tools-version: 6.2
import PackageDescription

/// What the library says of paths, for `train.py`.
let package = Package(
  name: "training",
  dependencies: [.package(name: "waveglass", path: "..")],
  targets: [
    .executableTarget(
      name: "paths", dependencies: [.product(name: "Waveglass", package: "waveglass")], path: "paths")
  ]
)
