// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseWire

/// A device of a user, with what an app keeps of it.
struct SimulatedDevice: Sendable {
    private static let salt = Entropy.seeded(11).bytes(16)
    private static let secret = "8d3c35e2-9d35-4ab6-9dbc-0b3a5fbdd6aa"

    /// The number of the sign-in that got the device key.
    let number: Int
    let user: String
    let key: String
    let groupKey: String

    private var identity: SRPIdentity { .device(groupKey: groupKey, deviceKey: key) }

    /// The salt and the verifier with which the device is confirmed.
    var registration: DeviceSecretVerifierConfigType {
        let verifier = SRPVerifier.make(
            identity: identity, password: Secret(utf8: Self.secret), salt: Self.salt,
            arithmetic: MontgomeryArithmetic.shared)
        return DeviceSecretVerifierConfigType(passwordVerifier: verifier.verifierBase64, salt: verifier.saltBase64)
    }

    /// The answer to DEVICE_PASSWORD_VERIFIER.
    func responses(
        to parameters: [String: String], _ srp: SRPClient, at date: Date
    ) throws -> [String: String] {
        let timestamp = srpTimestamp(date)
        let signature = try srp.signature(
            identity: identity, password: Secret(utf8: Self.secret), saltHex: parameters["SALT"] ?? "",
            serverPublicKeyHex: parameters["SRP_B"] ?? "",
            secretBlock: Base64.decode(parameters["SECRET_BLOCK"] ?? "") ?? [], timestamp: timestamp)
        return [
            "USERNAME": user, "DEVICE_KEY": key, "PASSWORD_CLAIM_SECRET_BLOCK": parameters["SECRET_BLOCK"] ?? "",
            "PASSWORD_CLAIM_SIGNATURE": Base64.encode(signature), "TIMESTAMP": timestamp,
        ]
    }
}

/// A passkey of a user, in an authenticator of its own.
struct SimulatedPasskey: Sendable {
    let number: Int
    let user: String
    let authenticator: TestAuthenticator

    /// The credential id in requests.
    var id: String { Base64URL.encode(authenticator.passkeys.first?.id ?? []) }
}

extension ServiceFault {
    /// The refusal of a sign-in whose answer does not ask for the passkey; callers of simulations make it.
    static let passkeyNotOffered = ServiceFault(.resourceNotFound, "The passkey was not offered.")
}

/// A file with users whose names no other file has.
struct SimulatedImport: Sendable {
    /// The number of users in each file.
    static let users = 5
    /// The beginning of the names of all imported users.
    static let prefix = "import-"

    let number: Int

    /// The names of the users.
    var names: [String] { (0..<Self.users).map { "\(Self.prefix)\(number)-\($0)" } }

    /// The text of the file, with these columns.
    func file(_ columns: [String]) -> String {
        let lines = names.map { name in
            let row = PoolFixture.row(name)
            return columns.map { row[$0] ?? "" }.joined(separator: ",")
        }
        return ([columns.joined(separator: ",")] + lines).joined(separator: "\n")
    }
}
