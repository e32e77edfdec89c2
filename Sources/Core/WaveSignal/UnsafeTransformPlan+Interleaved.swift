extension TransformPlan {
  /// Transforms interleaved numbers; missing input is treated as zero, and excess output is discarded.
  func transformInterleaved(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        if let source = input.baseAddress, let target = output.baseAddress, input.count >= 2 * count,
          output.count >= 2 * count
        {
          transform(InterleavedInput(floats: source), into: InterleavedOutput(floats: target))
        } else {
          transformPart(input, into: output)
        }
      }
    }
  }

  /// Transforms using temporary storage of the full length; this is the only case that allocates memory.
  private func transformPart(
    _ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>
  ) {
    let numbers = AlignedFloats(count: 2 * count)
    for index in 0..<Swift.min(2 * count, input.count / 2 * 2) { numbers.base[index] = input[index] }
    // All input is read before any output is written, so one buffer serves both.
    transform(InterleavedInput(floats: numbers.base), into: InterleavedOutput(floats: numbers.base))
    for index in 0..<Swift.min(2 * count, output.count / 2 * 2) { output[index] = numbers.base[index] }
  }
}
