// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "levels",
  dependencies: [.package(name: "waveglass", path: "../..")],
  targets: [
    .executableTarget(name: "levels", dependencies: [.product(name: "Waveglass", package: "waveglass")])
  ]
)
