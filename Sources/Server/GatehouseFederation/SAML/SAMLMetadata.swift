// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto

/// What the metadata of an identity provider says (SAML metadata, section 2.4.3): its name, its keys and its addresses.
package struct SAMLMetadata: Sendable, Equatable {
    /// The most signing keys; a provider has two while it changes one.
    private static let maximumKeys = 8

    /// The name of the provider, which is the issuer of its assertions.
    package let entityID: String
    /// The usable keys for signatures, at least one.
    package let keys: [SAMLSigningKey]
    /// The time after which the metadata is not valid; `nil` if it has no limit.
    package let validUntil: Date?
    /// The address for sign-ins by a redirect (SAML bindings, section 3.4); `nil` if it has none that can be used.
    package let signOnAddress: String?
    /// The address for sign-outs by a redirect; `nil` if it has none that can be used.
    package let signOutAddress: String?

    /// Reads the metadata of one identity provider: a document whose root is `EntityDescriptor`.
    ///
    /// The keys come from certificates for signing; a certificate without a usable key, such as one that is too weak,
    /// is passed over if another certificate has one. A signature of the document is not checked, because an
    /// administrator installs it.
    /// - Throws: the reason why the document is not usable.
    package init(_ document: String) throws(SAMLMetadataFlaw) {
        let root: XMLElement
        do {
            root = try XMLReader.root(Array(document.utf8), limits: .metadata)
        } catch {
            throw .document(error)
        }
        guard root.name == SAMLNames.ofMetadata("EntityDescriptor"), let entityID = root[attribute: "entityID"],
            !entityID.isEmpty, entityID.utf8.count <= 1_024
        else { throw .noEntity }
        guard
            let provider = root.only(SAMLNames.ofMetadata("IDPSSODescriptor")),
            let protocols = provider[attribute: "protocolSupportEnumeration"],
            protocols.split(separator: " ").contains(where: { $0 == SAMLNames.protocolNamespace })
        else { throw .noProvider }
        self.entityID = entityID
        keys = try Self.keys(of: provider)
        validUntil = try Self.end(of: [root, provider])
        signOnAddress = Self.address(of: "SingleSignOnService", in: provider)
        signOutAddress = Self.address(of: "SingleLogoutService", in: provider)
    }

    /// The first address of a service by a redirect that is an absolute URL.
    private static func address(of service: String, in provider: XMLElement) -> String? {
        provider.elements(SAMLNames.ofMetadata(service))
            .filter { $0[attribute: "Binding"] == SAMLNames.redirectBinding }
            .compactMap { $0[attribute: "Location"] }.first(where: ProviderAddress.isAbsolute)
    }

    private static func keys(of provider: XMLElement) throws(SAMLMetadataFlaw) -> [SAMLSigningKey] {
        let signing = provider.elements(SAMLNames.ofMetadata("KeyDescriptor")).filter {
            ($0[attribute: "use"] ?? "signing") == "signing"
        }
        let certificates = signing.flatMap { $0.elements(SAMLNames.ofSignature("KeyInfo")) }
            .flatMap { $0.elements(SAMLNames.ofSignature("X509Data")) }
            .flatMap { $0.elements(SAMLNames.ofSignature("X509Certificate")) }
        guard certificates.count <= maximumKeys else { throw .tooManyKeys }
        var keys: [SAMLSigningKey] = []
        for certificate in certificates {
            guard let bytes = Base64.decode(withoutSpace(certificate.text ?? "")),
                let key = SAMLSigningKey(certificate: bytes)
            else { continue }
            if !keys.contains(key) { keys.append(key) }
        }
        guard !keys.isEmpty else { throw certificates.isEmpty ? .noKey : .badKey }
        return keys
    }

    private static func end(of elements: [XMLElement]) throws(SAMLMetadataFlaw) -> Date? {
        var ends: [Date] = []
        for text in elements.compactMap({ $0[attribute: "validUntil"] }) {
            guard let end = SAMLTime.date(text) else { throw .badTime }
            ends.append(end)
        }
        return ends.min()
    }

    /// Base64 in documents is broken into lines.
    static func withoutSpace(_ text: String) -> String {
        String(decoding: text.utf8.filter { !XMLCharacters.isSpace($0) }, as: UTF8.self)
    }
}

/// The reason why a metadata document is not usable.
package enum SAMLMetadataFlaw: Error, Sendable, Equatable, CustomStringConvertible {
    case document(XMLReadingError)
    case noEntity
    case noProvider
    case noKey
    case badKey
    case tooManyKeys
    case badTime

    /// What to change, as a part of a sentence after "The metadata".
    package var description: String {
        switch self {
        case .document(let error): "is not a document of XML that can be read: \(error)"
        case .noEntity: "has no root EntityDescriptor with an entityID"
        case .noProvider: "has no single IDPSSODescriptor for SAML 2.0"
        case .noKey: "has no X.509 certificate for signing"
        case .badKey:
            "has no certificate for signing with a key of RSA of 2048 to 8192 bits, or of EC on P-256, P-384 or P-521"
        case .tooManyKeys: "has more than eight certificates for signing"
        case .badTime: "has a validUntil that is not a time in UTC"
        }
    }
}
