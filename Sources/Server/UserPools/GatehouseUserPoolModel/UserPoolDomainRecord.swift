// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation
import GatehouseCore
package import GatehouseWire

/// A domain of a user pool, on which its pages are.
package struct UserPoolDomainRecord: Sendable, Equatable {
    /// The kinds of domains; a pool has at most one of each.
    package enum Kind: String, Sendable {
        /// A label that stands before the server's own domain.
        case prefix
        /// A whole domain name.
        case custom
    }

    /// The prefix, or the custom domain in lower case; no two pools of the server have the same.
    package let name: String
    /// The pool that has the domain.
    package let poolID: String
    /// The certificate of a custom domain; `nil` for a prefix.
    package var customDomain: CustomDomainConfigType?
    /// The look of the pages: 1 for the classic pages, 2 for managed login.
    package var managedLoginVersion: Int
    /// The time at which the domain was created.
    package let createdAt: Date
    /// The time at which a setting of the domain last changed.
    package var modifiedAt: Date

    /// Creates the record of a domain.
    package init(
        name: String, poolID: String, customDomain: CustomDomainConfigType?, managedLoginVersion: Int,
        createdAt: Date, modifiedAt: Date
    ) {
        self.name = name
        self.poolID = poolID
        self.customDomain = customDomain
        self.managedLoginVersion = managedLoginVersion
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }

    /// The kind of the domain.
    package var kind: Kind { customDomain == nil ? .prefix : .custom }
}

extension UserPoolDomainRecord {
    private static let reservedWords = ["aws", "amazon", "cognito"]

    /// Checks the name of a new domain.
    ///
    /// - Throws: `InvalidParameterException` for a prefix that is not one label of lower-case letters, digits and
    ///   hyphens or contains a reserved word, and for a custom domain that is not below a top-level domain.
    package static func check(_ name: String, of kind: Kind) throws(ServiceFault) {
        switch kind {
        case .prefix:
            guard isLabel(name[...]) else {
                throw .invalidParameter(
                    "The domain name contains an invalid character. Domain names can only contain lower-case letters, "
                        + "numbers, and hyphens. Please enter a different name that follows this format: "
                        + #"^[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?$"#)
            }
            if let word = reservedWords.first(where: { name.contains($0) }) {
                throw .invalidParameter("Domain cannot contain reserved word: \(word)")
            }
        case .custom:
            let labels = name.split(separator: ".", omittingEmptySubsequences: false)
            let isAddress = labels.last?.allSatisfy(\.isNumber) ?? true
            guard labels.count > 1, !isAddress, labels.allSatisfy(isLabel) else {
                throw .invalidParameter(
                    "Custom domain is not a valid subdomain: it must be a name in lower case below a top-level domain.")
            }
        }
    }

    /// Whether a text from a request can be the name of a domain; a store looks up no other text.
    package static func isName(_ text: String) -> Bool {
        text.utf8.count <= 63 && text.utf8.allSatisfy { isLetterOrDigit($0) || "-.".utf8.contains($0) }
    }

    /// Whether a text is a label of a domain name (RFC 1123, section 2.1) in lower case.
    private static func isLabel(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(bytes.count), bytes.first != hyphen, bytes.last != hyphen else { return false }
        return bytes.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// Reads domains of user pools inside a transaction.
package protocol UserPoolDomainReading {
    /// Returns a domain by its name, with one lookup by key; `nil` if no pool has it.
    func domain(_ name: String) throws -> UserPoolDomainRecord?

    /// Returns names of domains of all pools in their order, beginning after `after`.
    func domainNames(after name: String?, limit: Int) throws -> [String]
}

/// Reads and writes domains of user pools inside a transaction.
package protocol UserPoolDomainWriting: UserPoolDomainReading {
    /// Adds a domain.
    ///
    /// - Throws: `StoreConflict.taken` if a pool has a domain with this name, or the pool has one of this kind.
    func insert(_ domain: UserPoolDomainRecord) throws
    /// Replaces the stored settings of a domain.
    func update(_ domain: UserPoolDomainRecord) throws
    /// Removes a domain.
    func deleteDomain(_ name: String) throws
}
