// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// Makes calls to one process of the server.
struct ServerCaller: Sendable {
    let landscape: ServerLandscape
    let gatehouse: TestGatehouse
    let service: GatewayCaller
    let stage: Stage
    let office: PostOffice

    /// Makes a call; every failure is an answer.
    func make(_ call: ServerCall, for user: String) async -> ServerAnswer {
        do {
            return try await answer(to: call, user)
        } catch let fault as ServiceFault {
            return fault.leavesDoubt ? .unavailable : .refused(fault)
        } catch is ProcessEnded {
            return .unavailable
        } catch {
            return .refused(ServiceFault(.internalError, "\(error)"))
        }
    }

    private func answer(to call: ServerCall, _ user: String) async throws -> ServerAnswer {
        switch call {
        case .signIn, .signInByCode, .again: return try await signIn(call, user)
        case .refresh, .getUser, .revoke, .signOut, .changePassword: return try await use(call)
        case .confirmDevice, .rememberDevice, .forgetDevice, .signInWithDevice: return try await useDevice(call)
        case .startImport, .advanceImports: return try await importUsers(call)
        case .registerPasskey, .signInWithPasskey, .deletePasskey: return try await usePasskey(call, user)
        case .signUp(let password):
            _ = try await service.signUp(
                SignUpRequest(
                    clientId: clientID, username: user, password: password,
                    userAttributes: [AttributeType(name: "email", value: ServerLandscape.address(of: user))]))
        case .confirmSignUp(let code):
            _ = try await service.confirmSignUp(
                ConfirmSignUpRequest(clientId: clientID, username: user, confirmationCode: code))
        case .resendCode:
            _ = try await service.resendConfirmationCode(
                ResendConfirmationCodeRequest(clientId: clientID, username: user))
        case .forgotPassword:
            _ = try await service.forgotPassword(ForgotPasswordRequest(clientId: clientID, username: user))
        case .confirmForgotPassword(let letter, let password):
            _ = try await service.confirmForgotPassword(
                ConfirmForgotPasswordRequest(
                    clientId: clientID, username: user, confirmationCode: letter.code, password: password))
        case .adminSignOut, .adminDisable, .adminEnable, .adminDelete, .adminConfirm, .adminResetPassword,
            .adminSetPassword, .adminLook:
            return try await administer(call, user)
        }
        return .done
    }

    /// The client of calls without a sign-in.
    private var clientID: String { landscape.clients[0].id }

    // MARK: - With tokens

    private func use(_ call: ServerCall) async throws -> ServerAnswer {
        switch call {
        case .refresh(let holding):
            let answer = try await service.getTokensFromRefreshToken(
                GetTokensFromRefreshTokenRequest(
                    refreshToken: holding.refreshToken, clientId: holding.client.id, deviceKey: holding.deviceKey))
            return Self.answer(answer.authenticationResult, after: nil)
        case .getUser(let holding):
            _ = try await service.getUser(GetUserRequest(accessToken: holding.accessToken))
        case .revoke(let holding):
            _ = try await service.revokeToken(
                RevokeTokenRequest(token: holding.refreshToken, clientId: holding.client.id))
        case .signOut(let holding):
            _ = try await service.globalSignOut(GlobalSignOutRequest(accessToken: holding.accessToken))
        case .changePassword(let holding, let former, let new):
            _ = try await service.changePassword(
                ChangePasswordRequest(
                    previousPassword: former, proposedPassword: new, accessToken: holding.accessToken))
        default: break
        }
        return .done
    }
}
