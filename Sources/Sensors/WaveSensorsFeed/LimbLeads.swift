public import WaveSensorsWire
import WaveWire

/// The limb leads derived from leads I and II: III = II − I, aVR = −(I + II)/2, aVL = I − II/2, aVF = II −
/// I/2.
///
/// By Kirchhoff's law, these equations hold at every sample (Einthoven 1913; Goldberger 1942), so the derived
/// leads are identical to recorded ones.
public enum LimbLeads {
  /// Completes a group: recognises leads by their labels, and adds the missing leads that can be derived.
  ///
  /// - Parameter group: The group; the added channels are appended, and have the unit of lead I.
  /// - Returns: The derivations of the added channels, in order; empty unless I and II both exist with the
  ///   same unit.
  public static func complete(_ group: inout StreamSource.Group) -> [ChannelMixture] {
    for index in group.channels.indices
    where group.channels[index].lead == nil && isVoltage(group.channels[index].unit) {
      group.channels[index].lead = ECGLead(label: group.channels[index].label)
    }
    let leads = group.channels.map { $0.lead }
    guard let first = leads.firstIndex(of: .i), let second = leads.firstIndex(of: .ii),
      group.channels[first].unit == group.channels[second].unit
    else { return [] }
    let made: [(lead: ECGLead, first: Double, second: Double)] = [
      (.iii, -1, 1), (.aVR, -0.5, -0.5), (.aVL, 1, -0.5), (.aVF, -0.5, 1),
    ]
    var mixtures: [ChannelMixture] = []
    for (lead, firstFactor, secondFactor) in made
    where !leads.contains(lead) && group.channels.count < WireLimits.channels {
      let like = group.channels[first]
      group.channels.append(
        StreamChannel(label: lead.label, unit: like.unit, low: like.low, high: like.high, lead: lead))
      mixtures.append(
        ChannelMixture(first: first, firstFactor: firstFactor, second: second, secondFactor: secondFactor))
    }
    return mixtures
  }

  /// Returns whether a unit is a voltage or empty.
  private static func isVoltage(_ unit: [UInt8]) -> Bool { unit.isEmpty || unit.last == 0x56 }
}
