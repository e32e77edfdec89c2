// swift-tools-version: 6.2
import PackageDescription

/// Our half of the comparisons with other libraries; the other halves are the C files beside this one and
/// `compare.py` of `series` and `coverage`.
let package = Package(
  name: "peers",
  dependencies: [.package(name: "waveglass", path: "../..")],
  targets: [
    .executableTarget(
      name: "spectrum-waveglass",
      dependencies: [.product(name: "Waveglass", package: "waveglass")]
    ),
    .executableTarget(
      name: "series-waveglass",
      dependencies: [.product(name: "Waveglass", package: "waveglass")]
    ),
    .executableTarget(
      name: "coverage-waveglass",
      dependencies: [.product(name: "Waveglass", package: "waveglass")]
    ),
  ]
)
