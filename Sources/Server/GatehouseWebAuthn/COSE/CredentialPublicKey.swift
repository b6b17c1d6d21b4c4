// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
package import GatehouseServerCrypto

/// The public key of a credential, read from a COSE_Key (RFC 9052, section 7, and RFC 9053, section 7).
package enum CredentialPublicKey: Sendable {
    /// ECDSA over P-256 with SHA-256, COSE algorithm -7.
    case es256(P256VerificationKey)
    /// Ed25519, COSE algorithm -8.
    case edDSA(Ed25519VerificationKey)
    /// RSASSA-PKCS1-v1_5 with SHA-256, COSE algorithm -257.
    case rs256(RSAVerificationKey)

    /// Reads the map of a key; it must have the members of its key type and no others.
    /// - Throws: `malformedPublicKey`, among others for a point that is not on its curve, or `unsupportedAlgorithm`.
    package init(_ map: CBORMap) throws(WebAuthnError) {
        guard let type = map[Label.type]?.intValue, let number = map[Label.algorithm]?.intValue else {
            throw .malformedPublicKey
        }
        guard let algorithm = COSEAlgorithm(rawValue: number) else { throw .unsupportedAlgorithm }
        let key: Self? =
            switch (algorithm, type) {
            case (.es256, KeyType.ellipticCurve): Self.p256(map)
            case (.edDSA, KeyType.octetKeyPair): Self.ed25519(map)
            case (.rs256, KeyType.rsa): Self.rsa(map)
            default: nil
            }
        guard let key else { throw .malformedPublicKey }
        self = key
    }

    /// Reads a stored COSE_Key.
    /// - Throws: the errors of the other initialiser.
    package init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard let map = (try? CBORReader.value(bytes))?.mapValue else { throw .malformedPublicKey }
        try self.init(map)
    }

    /// The signature algorithm of the key.
    package var algorithm: COSEAlgorithm {
        switch self {
        case .es256: .es256
        case .edDSA: .edDSA
        case .rs256: .rs256
        }
    }

    /// Whether the signature over the message is valid under this key.
    package func accepts(signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .es256(let key): key.accepts(signature: signature, of: message)
        case .edDSA(let key): key.accepts(signature: signature, of: message)
        case .rs256(let key): key.accepts(signature: signature, of: message)
        }
    }

    private static func p256(_ map: CBORMap) -> Self? {
        guard
            map.hasKeys([Label.type, Label.algorithm, Label.curve, Label.x, Label.y]),
            map[Label.curve]?.intValue == Curve.p256, let x = map[Label.x]?.bytesValue,
            let y = map[Label.y]?.bytesValue
        else { return nil }
        return P256VerificationKey(x: x, y: y).map(Self.es256)
    }

    private static func ed25519(_ map: CBORMap) -> Self? {
        guard
            map.hasKeys([Label.type, Label.algorithm, Label.curve, Label.x]),
            map[Label.curve]?.intValue == Curve.ed25519, let point = map[Label.x]?.bytesValue
        else { return nil }
        return Ed25519VerificationKey(point: point).map(Self.edDSA)
    }

    private static func rsa(_ map: CBORMap) -> Self? {
        guard
            map.hasKeys([Label.type, Label.algorithm, Label.modulus, Label.exponent]),
            let modulus = map[Label.modulus]?.bytesValue, let exponent = map[Label.exponent]?.bytesValue,
            let key = try? RSAVerificationKey(jwk: (n: Base64URL.encode(modulus), e: Base64URL.encode(exponent)))
        else { return nil }
        return .rs256(key)
    }
}

extension CredentialPublicKey {
    /// The key as a COSE_Key.
    package var map: CBORMap {
        switch self {
        case .es256(let key):
            let (x, y) = key.coordinates
            return Self.map(
                KeyType.ellipticCurve, .es256,
                [(Label.curve, CBORValue(Curve.p256)), (Label.x, .bytes(x)), (Label.y, .bytes(y))])
        case .edDSA(let key):
            return Self.map(
                KeyType.octetKeyPair, .edDSA,
                [(Label.curve, CBORValue(Curve.ed25519)), (Label.x, .bytes(key.point))])
        case .rs256(let key):
            return Self.map(
                KeyType.rsa, .rs256,
                [
                    (Label.modulus, .bytes(Base64URL.decode(key.jwk.n) ?? [])),
                    (Label.exponent, .bytes(Base64URL.decode(key.jwk.e) ?? [])),
                ])
        }
    }

    private static func map(
        _ type: Int, _ algorithm: COSEAlgorithm, _ members: [(Int, CBORValue)]
    ) -> CBORMap {
        let common = [(Label.type, CBORValue(type)), (Label.algorithm, CBORValue(algorithm.rawValue))]
        return CBORMap((common + members).map { CBORMap.Entry(CBORValue($0.0), $0.1) })
    }

    /// The labels of a key's members.
    ///
    /// The meaning of negative labels depends on the key type.
    private enum Label {
        static let type = 1
        static let algorithm = 3
        static let curve = -1
        static let x = -2
        static let y = -3
        static let modulus = -1
        static let exponent = -2
    }

    private enum KeyType {
        static let octetKeyPair = 1
        static let ellipticCurve = 2
        static let rsa = 3
    }

    private enum Curve {
        static let p256 = 1
        static let ed25519 = 6
    }
}

/// The signature algorithms that passkeys may use, by their numbers in the COSE registry.
package enum COSEAlgorithm: Int, Sendable, CaseIterable {
    /// ECDSA with SHA-256 on P-256.
    case es256 = -7
    /// Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = -257
}
