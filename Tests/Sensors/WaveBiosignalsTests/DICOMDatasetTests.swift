import Testing

@testable import WaveBiosignals

@Suite struct DICOMDatasetTests {
  /// A list of numbers as text, which writers pad with blanks, or wrongly with zero bytes, to an even length.
  @Test(arguments: ["10\\20.5\\-3", "10 \\ 20.5\\-3 ", "10\\20.5\\-3\0", " 10 \\20.5 \0\\-3\0 "])
  func numbersAreReadWithoutTheirPadding(_ text: String) {
    let bytes = Array(text.utf8)
    let dataset = DICOMDataset(elements: [
      DICOMDataset.Element(tag: .timeOffsets, range: 0..<bytes.count, items: [])
    ])
    #expect(dataset.decimals(.timeOffsets, bytes.span, limit: 9) == [10, 20.5, -3])
    #expect(dataset.decimals(.timeOffsets, bytes.span, limit: 2) == [10, 20.5])
    #expect(dataset.decimals(.patientName, bytes.span, limit: 9).isEmpty)
    #expect(dataset.decimal(.timeOffsets, bytes.span) == 10)
  }
}
