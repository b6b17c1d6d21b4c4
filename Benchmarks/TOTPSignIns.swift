// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseServerCrypto
import Synchronization

/// Sign-ins with a password over SRP and the code of an authenticator app: three requests.
///
/// A code is valid once and for half a minute, so each sign-in uses another user.
final class TOTPSignIns: Sendable {
    private static let count = 160

    /// A user whose next code was not used yet.
    private struct FreshUser {
        let username: String
        let secretCode: String
    }

    private let load: ServerLoad
    private let fresh = Mutex<[FreshUser]>([])
    private let made = Atomic(0)

    private init(load: ServerLoad) {
        self.load = load
    }

    /// Makes a pool whose users may have second factors.
    static func prepare(beside other: ServerLoad) async throws -> TOTPSignIns {
        let load = try await other.withPool(CreateUserPoolRequest(poolName: "totp"))
        try await load.administer(
            SetUserPoolMfaConfigOperation.self,
            SetUserPoolMfaConfigRequest(
                userPoolId: load.poolID, softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true),
                mfaConfiguration: .optional))
        return TOTPSignIns(load: load)
    }

    /// The codes' own arithmetic, three HMACs, is nothing beside the powers.
    func measure() async throws -> Row {
        try await load.row(
            "SRP sign-in with TOTP over HTTP", limit: \.signIns, atLeast: 0.35, count: Self.count,
            preparing: { try await makeUsers() }
        ) { _ in try await self.signIn() }
    }

    private func makeUsers() async throws {
        try await MeasuredProcess.run(Self.count, workers: ServerLoad.users) { _ in
            let username = "totp-\(self.made.add(1, ordering: .relaxed).newValue)"
            let token = try await self.load.makeKnownUser(username).accessToken
            let service = self.load.service
            let associated = try await service.associateSoftwareToken(
                AssociateSoftwareTokenRequest(accessToken: token))
            let user = FreshUser(username: username, secretCode: associated.secretCode ?? "")
            _ = try await service.verifySoftwareToken(
                VerifySoftwareTokenRequest(accessToken: token, userCode: Self.code(of: user, at: Date())))
            _ = try await service.setUserMFAPreference(
                SetUserMFAPreferenceRequest(
                    softwareTokenMfaSettings: SoftwareTokenMfaSettingsType(enabled: true, preferredMfa: true),
                    accessToken: token ?? ""))
            self.fresh.withLock { $0.append(user) }
        }
    }

    private func signIn() async throws {
        guard let user = fresh.withLock({ $0.popLast() }) else { throw IncompleteAnswer(from: "VerifySoftwareToken") }
        let challenge = try await load.provePassword(as: user.username)
        // The code of the moment was used when the token was verified; the next one is taken as well.
        let next = Date().addingTimeInterval(Double(TOTP.stepSeconds))
        let answer = try await load.answer(
            .softwareTokenMfa, challenge.session, ["SOFTWARE_TOKEN_MFA_CODE": Self.code(of: user, at: next)],
            as: user.username)
        try load.tokens(answer.authenticationResult, from: "SOFTWARE_TOKEN_MFA")
    }

    private static func code(of user: FreshUser, at date: Date) -> String {
        TOTP(secret: Secret(Base32.decode(user.secretCode) ?? [])).code(at: date)
    }
}
