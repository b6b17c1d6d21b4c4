// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseTesting
import GatehouseWebAuthn
import GatehouseWire

/// A relying party without a server: it asks, and checks the answers.
struct Ceremony {
    static let challenge = [UInt8](0..<16)
    static let userHandle = Array("alice".utf8)

    var relyingPartyID = "localhost"
    var challenge = Self.challenge
    var algorithms: Set<COSEAlgorithm> = [.es256, .rs256, .edDSA]
    var requiresUserVerification = false

    var expectation: CeremonyExpectation {
        CeremonyExpectation(
            relyingParty: RelyingParty(id: relyingPartyID), challenge: challenge,
            requiresUserVerification: requiresUserVerification)
    }

    var creationOptions: WireValue {
        [
            "challenge": .string(Base64URL.encode(Self.challenge)), "rp": ["id": "localhost", "name": "localhost"],
            "user": ["id": .string(Base64URL.encode(Self.userHandle)), "name": "alice", "displayName": ""],
            "pubKeyCredParams": .array(
                algorithms.map { ["type": "public-key", "alg": .integer(Int64($0.rawValue))] }),
        ]
    }

    func requestOptions(_ ids: [[UInt8]] = []) -> WireValue {
        [
            "challenge": .string(Base64URL.encode(Self.challenge)), "rpId": "localhost",
            "allowCredentials": .array(
                ids.map { ["type": "public-key", "id": .string(Base64URL.encode($0))] }),
        ]
    }

    /// Has a passkey made, and checks the answer after it was changed on its way.
    func register(
        _ authenticator: inout TestAuthenticator, changing change: (inout WireValue) -> Void = { _ in }
    ) throws -> RegisteredCredential {
        var answer = try authenticator.register(options: creationOptions)
        change(&answer)
        return try Registration(expectation, algorithms: algorithms).verify(RegistrationResponse(answer))
    }

    /// Has a passkey proved, and checks the answer after it was changed on its way.
    func authenticate(
        _ authenticator: inout TestAuthenticator, by credentials: [StoredCredential],
        changing change: (inout WireValue) -> Void = { _ in }
    ) throws -> VerifiedAuthentication {
        var answer = try authenticator.authenticate(options: requestOptions())
        change(&answer)
        return try Authentication(expectation).verify(AuthenticationResponse(answer), by: credentials)
    }
}

/// The two ceremonies of the specification, for attacks on their common steps.
enum AttackedCeremony: CaseIterable {
    case registration, authentication

    /// The error of a valid ceremony after a change of the authenticator, or of its response on the way.
    func error(
        _ ceremony: Ceremony = Ceremony(), with change: (inout TestAuthenticator) -> Void = { _ in },
        altering alter: (inout WireValue) -> Void = { _ in }
    ) throws -> WebAuthnError? {
        var authenticator = TestAuthenticator(algorithms: [.es256])
        switch self {
        case .registration:
            change(&authenticator)
            return try WebAuthnError.caught { _ = try ceremony.register(&authenticator, changing: alter) }
        case .authentication:
            let stored = StoredCredential(try Ceremony().register(&authenticator))
            change(&authenticator)
            return try WebAuthnError.caught {
                _ = try ceremony.authenticate(&authenticator, by: [stored], changing: alter)
            }
        }
    }
}

extension WebAuthnError {
    /// The error that the body throws, or `nil` when it succeeds.
    static func caught(_ body: () throws -> Void) throws -> WebAuthnError? {
        do {
            try body()
            return nil
        } catch let error as WebAuthnError {
            return error
        }
    }
}

extension StoredCredential {
    /// The stored form of a credential that was just registered.
    init(_ credential: RegisteredCredential, userHandle: [UInt8] = Ceremony.userHandle) {
        self.init(
            id: credential.id, publicKey: credential.publicKey, signCount: credential.signCount,
            isBackupEligible: credential.flags.contains(.backupEligible), userHandle: userHandle)
    }
}

extension WireValue {
    /// Writes a member of an object; `nil` takes it out.
    mutating func set(_ name: String, _ value: WireValue?) {
        var members = objectValue ?? [:]
        members[name] = value
        self = .object(members)
    }

    /// Writes a member of the response in a credential; `nil` takes it out.
    mutating func setResponse(_ name: String, _ value: WireValue?) {
        var response = self["response"] ?? [:]
        response.set(name, value)
        set("response", response)
    }
}
