// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire

/// Defects of a server that refuses requests.
extension PlantedBug {
    /// Does what a refusal must not do.
    func act(onRefused input: some Sendable, at pools: UserPools) async {
        let service = pools.service(for: RequestContext(requestID: "planted"))
        do throws(ServiceFault) {
            switch self {
            case .countsRefusedTries:
                guard var request = input as? InitiateAuthRequest, request.authFlow == .userPasswordAuth else { return }
                request.authParameters?["PASSWORD"] = ServerRun.wrongPassword
                _ = try await service.initiateAuth(request)
            case .refusesTooLate:
                switch input {
                case let request as ConfirmForgotPasswordRequest: _ = try await service.confirmForgotPassword(request)
                case let request as RespondToAuthChallengeRequest:
                    _ = try await service.respondToAuthChallenge(request)
                case let request as GetTokensFromRefreshTokenRequest:
                    _ = try await service.getTokensFromRefreshToken(request)
                default: return
                }
            default: return
            }
        } catch {
            // The caller gets the refusal in any case.
            return
        }
    }
}
