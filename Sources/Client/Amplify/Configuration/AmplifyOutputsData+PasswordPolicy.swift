// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AmplifyOutputsData.Auth {
    /// The rules for passwords.
    public struct PasswordPolicy: Codable, Sendable {
        /// The least number of characters.
        public let minLength: UInt

        /// Whether a digit is needed.
        public let requireNumbers: Bool

        /// Whether a lower-case letter is needed.
        public let requireLowercase: Bool

        /// Whether an upper-case letter is needed.
        public let requireUppercase: Bool

        /// Whether a symbol is needed.
        public let requireSymbols: Bool

        /// Makes a policy.
        public init(
            minLength: UInt,
            requireNumbers: Bool,
            requireLowercase: Bool,
            requireUppercase: Bool,
            requireSymbols: Bool
        ) {
            self.minLength = minLength
            self.requireNumbers = requireNumbers
            self.requireLowercase = requireLowercase
            self.requireUppercase = requireUppercase
            self.requireSymbols = requireSymbols
        }

        /// Reads a policy.
        ///
        /// The tools of Amplify leave out rules that a pool does not have.
        ///
        /// - Throws: `DecodingError` for a value of another type.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            minLength = try values.decodeIfPresent(UInt.self, forKey: .minLength) ?? 8
            requireNumbers = try values.decodeIfPresent(Bool.self, forKey: .requireNumbers) ?? false
            requireLowercase = try values.decodeIfPresent(Bool.self, forKey: .requireLowercase) ?? false
            requireUppercase = try values.decodeIfPresent(Bool.self, forKey: .requireUppercase) ?? false
            requireSymbols = try values.decodeIfPresent(Bool.self, forKey: .requireSymbols) ?? false
        }
    }
}
