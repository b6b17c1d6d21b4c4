// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

/// One worked sign-in, of a user or of a device, with every intermediate value.
struct SRPVector: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let userPoolId: String?
    let userID: String?
    let password: String?
    let deviceGroupKey: String?
    let deviceKey: String?
    let deviceSecret: String?
    let identityString: String
    let saltHex: String
    let saltHashedBytesHex: String
    let xHex: String
    let verifierHex: String
    let clientPrivate: String
    let clientPublic: String
    let serverPrivate: String
    let serverPublic: String
    let uHex: String
    let sharedSecret: String
    let hkdfSaltBytesHex: String
    let hkdfKeyMaterialBytesHex: String
    let derivedKeyHex: String
    let secretBlock: String
    let timestamp: String
    let signedMessageHex: String
    let signature: String
    let clientId: String?
    let clientSecret: String?
    let secretHash: String?
    let confirmDevice: Registration?

    struct Registration: Decodable, Sendable {
        let passwordVerifier: String
        let salt: String
        let passwordVerifierBytesHex: String
        let saltBytesHex: String

        private enum CodingKeys: String, CodingKey {
            case passwordVerifier = "PasswordVerifier"
            case salt = "Salt"
            case passwordVerifierBytesHex, saltBytesHex
        }
    }

    private enum CodingKeys: String, CodingKey {
        case name, userPoolId, password, deviceGroupKey, deviceKey, deviceSecret, identityString, saltHex
        case saltHashedBytesHex, xHex, verifierHex, uHex, hkdfSaltBytesHex, hkdfKeyMaterialBytesHex, derivedKeyHex
        case signedMessageHex, clientId, clientSecret, confirmDevice
        case userID = "USER_ID_FOR_SRP"
        case clientPrivate = "clientPrivate_a_Hex"
        case clientPublic = "SRP_A"
        case serverPrivate = "serverPrivate_b_Hex"
        case serverPublic = "SRP_B"
        case sharedSecret = "sharedSecret_S_Hex"
        case secretBlock = "SECRET_BLOCK"
        case timestamp = "TIMESTAMP"
        case signature = "PASSWORD_CLAIM_SIGNATURE"
        case secretHash = "SECRET_HASH"
    }

    var testDescription: String { name }
}

extension SRPVector {
    static func all() throws -> [SRPVector] {
        try VectorFile.load("srp", as: SRPVectorFile.self).vectors
            + VectorFile.load("device-srp", as: SRPVectorFile.self).vectors
    }

    var identity: SRPIdentity {
        if let deviceGroupKey, let deviceKey {
            .device(groupKey: deviceGroupKey, deviceKey: deviceKey)
        } else {
            .user(poolID: userPoolId ?? "", userIDForSRP: userID ?? "")
        }
    }

    var secret: String { password ?? deviceSecret ?? "" }

    /// The bytes of one of the integers.
    func bytes(_ value: KeyPath<SRPVector, String>) throws -> [UInt8] {
        try #require(Hex.decodeInteger(self[keyPath: value]))
    }
}

struct SRPVectorFile: Decodable, Sendable {
    struct SecretHash: Decodable, Sendable {
        let username: String
        let clientId: String
        let clientSecret: String
        let hash: String

        private enum CodingKeys: String, CodingKey {
            case username, clientId, clientSecret
            case hash = "SECRET_HASH"
        }
    }

    struct Rejected: Decodable, Sendable {
        let name: String
        let value: String

        private enum CodingKeys: String, CodingKey {
            case name
            case value = "SRP_A"
        }
    }

    struct Group: Decodable, Sendable {
        let modulus: String
        let multiplier: String

        private enum CodingKeys: String, CodingKey {
            case modulus = "N"
            case multiplier = "k"
        }
    }

    let group: Group
    let vectors: [SRPVector]
    let rejected: [Rejected]?
    let secretHashes: [SecretHash]?

    private enum CodingKeys: String, CodingKey {
        case group, vectors, secretHashes
        case rejected = "rejectSRP_A"
    }
}
