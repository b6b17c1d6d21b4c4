// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// Defects of a server that refuses requests.
extension PlantedBug {
    /// The refusal of a request.
    struct Refusal: Sendable {
        let queue: Overload
        /// Whether a crowd is in the queues.
        let isByCrowd: Bool
    }

    /// Does what a refusal must not do.
    func act(onRefusal refusal: Refusal, of input: some Sendable, at pools: UserPools) async {
        do throws(ServiceFault) {
            if counts(refusal) { try await countTry(of: input, at: pools) }
            if self == .refusesTooLate { try await repeatLate(input, at: pools) }
        } catch {
            // The caller gets the refusal in any case.
            return
        }
    }

    /// Whether a refused sign-in counts as a failed try.
    private func counts(_ refusal: Refusal) -> Bool {
        switch self {
        case .countsRefusedTries: true
        case .countsTriesBeforeComputing: refusal.queue == .computing && !refusal.isByCrowd
        case .countsTriesBeforeHashing: refusal.queue == .hashing
        case .countsTriesBeforePrograms: refusal.queue == .programs
        default: false
        }
    }

    private func countTry(of input: some Sendable, at pools: UserPools) async throws(ServiceFault) {
        guard let request = input as? InitiateAuthRequest, request.authFlow == .userPasswordAuth,
            let name = request.authParameters?["USERNAME"]
        else { return }
        try await pools.records.write { [pools] store in
            let pool = try store.existingClient(request.clientId).pool
            let sub = try store.findUser(name, in: pool)?.sub
            let subject = pools.counters.lockoutSubject(sub: sub, typedName: name, in: pool)
            _ = try store.judgeAttempt(succeeded: false, subject: subject, inPool: pool.id, at: pools.clock.now)
        }
    }

    private func repeatLate(_ input: some Sendable, at pools: UserPools) async throws(ServiceFault) {
        let service = pools.service(for: RequestContext(requestID: "planted"))
        switch input {
        case let request as ConfirmForgotPasswordRequest: _ = try await service.confirmForgotPassword(request)
        case let request as RespondToAuthChallengeRequest: _ = try await service.respondToAuthChallenge(request)
        case let request as GetTokensFromRefreshTokenRequest: _ = try await service.getTokensFromRefreshToken(request)
        default: return
        }
    }
}
