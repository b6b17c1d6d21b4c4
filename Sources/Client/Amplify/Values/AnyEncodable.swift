// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An encodable value whose type is not named.
public struct AnyEncodable: Encodable {
    private let value: any Encodable

    init(_ value: some Encodable) {
        self.value = value
    }

    /// Encodes the value as its own type does.
    ///
    /// - Throws: the error of the value's type or of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

extension Encodable {
    /// Returns this value without the name of its type.
    public func eraseToAnyEncodable() -> AnyEncodable {
        AnyEncodable(self)
    }
}
