extension Sequence {
  /// Returns the elements in groups, in order: each belongs to the first group whose first element it matches.
  func grouped(by isMatch: (Element, Element) -> Bool) -> [[Element]] {
    var groups: [[Element]] = []
    for element in self {
      if let group = groups.firstIndex(where: { isMatch($0[0], element) }) {
        groups[group].append(element)
      } else {
        groups.append([element])
      }
    }
    return groups
  }
}
