// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseText

extension WireValue {
    /// The largest nesting depth of arrays and objects in a document.
    package static let maximumDepth = 64

    /// Reads a JSON document in UTF-8.
    ///
    /// A number becomes an integer if it fits in 64 bits exactly, else a floating-point number.
    /// - Parameter json: The document.
    /// - Throws: `WireSyntaxError` if it is not JSON, nests too deep or holds a number out of range.
    package init(json: Data) throws(WireSyntaxError) {
        try self.init(json: Array(json))
    }

    /// Reads a JSON document in UTF-8.
    ///
    /// - Throws: as the initialiser for `Data` does.
    package init(json: [UInt8]) throws(WireSyntaxError) {
        self = try JSONParser.value(of: json, maximumDepth: Self.maximumDepth)
    }

    /// Reads a JSON document that comes from outside of the server.
    ///
    /// - Throws: `WireSyntaxError.notStreamSafe` for text that is expensive to compare, else as the other initialisers.
    @inlinable
    package init(foreignJSON json: some Collection<UInt8>) throws(WireSyntaxError) {
        // The copy is made in the caller's module, which knows the type of the bytes.
        try self.init(foreignBytes: Array(json))
    }

    @usableFromInline
    init(foreignBytes json: [UInt8]) throws(WireSyntaxError) {
        guard StreamSafeText.contains(json: json) else { throw .notStreamSafe }
        self = try JSONParser.value(of: json, maximumDepth: Self.maximumDepth)
    }

    /// Reads a JSON document from outside of the server that must have one meaning for every reader.
    ///
    /// Two readers may disagree about an object that has two members with one name (RFC 8259, section 4).
    /// - Throws: `WireSyntaxError.repeatedMember` for such an object, else as the initialiser for foreign documents does.
    package init(unambiguousJSON json: [UInt8]) throws(WireSyntaxError) {
        guard StreamSafeText.contains(json: json) else { throw .notStreamSafe }
        self = try JSONParser.value(of: json, maximumDepth: Self.maximumDepth, refusesRepetition: true)
    }

    /// The line of a document, counted from 1, in which reading it fails; `nil` if it does not fail.
    package static func lineOfFailure(inJSON json: [UInt8]) -> Int? {
        JSONParser.failure(in: json, maximumDepth: maximumDepth).map { position in
            1 + json[..<position].count { $0 == 0x0A }
        }
    }

    /// The position of the byte at which reading a document fails: the number of its bytes if it ends too early; `nil`
    /// if reading it does not fail.
    package static func positionOfFailure(inJSON json: [UInt8]) -> Int? {
        JSONParser.failure(in: json, maximumDepth: maximumDepth)
    }

    /// Writes the value as JSON in UTF-8, members in the order of their names; numbers without end become `null`.
    package func json() -> Data {
        Self.data(jsonBytes())
    }

    /// Writes the value as ``json()`` does.
    package func jsonBytes() -> [UInt8] {
        bytes(sortingMembers: true)
    }

    /// Writes the value as ``json()`` does, but members in any order: for a decoder, to which the order has no meaning.
    package func unorderedJSON() -> Data {
        Self.data(bytes(sortingMembers: false))
    }

    private func bytes(sortingMembers: Bool) -> [UInt8] {
        var writer = JSONWriter(sortsMembers: sortingMembers)
        writer.reserve()
        writer.write(self)
        return writer.bytes
    }

    /// The bytes as data.
    static func data(_ bytes: [UInt8]) -> Data {
        // The initialiser for any sequence casts its argument at run time.
        unsafe bytes.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }
}

extension WireMembers {
    /// Writes the members as ``WireValue/json()`` writes an object.
    package func jsonBytes() -> [UInt8] {
        var writer = JSONWriter()
        writer.reserve()
        writer.write(self)
        return writer.bytes
    }
}

/// The reason why a text is not a valid message; contains no part of the text.
package enum WireSyntaxError: Error, Sendable, Hashable {
    /// The text is not JSON in UTF-8, or holds a number out of range.
    case notJSON
    /// The text is not in stream-safe form, see ``StreamSafeText``.
    case notStreamSafe
    /// Arrays, objects or elements nest deeper than is accepted.
    case tooDeep
    /// An object or a form has two members with one name.
    case repeatedMember
    /// The text is not the XML that services write.
    case notXML
    /// The text is not a form (`application/x-www-form-urlencoded`).
    case notForm
    /// The text is longer, or has more parts, than is accepted.
    case tooLarge
}
