// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The text of a statement, by which a driver finds the statement that it has prepared.
///
/// The text is kept as its pieces in the program, between the places of the values. Each piece is a constant with an address,
/// so a statement is written down without a copy of its text, and two texts are compared by the addresses. Only a driver that
/// prepares the statement puts the text together.
///
/// Two source lines with the same text may count as different: then the text is prepared twice.
package struct SQLText: Sendable, Hashable {
    /// The piece that is the place of a value.
    private static let value: StaticString = ""

    /// The pieces in their order; an empty one is the place of a value.
    private var pieces: [StaticString] = []
    /// A hash of the pieces.
    private var fingerprint: UInt = 0
    /// The text, if it is not made of pieces, but for example of names of the schema.
    private let made: String?

    /// Creates an empty text with room for pieces.
    init(capacity: Int) {
        made = nil
        pieces.reserveCapacity(capacity)
    }

    /// Creates a text that is not made of pieces.
    init(made text: String) {
        made = text
    }

    /// Adds a piece.
    mutating func append(_ piece: StaticString) {
        // An empty piece would be the place of a value.
        guard piece.utf8CodeUnitCount > 0 else { return }
        pieces.append(piece)
        mix(piece.address)
    }

    /// Adds the place of a value.
    mutating func appendValue() {
        pieces.append(Self.value)
        mix(1)
    }

    private mutating func mix(_ number: UInt) {
        fingerprint = (fingerprint ^ number) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The whole text, with `$1`, `$2`, … for the values.
    package var text: String {
        if let made { return made }
        var whole = ""
        var values = 0
        for piece in pieces {
            if piece.utf8CodeUnitCount > 0 {
                whole += piece.description
            } else {
                values += 1
                whole += "$\(values)"
            }
        }
        return whole
    }

    /// The text to the first value or fragment, which contains the first word.
    package var beginning: String {
        made ?? pieces.first?.description ?? ""
    }

    /// Whether the program contains the text; there is a limited number of such texts.
    package var isConstant: Bool { made == nil }

    /// The text with a further piece at its end.
    func appending(_ piece: StaticString) -> SQLText {
        guard isConstant else { return SQLText(made: text + piece.description) }
        var longer = self
        longer.append(piece)
        return longer
    }

    package static func == (left: SQLText, right: SQLText) -> Bool {
        guard left.fingerprint == right.fingerprint, left.made == right.made,
            left.pieces.count == right.pieces.count
        else { return false }
        for (one, other) in zip(left.pieces, right.pieces) {
            guard one.utf8CodeUnitCount == other.utf8CodeUnitCount,
                one.utf8CodeUnitCount == 0 || one.address == other.address
            else { return false }
        }
        return true
    }

    package func hash(into hasher: inout Hasher) {
        if let made {
            hasher.combine(made)
        } else {
            hasher.combine(fingerprint)
        }
    }
}

extension StaticString {
    /// Where the program has the text; a text of one address is always the same.
    var address: UInt { unsafe UInt(bitPattern: utf8Start) }
}
