// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseCrypto
package import GatehouseFederation
import GatehouseServerCrypto

/// A registered SAML provider with its metadata.
package struct TrustedSAMLProvider: Sendable, Equatable {
    /// The ARN `arn:aws:iam::<account>:saml-provider/<name>`.
    package let arn: String
    /// The account in the ARN.
    package let account: String
    /// The name in the ARN.
    package let name: String
    package let metadata: SAMLMetadata

    /// Creates a provider of an account.
    package init(name: String, account: String, metadata: SAMLMetadata) {
        self.name = name
        self.account = account
        self.metadata = metadata
        arn = Self.arnPrefix + account + Self.arnInfix + name
    }

    /// The name of the provider with an ARN; `nil` for the ARN of something else or of another account.
    package static func name(ofARN arn: String, account: String) -> String? {
        let prefix = arnPrefix + account + arnInfix
        guard arn.utf8.starts(with: prefix.utf8), arn.utf8.count > prefix.utf8.count else { return nil }
        return String(decoding: arn.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    /// The qualifier of the provider's subjects: Base64 of the SHA-1 digest of issuer, account and `/<name>` (STS,
    /// AssumeRoleWithSAML).
    ///
    /// It identifies; it does not protect.
    package var nameQualifier: String {
        Base64.encode(insecureSHA1(Array("\(metadata.entityID)\(account)/\(name)".utf8)))
    }

    private static let arnPrefix = "arn:aws:iam::"
    private static let arnInfix = ":saml-provider/"
}

extension SAMLProvider {
    /// Checks that the document is the metadata of a provider, so that a mistake is noticed before the first login.
    /// - Returns: the time after which the metadata is not valid; `nil` if it has no limit.
    /// - Throws: `AccessRegistryRefusal.badMetadata`.
    @discardableResult
    func checkMetadata() throws(AccessRegistryRefusal) -> Date? {
        do {
            return try SAMLMetadata(metadata).validUntil
        } catch {
            throw .badMetadata(name, error)
        }
    }

    /// Checks the metadata as ``checkMetadata()`` does, and that it is valid at a moment.
    /// - Throws: `AccessRegistryRefusal.badMetadata`, `AccessRegistryRefusal.expiredMetadata`.
    func checkMetadata(at now: Date) throws(AccessRegistryRefusal) {
        guard let end = try checkMetadata(), end <= now else { return }
        throw .expiredMetadata(name, end)
    }
}
