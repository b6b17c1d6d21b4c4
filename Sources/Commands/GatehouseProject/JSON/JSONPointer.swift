// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// The place of a value in a JSON document (RFC 6901).
package struct JSONPointer: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The names of members and the indices of elements, from the root down.
    package let tokens: [String]

    /// The whole document.
    package static let root = JSONPointer([])

    /// Makes a pointer from names of members and indices, which are not escaped.
    package init(_ tokens: [String]) {
        self.tokens = tokens
    }

    /// Reads a pointer, for example `/auth/shop~1web/0`; a text without a leading `/` is the root.
    package init(stringLiteral value: String) {
        let parts = value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        tokens = parts.map { part in
            String(decoding: part, as: UTF8.self).replacingBytes("~1", with: "/").replacingBytes("~0", with: "~")
        }
    }

    /// The pointer of a member or an element of the value.
    package func appending(_ token: String) -> JSONPointer {
        JSONPointer(tokens + [token])
    }

    /// The pointer of the value that contains this one; `nil` at the root.
    package var parent: JSONPointer? {
        tokens.isEmpty ? nil : JSONPointer(Array(tokens.dropLast()))
    }

    /// The pointer as text; empty at the root.
    package var description: String {
        tokens.map { "/" + $0.replacingBytes("~", with: "~0").replacingBytes("/", with: "~1") }.joined()
    }
}

extension JSONPointer: Hashable {
    /// Compares names by their bytes, as JSON does.
    package static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.elementsEqual(right.tokens) { $0.hasBytes(of: $1) }
    }

    package func hash(into hasher: inout Hasher) {
        for token in tokens { token.hashBytes(into: &hasher) }
    }
}

extension String {
    /// The text with each occurrence of another one replaced, by bytes: the work grows with the length alone.
    func replacingBytes(_ old: String, with new: String) -> String {
        var rest = Array(utf8)[...]
        var result: [UInt8] = []
        while let first = rest.first {
            if rest.starts(with: old.utf8) {
                result += new.utf8
                rest = rest.dropFirst(old.utf8.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
