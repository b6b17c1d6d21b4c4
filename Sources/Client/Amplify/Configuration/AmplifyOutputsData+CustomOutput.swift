// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AmplifyOutputsData {
    /// The values that the app's authors added to the file.
    public struct CustomOutput: Codable, Sendable {
        /// The values as they are in the file; the original library drops them.
        public let value: JSONValue

        /// Makes custom values.
        public init(value: JSONValue) {
            self.value = value
        }

        /// Reads the values.
        ///
        /// - Throws: `DecodingError`.
        public init(from decoder: any Decoder) throws {
            value = try JSONValue(from: decoder)
        }

        /// Writes the values as they were read.
        ///
        /// - Throws: `EncodingError`.
        public func encode(to encoder: any Encoder) throws {
            try value.encode(to: encoder)
        }
    }
}
