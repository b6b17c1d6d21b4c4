// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The name of a value in the context of a request; the case of its letters, of all alphabets, does not matter.
package struct ContextKey: Sendable, Hashable {
    let bytes: [UInt8]

    /// Wraps a key, such as `aws:username`.
    package init(_ text: String) {
        // Nearly all keys are of ASCII. The others have the form in which the tags of a session may not repeat a key.
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        bytes = isASCII ? text.utf8.map(Self.lowercased) : Array(text.lowercased().utf8)
    }

    /// Reads a key from a policy; `nil` unless it has a service, a colon and a name.
    init?(_ scalars: ArraySlice<Unicode.Scalar>) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        let own = String(text)
        self.init(own)
        guard (3...512).contains(own.utf8.count), let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            colon < bytes.count - 1, bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension ContextKey: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}

/// The values of a request that conditions and variables use.
package struct AccessContext: Sendable {
    private var values: [ContextKey: [String]]

    /// Creates a context from its values.
    package init(_ values: [ContextKey: [String]] = [:]) {
        self.values = values
    }

    /// The values of a key; a key without values is missing.
    package subscript(key: ContextKey) -> [String] {
        get { values[key] ?? [] }
        set { values[key] = newValue.isEmpty ? nil : newValue }
    }

    /// The value of a key that has exactly one.
    func onlyValue(of key: ContextKey) -> String? {
        let values = self[key]
        return values.count == 1 ? values.first : nil
    }
}
