// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The certificate of an authenticator, with the fields that packed attestation checks (WebAuthn Level 3, section
/// 8.2.1).
struct AttestationCertificate {
    private let version: UInt8
    private let subject: [Attribute]
    private let publicKeyInfo: [UInt8]
    private let isAuthority: Bool
    /// The authenticator model in the certificate, if it has one.
    private let aaguid: [UInt8]?

    /// Reads an X.509 certificate in DER (RFC 5280, section 4.1); `nil` for other bytes.
    init?(_ der: [UInt8]) {
        var outer = DERReader(der[...])
        guard let certificate = outer.next(DERReader.sequence), outer.isAtEnd else { return nil }
        var parts = certificate.children
        guard var fields = parts.next(DERReader.sequence)?.children else { return nil }
        guard
            var number = fields.next(DERReader.context(0))?.children,
            let version = number.next(DERReader.integer)?.content, version.count == 1, let value = version.first,
            fields.next(DERReader.integer) != nil,  // serial number
            fields.next(DERReader.sequence) != nil,  // signature algorithm
            fields.next(DERReader.sequence) != nil,  // issuer
            fields.next(DERReader.sequence) != nil,  // validity
            let subject = fields.next(DERReader.sequence).flatMap(Self.attributes),
            let key = fields.next(DERReader.sequence)
        else { return nil }
        self.version = value
        self.subject = subject
        publicKeyInfo = Array(key.whole)
        guard let extensions = Self.extensions(in: &fields) else { return nil }
        guard let isAuthority = Self.isAuthority(extensions), let model = Self.model(extensions) else { return nil }
        (self.isAuthority, aaguid) = (isAuthority, model.isEmpty ? nil : model)
    }

    /// Whether the certificate meets the requirements for an authenticator of this model.
    func isFit(for aaguid: [UInt8]) -> Bool {
        let units = subject.filter { $0.type == Identifier.organizationalUnit }.map(\.value)
        let names: [[UInt8]] = [Identifier.country, Identifier.organization, Identifier.commonName]
        return version == 2
            && units == [Array("Authenticator Attestation".utf8)]
            && names.allSatisfy { name in subject.contains { $0.type == name && !$0.value.isEmpty } }
            && !isAuthority
            && (self.aaguid == nil || self.aaguid == aaguid)
    }

    /// The certified key, if its type fits the algorithm.
    func key(for algorithm: Int) -> CredentialPublicKey? {
        switch COSEAlgorithm(rawValue: algorithm) {
        case .es256: P256VerificationKey(subjectPublicKeyInfo: publicKeyInfo).map(CredentialPublicKey.es256)
        case .rs256: (try? RSAVerificationKey(subjectPublicKeyInfo: publicKeyInfo)).map(CredentialPublicKey.rs256)
        case .edDSA, nil: nil
        }
    }

    /// The type and value of each attribute of a name.
    private static func attributes(of name: DERReader.Element) -> [Attribute]? {
        var sets = name.children
        var attributes: [Attribute] = []
        while !sets.isAtEnd {
            guard var set = sets.next(DERReader.set)?.children else { return nil }
            while !set.isAtEnd {
                guard var pair = set.next(DERReader.sequence)?.children,
                    let type = pair.next(DERReader.objectIdentifier), let value = pair.next(), pair.isAtEnd
                else { return nil }
                attributes.append(Attribute(type: Array(type.content), value: Array(value.content)))
            }
        }
        return attributes
    }

    /// The extensions; an absent list is read as an empty one.
    private static func extensions(in fields: inout DERReader) -> [Extension]? {
        // The obsolete unique identifiers of issuer and subject have context tags as well.
        while !fields.isAtEnd {
            guard let field = fields.next() else { return nil }
            guard field.tag == DERReader.context(3) else { continue }
            var wrapper = field.children
            guard var list = wrapper.next(DERReader.sequence)?.children, wrapper.isAtEnd else { return nil }
            var extensions: [Extension] = []
            while !list.isAtEnd {
                guard var parts = list.next(DERReader.sequence)?.children,
                    let id = parts.next(DERReader.objectIdentifier)
                else { return nil }
                let isCritical = parts.next(DERReader.boolean)?.content.first == 0xFF
                guard let value = parts.next(DERReader.octetString), parts.isAtEnd else { return nil }
                extensions.append(
                    Extension(id: Array(id.content), isCritical: isCritical, value: value.content))
            }
            return extensions
        }
        return []
    }

    /// The `cA` flag of the basic constraints; `nil` if they are absent or cannot be read.
    private static func isAuthority(_ extensions: [Extension]) -> Bool? {
        guard let constraints = extensions.first(where: { $0.id == Identifier.basicConstraints }) else { return nil }
        var reader = DERReader(constraints.value)
        guard var members = reader.next(DERReader.sequence)?.children, reader.isAtEnd else { return nil }
        return members.next(DERReader.boolean)?.content.first == 0xFF
    }

    /// The model in the certificate's extension, empty without one; `nil` if it cannot be read or is marked critical.
    private static func model(_ extensions: [Extension]) -> [UInt8]? {
        guard let model = extensions.first(where: { $0.id == Identifier.aaguid }) else { return [] }
        var reader = DERReader(model.value)
        guard !model.isCritical, let value = reader.next(DERReader.octetString), reader.isAtEnd,
            value.content.count == 16
        else { return nil }
        return Array(value.content)
    }

    private struct Attribute {
        let type: [UInt8]
        let value: [UInt8]
    }

    private struct Extension {
        let id: [UInt8]
        let isCritical: Bool
        let value: ArraySlice<UInt8>
    }

    /// Object identifiers in DER.
    private enum Identifier {
        static let country: [UInt8] = [0x55, 0x04, 0x06]
        static let organization: [UInt8] = [0x55, 0x04, 0x0A]
        static let organizationalUnit: [UInt8] = [0x55, 0x04, 0x0B]
        static let commonName: [UInt8] = [0x55, 0x04, 0x03]
        static let basicConstraints: [UInt8] = [0x55, 0x1D, 0x13]
        /// The identifier 1.3.6.1.4.1.45724.1.1.4, `id-fido-gen-ce-aaguid`.
        static let aaguid: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0xE5, 0x1C, 0x01, 0x01, 0x04]
    }
}
