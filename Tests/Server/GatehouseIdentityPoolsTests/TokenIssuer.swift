// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseWire
import Synchronization

/// A user pool whose tokens tests sign.
struct UserPool: Sendable {
    static let first = UserPool(id: "us-east-1_First1111")
    static let second = UserPool(id: "us-east-1_Second222")

    let id: String

    var key: String { "cognito-idp.us-east-1.amazonaws.com/\(id)" }
    /// The other spelling of the key.
    var issuerKey: String { "localhost:9229/\(id)" }
}

/// Signs ID tokens of user pools with any claims, and verifies them.
struct TokenIssuer: LoginVerifier {
    static let key = Result { try RSASigningKey.generate() }

    let clock: TestClock
    let signedOut = SignedOut()

    /// The logins map of one user.
    func login(
        _ pool: UserPool = .first, as subject: String, audience: String = "web", claims: [WireName: WireValue] = [:]
    ) throws -> [String: String] {
        [pool.key: try token(pool, as: subject, audience: audience, claims: claims)]
    }

    func token(
        _ pool: UserPool = .first, as subject: String, audience: String = "web", claims: [WireName: WireValue] = [:]
    ) throws -> String {
        var payload: [WireName: WireValue] = [
            "sub": .string(subject), "aud": .string(audience), "iss": .string(pool.id), "token_use": "id",
            "exp": .integer(Int64(clock.now.timeIntervalSince1970) + 3_600),
        ]
        payload.merge(claims) { _, new in new }
        let bytes = Array(WireValue.object(payload).json())
        return try JWS.sign(payload: bytes, key: try Self.key.get(), signer: SwiftCryptoRSASigner())
    }

    func handles(provider: String) -> Bool { provider.hasPrefix("cognito-idp.") }

    func owns(provider: String) -> Bool { [UserPool.first.key, UserPool.second.key].contains(provider) }

    func verify(
        token: String, provider: String, checksRevocation: Bool
    ) async throws(ServiceFault) -> VerifiedLogin {
        let claims = try claims(of: token)
        let issuer = claims["iss"]?.stringValue?.split(separator: "/").last
        guard let issuer, provider.hasSuffix(issuer) else {
            throw refused("Issuer doesn't match providerName")
        }
        guard let audience = claims["aud"]?.stringValue, let subject = claims["sub"]?.stringValue else {
            throw refused("Missing a required claim: aud")
        }
        if checksRevocation && signedOut.contains(subject) { throw ServiceFault(.notAuthorized, "Token is inactive") }
        return VerifiedLogin(
            subject: subject, audience: audience, groups: [],
            roles: claims["cognito:roles"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            preferredRole: claims["cognito:preferred_role"]?.stringValue
        )
    }

    private func claims(of token: String) throws(ServiceFault) -> [WireName: WireValue] {
        do {
            let key = try Self.key.get()
            let verified = try UnverifiedJWS(token).verified(by: [key.keyID: key.publicKey])
            return try WireValue(json: Data(verified.payload)).objectValue ?? [:]
        } catch {
            throw refused("Couldn't verify signed token.")
        }
    }

    private func refused(_ reason: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Invalid login token. \(reason)")
    }
}

/// Users that their pool has signed out.
final class SignedOut: Sendable {
    private let subjects = Mutex<Set<String>>([])

    func insert(_ subject: String) { subjects.withLock { _ = $0.insert(subject) } }
    func contains(_ subject: String) -> Bool { subjects.withLock { $0.contains(subject) } }
}
