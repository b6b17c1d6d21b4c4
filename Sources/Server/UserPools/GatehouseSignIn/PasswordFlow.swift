// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The flows in which the client sends the password itself.
extension UserPoolsService {
    /// Checks the password against the verifier and continues the sign-in.
    ///
    /// For an unknown user, the check takes the same work. A wrong password does not end the challenge.
    func checkPassword(_ signIn: SignIn, password: String) async throws(ServiceFault) -> SignInAnswer {
        try signIn.checkUser(at: pools.clock.now)
        try pools.computation.requireHashing(inPool: signIn.pool.id)
        let name = signIn.pool.comparable(signIn.session.typedName)
        switch try pools.passwords.basis(of: signIn.user, name: name, poolID: signIn.pool.id) {
        case .hash(let hash): return try await checkPassword(password, against: hash, signIn)
        case .verifier(let verifier): return try await checkPassword(password, against: verifier, signIn)
        }
    }

    private func checkPassword(
        _ password: String, against verifier: SRPVerifier, _ signIn: SignIn
    ) async throws(ServiceFault) -> SignInAnswer {
        let (poolID, userID) = (signIn.pool.id, pools.factors.userIDForSRP(signIn))
        let arithmetic = pools.arithmetic
        // The tokens are signed on the same threads, so the commit between the two is waited for there.
        return try await pools.computation.pool.staying { () async throws(ServiceFault) in
            let isRight = try await pools.computation.run {
                verifier.matches(
                    identity: .user(poolID: poolID, userIDForSRP: userID), password: Secret(utf8: password),
                    arithmetic: arithmetic)
            }
            return try await judge(isRight, signIn)
        }
    }

    /// Continues after a correct password, and counts a wrong one.
    func judge(
        _ isRight: Bool, _ signIn: SignIn, replacement: UserRecord.SealedPassword? = nil
    ) async throws(ServiceFault) -> SignInAnswer {
        guard isRight, var user = signIn.user else { try await pools.judge.refuse(signIn, proof: .password) }
        if let replacement { user.password = replacement }
        return try await pools.steps.take(
            SignInStep(
                signIn: signIn,
                event: .provedFirstFactor(signIn.rest(for: user, proving: .password)),
                user: user, proof: .password,
                effect: replacement.map { .storeVerifier($0) } ?? .none))
    }
}

extension UserPoolWriting {
    /// Stores SRP data in place of an imported password hash.
    func storeVerifier(_ password: UserRecord.SealedPassword, of user: UserRecord) throws {
        var user = user
        user.password = password
        try update(user)
    }
}
