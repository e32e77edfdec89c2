/// Computes the lines of sight along a ray.
///
/// `UnsafeRayGround` first computes everything that needs no search, and `UnsafeRayLines` computes the losses
/// afterwards.
struct UnsafeRayPass {
  /// Determines the line of sight of each sample and, if the ray's lists include horizons, also its horizons.
  static func run(_ ray: inout RayProfile) {
    let (first, end, length, isWhole) = (ray.first, ray.end, ray.length, ray.hasHorizons)
    let (transmitter, receiver) = (ray.transmitterHeight, ray.receiverHeight)
    let (step, scale, hidden) = (ray.step, ray.sphere.scale, ray.hiddenEnd)
    let heights = ray.heights
    guard end > 1 else { return }
    ray.tables.withUnsafeBufferPointer { tables in
      ray.blocks.withUnsafeMutableBufferPointer { blocks in
        ray.lines.withUnsafeMutableBufferPointer { lines in
          ray.hull.withUnsafeMutableBufferPointer { hull in
            guard let table = tables.baseAddress, let line = lines.baseAddress,
              let vertices = hull.baseAddress, let block = blocks.baseAddress
            else { return }
            let lines = UnsafeMutableRayLines(lines: line, tables: table, length: length)
            if heights != .nowhere {
              UnsafeRayGround(lines: lines, end: end)
                .straighten(
                  from: first, step: step, heights: heights, transmitter: transmitter,
                  receiver: receiver, hasTilt: isWhole)
            }
            let slopes = UnsafeRayBlocks(block, length: length)
            slopes.read(lines.pointer(.slope), end: end)
            UnsafeRaySight(lines: lines, slopes: slopes, scale: scale)
              .fill(from: first, end: end, hasHorizons: isWhole)
            guard hidden > first else { return }
            UnsafeRayHorizons(
              lines: lines, vertices: vertices, transmitter: transmitter, receiver: receiver
            )
            .fill(from: first, end: hidden, hasHeights: heights != .nowhere, isWhole: isWhole)
          }
        }
      }
    }
  }
}
