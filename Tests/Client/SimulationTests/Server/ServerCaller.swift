// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// Makes calls to one process of the server.
struct ServerCaller: Sendable {
    let landscape: ServerLandscape
    let gatehouse: TestGatehouse
    let pools: UserPools
    let stage: Stage
    let office: PostOffice

    /// Makes a call; every failure is an answer.
    func make(_ call: ServerCall, for user: String) async -> ServerAnswer {
        do {
            return try await answer(to: call, user)
        } catch let fault as ServiceFault {
            return fault.code == .serviceUnavailable || fault.cause is ProcessEnded ? .unavailable : .refused(fault)
        } catch {
            return .refused(ServiceFault(.internalError, "\(error)"))
        }
    }

    private func answer(to call: ServerCall, _ user: String) async throws -> ServerAnswer {
        switch call {
        case .signIn, .signInByCode, .again: return try await signIn(call, user)
        case .refresh, .getUser, .revoke, .signOut, .changePassword: return try await use(call)
        case .signUp(let password):
            try await fixture().signUp(user, email: ServerLandscape.address(of: user), password: password)
        case .confirmSignUp(let code): try await fixture().confirm(user, code: code)
        case .resendCode:
            _ = try await fixture().anyone.resendConfirmationCode(
                ResendConfirmationCodeRequest(clientId: fixture().client.id, username: user))
        case .forgotPassword: try await fixture().forgotPassword(user)
        case .confirmForgotPassword(let letter, let password):
            try await fixture().confirmForgotPassword(user, code: letter.code, password: password)
        case .adminSignOut, .adminDisable, .adminEnable, .adminDelete, .adminConfirm, .adminResetPassword,
            .adminSetPassword, .adminLook:
            return try await administer(call, user)
        }
        return .done
    }

    /// The fixture of a client; the first one in place of none.
    private func fixture(_ client: ServerLandscape.Client? = nil) -> PoolFixture {
        PoolFixture(
            gatehouse: gatehouse, poolID: landscape.pool.id,
            client: (id: (client ?? landscape.clients[0]).id, secret: nil), pools: pools)
    }

    // MARK: - With tokens

    private func use(_ call: ServerCall) async throws -> ServerAnswer {
        let anyone = fixture().anyone
        switch call {
        case .refresh(let holding):
            let answer = try await anyone.getTokensFromRefreshToken(
                GetTokensFromRefreshTokenRequest(
                    refreshToken: holding.refreshToken, clientId: holding.client.id))
            return Self.answer(answer.authenticationResult, after: nil)
        case .getUser(let holding):
            _ = try await anyone.getUser(GetUserRequest(accessToken: holding.accessToken))
        case .revoke(let holding):
            _ = try await anyone.revokeToken(
                RevokeTokenRequest(token: holding.refreshToken, clientId: holding.client.id))
        case .signOut(let holding):
            _ = try await anyone.globalSignOut(GlobalSignOutRequest(accessToken: holding.accessToken))
        case .changePassword(let holding, let former, let new):
            _ = try await anyone.changePassword(
                ChangePasswordRequest(
                    previousPassword: former, proposedPassword: new, accessToken: holding.accessToken))
        default: break
        }
        return .done
    }

    // MARK: - As an administrator

    private func administer(_ call: ServerCall, _ user: String) async throws -> ServerAnswer {
        let (service, pool) = (fixture().administrator, landscape.pool.id)
        switch call {
        case .adminSignOut:
            _ = try await service.adminUserGlobalSignOut(
                AdminUserGlobalSignOutRequest(userPoolId: pool, username: user))
        case .adminDisable:
            _ = try await service.adminDisableUser(AdminDisableUserRequest(userPoolId: pool, username: user))
        case .adminEnable:
            _ = try await service.adminEnableUser(AdminEnableUserRequest(userPoolId: pool, username: user))
        case .adminDelete: try await service.adminDeleteUser(AdminDeleteUserRequest(userPoolId: pool, username: user))
        case .adminConfirm:
            _ = try await service.adminConfirmSignUp(AdminConfirmSignUpRequest(userPoolId: pool, username: user))
        case .adminResetPassword:
            _ = try await service.adminResetUserPassword(
                AdminResetUserPasswordRequest(userPoolId: pool, username: user))
        case .adminSetPassword(let password):
            _ = try await service.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: pool, username: user, password: password, permanent: true))
        case .adminLook: return try await look(user)
        default: break
        }
        return .done
    }

    private func look(_ user: String) async throws -> ServerAnswer {
        do {
            let seen = try await fixture().user(user)
            let status: Account.Status =
                switch seen.userStatus {
                case .unconfirmed: .unconfirmed
                case .resetRequired: .mustReset
                default: .confirmed
                }
            return .seen(status, isEnabled: seen.enabled ?? false)
        } catch let fault as ServiceFault where fault.code == .userNotFound {
            return .seen(.absent, isEnabled: true)
        }
    }

    // MARK: - Sign-ins

    private func signIn(_ call: ServerCall, _ user: String) async throws -> ServerAnswer {
        switch call {
        case .again(let request):
            return Self.answer(
                try await fixture().anyone.respondToAuthChallenge(request).authenticationResult, after: request)
        case .signIn(.password, let password, let client):
            return Self.answer(
                try await fixture(client).signInWithPassword(user, password).authenticationResult, after: nil)
        case .signIn(.srp, let password, let client): return try await signInWithSRP(user, password, client)
        case .signIn(.totp, let password, let client): return try await signInWithTOTP(user, password, client)
        case .signInByCode(let client): return try await signInByCode(user, client)
        default: return .done
        }
    }

    private func signInWithSRP(
        _ user: String, _ password: String, _ client: ServerLandscape.Client
    ) async throws -> ServerAnswer {
        let conversation = SRPConversation(fixture: fixture(client), username: user)
        let challenge = try await conversation.begin()
        return try await answerTwice(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .passwordVerifier, session: challenge.session,
                challengeResponses: try conversation.responses(to: challenge, password: password)))
    }

    private func signInWithTOTP(
        _ user: String, _ password: String, _ client: ServerLandscape.Client
    ) async throws -> ServerAnswer {
        let challenge = try await fixture(client).signInWithPassword(user, password)
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
        let challenge = try await fixture(client).anyone.initiateAuth(
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
    private func answerTwice(_ request: RespondToAuthChallengeRequest) async throws -> ServerAnswer {
        let service = fixture().anyone
        let answers = await withTaskGroup(of: ServerAnswer.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    do throws(ServiceFault) {
                        return Self.answer(
                            try await service.respondToAuthChallenge(request).authenticationResult, after: request)
                    } catch {
                        return error.code == .serviceUnavailable || error.cause is ProcessEnded
                            ? .unavailable : .refused(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let accepted = answers.filter(\.isSuccess)
        if accepted.count > 1 { return .acceptedTwice }
        return accepted.first ?? answers.first(where: \.isDoubtful) ?? answers[0]
    }

    private static func answer(
        _ result: AuthenticationResultType?, after request: RespondToAuthChallengeRequest?
    ) -> ServerAnswer {
        guard let access = result?.accessToken else {
            return .refused(ServiceFault(.internalError, "The answer has no tokens."))
        }
        return .tokens(ServerAnswer.Tokens(access: access, refresh: result?.refreshToken), spent: request)
    }
}
