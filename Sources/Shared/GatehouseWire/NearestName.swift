// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Finds the name that a misspelt one was meant to be.
///
/// Names are compared by their letters and digits, without case. People shorten names more often than they lengthen
/// them, so a missing letter counts 1, as two swapped neighbours do, and a letter too many counts 2.
package enum NearestName {
    /// A longer name is not a misspelling, and the comparison would take long.
    private static let maximumLength = 100
    /// The most known names that are compared with a misspelt one of a text from outside.
    private static let maximumCount = 500

    /// The known name that is the nearest; `nil` if `name` has more than 100 bytes, or if no name is known.
    package static func of(_ name: String, among known: some Sequence<String>) -> String? {
        guard name.utf8.count <= maximumLength else { return nil }
        let letters = letters(of: name)
        return known.map { (name: $0, distance: distance(from: letters, to: Self.letters(of: $0))) }
            .min { $0.distance < $1.distance }?.name
    }

    /// The known name that `name` resembles so much that it was probably meant; `nil` if there is none.
    ///
    /// Of equally near names, the first one is meant. Short names resemble others less: of three letters one may be
    /// missing, of six or more one may be another letter. Only the first 500 names are compared, since texts from outside
    /// may have many.
    package static func similar(to name: String, among known: some Sequence<String>) -> String? {
        guard name.utf8.count <= maximumLength else { return nil }
        let letters = letters(of: name)
        guard !letters.isEmpty else { return nil }
        let most = [0, 0, 0, 1, 1, 2][min(letters.count, 5)] + (letters.count > 5 ? 1 : 0)
        var best: (name: String, distance: Int)?
        for candidate in known.prefix(maximumCount) where candidate != name {
            let target = Self.letters(of: candidate)
            // Each letter that is missing counts 1, and each that is too many counts 2.
            let difference = target.count - letters.count
            guard difference <= most, -2 * difference <= most else { continue }
            let distance = distance(from: letters, to: target)
            if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    private static func letters(of name: String) -> [UInt8] {
        name.utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
            default: nil
            }
        }
    }

    /// The edit distance with neighbours that changed places (optimal string alignment), one row for each prefix of
    /// `name`.
    private static func distance(from name: [UInt8], to target: [UInt8]) -> Int {
        var rows = [Array(0...target.count)]
        for (row, letter) in name.enumerated() {
            var distances = [rows[row][0] + 2]
            for (column, wanted) in target.enumerated() {
                var best = min(rows[row][column + 1] + 2, distances[column] + 1)
                if letter == wanted { best = min(best, rows[row][column]) }
                if row > 0, column > 0, letter == target[column - 1], name[row - 1] == wanted {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                distances.append(best)
            }
            rows.append(distances)
        }
        return rows[name.count][target.count]
    }
}
