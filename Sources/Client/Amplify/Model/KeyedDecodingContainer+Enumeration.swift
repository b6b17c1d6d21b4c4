// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension KeyedDecodingContainer {
    /// The value of an enumeration of the schema; nil without a value, and for a name that the enumeration does not have.
    ///
    /// A newer version of the schema may have the name. Without this method, a record with it could not be read at all. The
    /// compiler prefers the method in the decoding that it writes for a model.
    ///
    /// - Throws: `DecodingError` if the value is not a text.
    public func decodeIfPresent<Value: EnumPersistable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let name = try decodeIfPresent(String.self, forKey: key) else { return nil }
        return Value(rawValue: name)
    }
}
