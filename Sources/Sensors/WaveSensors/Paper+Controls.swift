import WaveInteraction
import WaveSensorsWire

extension Paper {
  /// Appends the controls of the paper.
  func appendControls(to list: inout ControlListBuilder<SensorsAction>) {
    list.segments(
      .setPaperForm, label: "Leads", options: ["3 \u{00D7} 4 + II", "6 \u{00D7} 2", "12 \u{00D7} 1"],
      selected: Int(form.rawValue))
    list.segments(
      .setPaperSpeed, label: "Paper speed", options: ["25 mm/s", "50 mm/s"], selected: speedIndex)
    list.segments(
      .setPaperGain, label: "Gain", options: ["5 mm/mV", "10 mm/mV", "20 mm/mV"], selected: gainIndex)
    list.toggle(.fitCard, label: "True millimetres, by a bank card", isOn: isFittingCard)
  }

  /// A caution about the paper's scale and about filters, to be shown to the user.
  var caution: [UInt8] {
    Texts.bytes(
      isCalibrated
        ? """
        Not a medical device. Millimetres by a bank card on this screen. A high-pass above 0.05 Hz \
        distorts the ST segment.
        """
        : """
        Not a medical device. Millimetres are right where a point is 1/96 inch. A high-pass above 0.05 \
        Hz distorts the ST segment.
        """)
  }
}
