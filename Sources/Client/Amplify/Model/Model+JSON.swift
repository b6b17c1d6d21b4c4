// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

extension Model where Self: Codable {
    /// Reads a record from JSON.
    ///
    /// - Parameters:
    ///   - json: an object.
    ///   - decoder: the decoder; nil for one that reads dates in the form of ISO 8601.
    /// - Returns: the record.
    /// - Throws: `DecodingError` if the text is not JSON or not a record of the type.
    public static func from(json: String, decoder: JSONDecoder? = nil) throws -> Self {
        let decoder = decoder ?? JSONDecoder(dateDecodingStrategy: ModelDateFormatting.decodingStrategy)
        return try decoder.decode(Self.self, from: Data(json.utf8))
    }

    /// Reads a record from values of types that JSON has.
    ///
    /// - Throws: `DataStoreError.decodingError` for values of other types, `DecodingError` if they are not a record.
    public static func from(dictionary: [String: Any]) throws -> Self {
        // The check comes first, because writing ends the process on Apple's systems where it fails here.
        guard JSONSerialization.isValidJSONObject(dictionary) else {
            throw DataStoreError.decodingError(
                "The values are not of types that JSON has",
                "Pass texts, numbers, truth values, lists and dictionaries")
        }
        let decoder = JSONDecoder(dateDecodingStrategy: ModelDateFormatting.decodingStrategy)
        return try decoder.decode(Self.self, from: JSONSerialization.data(withJSONObject: dictionary))
    }

    /// Writes the record as JSON.
    ///
    /// - Parameter encoder: the encoder; nil for one that writes dates in the form of ISO 8601.
    /// - Returns: an object.
    /// - Throws: the error of a property's encoding.
    public func toJSON(encoder: JSONEncoder? = nil) throws -> String {
        let encoder = encoder ?? JSONEncoder(dateEncodingStrategy: ModelDateFormatting.encodingStrategy)
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// The form of `Foundation.Date` in the JSON of models.
public enum ModelDateFormatting {
    /// Reads a text in any format of `Temporal.DateTime`.
    public static let decodingStrategy = JSONDecoder.DateDecodingStrategy.custom { decoder in
        try Temporal.DateTime(from: decoder).foundationDate
    }

    /// Writes a text with milliseconds, in UTC.
    public static let encodingStrategy = JSONEncoder.DateEncodingStrategy.custom { date, encoder in
        try Temporal.DateTime(date).encode(to: encoder)
    }
}

extension JSONDecoder {
    /// Makes a decoder that reads dates in one way.
    public convenience init(dateDecodingStrategy: JSONDecoder.DateDecodingStrategy) {
        self.init()
        self.dateDecodingStrategy = dateDecodingStrategy
    }
}

extension JSONEncoder {
    /// Makes an encoder that writes dates in one way.
    public convenience init(dateEncodingStrategy: JSONEncoder.DateEncodingStrategy) {
        self.init()
        self.dateEncodingStrategy = dateEncodingStrategy
    }
}

extension Array where Element: Model {
    /// The only record; nil without one.
    ///
    /// - Throws: `DataStoreError.nonUniqueResult` if there are several.
    public func unique() throws -> Element? {
        guard count < 2 else { throw DataStoreError.nonUniqueResult(model: Element.modelName, count: count) }
        return first
    }
}

extension [any Model] {
    /// The only record; nil without one.
    ///
    /// - Throws: `DataStoreError.nonUniqueResult` if there are several.
    public func unique() throws -> Element? {
        guard count < 2 else {
            throw DataStoreError.nonUniqueResult(model: first?.modelName ?? "Model", count: count)
        }
        return first
    }
}
