// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseTesting
import GatehouseWire

/// Sign-ins.
extension ServerCaller {
    func signIn(_ call: ServerCall, _ user: String) async throws -> ServerAnswer {
        switch call {
        case .again(let request):
            return Self.answer(
                try await service.respondToAuthChallenge(request).authenticationResult, after: request)
        case .signIn(.password, let password, let client):
            return Self.answer(
                try await signInWithPassword(user, password, client).authenticationResult, after: nil)
        case .signIn(.srp, let password, let client): return try await signInWithSRP(user, password, client)
        case .signIn(.totp, let password, let client): return try await signInWithTOTP(user, password, client)
        case .signInByCode(let client): return try await signInByCode(user, client)
        default: return .done
        }
    }

    private func signInWithPassword(
        _ user: String, _ password: String, _ client: ServerLandscape.Client
    ) async throws -> InitiateAuthResponse {
        try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth, authParameters: ["USERNAME": user, "PASSWORD": password],
                clientId: client.id))
    }

    private func signInWithSRP(
        _ user: String, _ password: String, _ client: ServerLandscape.Client
    ) async throws -> ServerAnswer {
        let conversation = SRPConversation(
            fixture: PoolFixture(
                gatehouse: gatehouse, poolID: landscape.pool.id, client: (id: client.id, secret: nil)),
            username: user)
        let challenge = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userSrpAuth,
                authParameters: ["USERNAME": user, "SRP_A": conversation.srp.publicKeyHex], clientId: client.id))
        return try await answerTwice(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .passwordVerifier, session: challenge.session,
                challengeResponses: try conversation.responses(to: challenge, password: password)))
    }

    private func signInWithTOTP(
        _ user: String, _ password: String, _ client: ServerLandscape.Client
    ) async throws -> ServerAnswer {
        let challenge = try await signInWithPassword(user, password, client)
        guard challenge.challengeName == .softwareTokenMfa else {
            return Self.answer(challenge.authenticationResult, after: nil)
        }
        return try await answerTwice(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .softwareTokenMfa, session: challenge.session,
                challengeResponses: [
                    "USERNAME": user,
                    "SOFTWARE_TOKEN_MFA_CODE": try await gatehouse.totpCode(for: user, in: landscape.pool),
                ]))
    }

    private func signInByCode(_ user: String, _ client: ServerLandscape.Client) async throws -> ServerAnswer {
        let known = office.letters(to: user, .authentication).count
        let challenge = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth, authParameters: ["USERNAME": user, "PREFERRED_CHALLENGE": "EMAIL_OTP"],
                clientId: client.id))
        guard challenge.challengeName == .emailOtp, let code = try await newCode(for: user, after: known) else {
            return .unavailable
        }
        return try await answerTwice(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .emailOtp, session: challenge.session,
                challengeResponses: ["USERNAME": user, "EMAIL_OTP_CODE": code]))
    }

    /// The code of a message that arrives within a minute.
    private func newCode(for user: String, after known: Int) async throws -> String? {
        for _ in 0..<60 {
            let letters = office.letters(to: user, .authentication)
            if letters.count > known { return letters.last?.code }
            try await stage.sleep(.seconds(1))
        }
        return nil
    }

    /// Sends the same answer twice at the same time: at most one may be accepted.
    func answerTwice(_ request: RespondToAuthChallengeRequest) async throws -> ServerAnswer {
        let answers = await withTaskGroup(of: ServerAnswer.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    do throws(ServiceFault) {
                        return Self.answer(
                            try await service.respondToAuthChallenge(request).authenticationResult, after: request)
                    } catch {
                        return error.leavesDoubt ? .unavailable : .refused(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let accepted = answers.filter(\.isSuccess)
        if accepted.count > 1 { return .acceptedTwice }
        return accepted.first ?? answers.first(where: \.isDoubtful) ?? answers[0]
    }

    static func answer(
        _ result: AuthenticationResultType?, after request: RespondToAuthChallengeRequest?
    ) -> ServerAnswer {
        guard let access = result?.accessToken else {
            return .refused(ServiceFault(.internalError, "The answer has no tokens."))
        }
        return .tokens(
            ServerAnswer.Tokens(
                access: access, refresh: result?.refreshToken, newDevice: result?.newDeviceMetadata),
            spent: request)
    }
}
