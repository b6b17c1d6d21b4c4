// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// PASSWORD_VERIFIER: the user proves the password over SRP-6a.
extension UserPoolsService {
    /// Issues the challenge: generates `b` and returns the salt, `B` and the sealed state.
    ///
    /// It spends no session, so that the challenge before it can be answered again. The exception is a sign-in that
    /// aims at a level, which ends with one wrong proof.
    func beginPasswordVerifier(
        _ signIn: SignIn, publicKey: String
    ) async throws(ServiceFault) -> SignInAnswer {
        try signIn.checkUser(at: pools.clock.now)
        let clientKey = try SRPPublicKey(ofApp: publicKey)
        var machine = SignInMachine(state: signIn.session.state)
        _ = try machine.handle(.askedForSRP)
        if signIn.session.target != nil, let id = signIn.unspentID {
            guard try await records.write({ try $0.spend(id) }) else { throw .spentSession }
        }
        let userID = pools.factors.userIDForSRP(signIn)
        let verifier = try pools.passwords.verifier(
            of: signIn.user, name: signIn.pool.comparable(signIn.session.typedName), poolID: signIn.pool.id)
        let handshake = pools.handshakes.begin(
            signIn.moved(to: machine.state, of: signIn.user, eventID: nil, from: pools.events).session, userID: userID,
            identity: .user(poolID: signIn.pool.id, userIDForSRP: userID), verifier: verifier, publicKey: clientKey)
        return handshake.challenge(.passwordVerifier, adding: ["USER_ID_FOR_SRP": userID], sealedBy: pools.sealer)
    }

    /// Checks the answer and continues the sign-in.
    func answerPasswordVerifier(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (answer, block, signIn) = try await resumeHandshake(
            answering: request, in: .passwordVerifier, context: data)
        try pools.clientSecrets.checkHash(
            answer.secretHash, usernames: [answer.username, block.userID], client: signIn.client)
        try checkName(answer.username, of: block, in: signIn)
        try pools.requestLimits.countRequest(
            about: signIn.user, named: signIn.pool.comparable(signIn.session.typedName), inPool: signIn.pool.id)
        try signIn.checkUser(at: pools.clock.now)
        return try await pools.computation.pool.staying { () async throws(ServiceFault) in
            guard try await verify(answer, block: block, signIn: signIn), let user = signIn.user else {
                try await pools.judge.refuse(signIn, proof: .password, once: true)
            }
            guard signIn.session.flow != .custom else { return try await proceedCustom(signIn, user) }
            return try await pools.steps.take(
                SignInStep(
                    signIn: signIn,
                    event: .provedFirstFactor(signIn.rest(for: user, proving: .password)),
                    user: user, proof: .password,
                    publicKey: request.session == nil ? block.clientPublicKey : nil))
        }
    }

    /// Checks that the name in an answer is the user's: the typed one, the sub, or the one that the challenge
    /// contained.
    private func checkName(_ name: String, of block: SecretBlock, in signIn: SignIn) throws(ServiceFault) {
        guard signIn.isNamed(name, sent: block.userID) else { throw .invalidSession }
    }

    private func verify(
        _ answer: SRPAnswer, block: SecretBlock, signIn: SignIn
    ) async throws(ServiceFault) -> Bool {
        let verifier = try pools.passwords.verifier(
            of: signIn.user, name: signIn.pool.comparable(signIn.session.typedName), poolID: signIn.pool.id)
        let arithmetic = pools.arithmetic
        return try await pools.computation.run {
            try answer.proves(
                verifier, of: .user(poolID: signIn.pool.id, userIDForSRP: block.userID), in: block,
                arithmetic: arithmetic)
        }
    }
}

extension OfferedFactors {
    /// The user name for SRP: the stored one, or for an unknown user name, a name in the form of a stored one.
    func userIDForSRP(_ signIn: SignIn) -> String {
        if let user = signIn.user { return user.username }
        let name = signIn.pool.comparable(signIn.session.typedName)
        let isAlias = UserNames.aliasForm(of: name, in: signIn.pool) != nil
        guard signIn.pool.usesUsernameAttributes || isAlias else { return name }
        return decoyID(for: name, inPool: signIn.pool.id)
    }
}
