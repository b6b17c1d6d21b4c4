// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// How far a custom flow has come; it travels sealed in the session string.
struct CustomProgress: Sendable, Equatable, Codable {
    /// The challenges that were answered, the first one first.
    var history: [AnsweredChallenge]
    /// Whether one of them was the password.
    var provedPassword: Bool
    /// The open challenge.
    var challenge: CreateAuthChallenge?
}

/// An answer to a custom challenge, for which a failure was counted and the session spent.
private struct BookedGuess: Sendable {
    let signIn: SignIn
    let progress: CustomProgress
    /// What is answered.
    let challenge: CreateAuthChallenge
    let answer: String
}

/// What the pool's functions say follows in a custom flow.
private enum CustomSequel: Sendable {
    case failure
    case tokens(afterPassword: Bool)
    case challenge(CustomProgress)
}

/// CUSTOM_CHALLENGE: the pool's functions define, make and judge the challenges.
extension UserPoolsService {
    /// Takes the first step of `CUSTOM_AUTH`, over SRP first where the client asks for it.
    func beginCustom(
        _ signIn: SignIn, parameters: [String: String]
    ) async throws(ServiceFault) -> SignInAnswer {
        guard parameters["CHALLENGE_NAME"] == "SRP_A" else {
            let progress = CustomProgress(history: [], provedPassword: false)
            return try await proceed(signIn, to: try await sequel(of: signIn, after: progress))
        }
        guard let publicKey = parameters["SRP_A"] else { throw .missingParameter("SRP_A") }
        let started = [AnsweredChallenge(name: "SRP_A", isRight: true)]
        let decision = try await pools.defineChallenge(customFlow(signIn, history: started))
        guard decision != .challenge("PASSWORD_VERIFIER") else {
            return try await beginPasswordVerifier(signIn, publicKey: publicKey)
        }
        let progress = CustomProgress(history: started, provedPassword: false)
        return try await proceed(
            signIn, to: try await sequel(of: signIn, after: progress, decided: decision))
    }

    /// Goes on with a custom flow whose password was proved over SRP.
    ///
    /// The proof is judged and spent before the functions are asked.
    func proceedCustom(
        _ signIn: SignIn, _ user: UserRecord, reuse: ServiceFault
    ) async throws(ServiceFault) -> SignInAnswer {
        let proved = try await pools.proved(
            SignInStep(
                signIn: signIn, event: .provedFirstFactor(signIn.rest(for: user)), user: user,
                proof: .password, reuse: reuse))
        let history = ["SRP_A", "PASSWORD_VERIFIER"].map { AnsweredChallenge(name: $0, isRight: true) }
        let progress = CustomProgress(history: history, provedPassword: true)
        return try await proceed(
            proved, to: try await sequel(of: proved, after: progress), proof: .password)
    }

    /// Judges an answer by the pool's function, whose private parameters came along in the session string.
    func answerCustomChallenge(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let guess = try await bookedGuess(request, context: data)
        var (progress, isWrong) = (guess.progress, false)
        let sequel: CustomSequel
        do throws(ServiceFault) {
            isWrong = try await !pools.verifyAnswer(
                guess.answer, hidden: guess.challenge.hidden,
                in: customFlow(guess.signIn, history: progress.history))
            progress.history.append(
                AnsweredChallenge(name: "CUSTOM_CHALLENGE", isRight: !isWrong, metadata: guess.challenge.metadata))
            progress.challenge = nil
            sequel = try await self.sequel(of: guess.signIn, after: progress)
        } catch {
            if !isWrong { try await pools.countUnjudged(guess.signIn) }
            throw error
        }
        // A right answer alone proves nothing that failed attempts could be forgiven for; tokens do.
        return try await proceed(guess.signIn, to: sequel, takingBack: !isWrong)
    }

    /// Takes up the sign-in, and spends its session, in one transaction, before the answer is judged: whoever answers it
    /// many times at once has one guess, too.
    ///
    /// So is a failure counted, and a lock refuses the answer; only who has answered wrongly in this sign-in is left to
    /// the functions, which decide how often.
    private func bookedGuess(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> BookedGuess {
        guard holdsCustomSession(request) else {
            // A read refuses it: who holds no session string of ours keeps nobody from writing.
            _ = try await openChallenge(request, in: [.customChallenge], needing: ["ANSWER"], context: data)
            throw .invalidSession
        }
        return try await pools.write { store in
            let signIn = try openChallenge(
                request, in: [.customChallenge], needing: ["ANSWER"], context: data, from: store)
            let answer = ChallengeResponses(request.challengeResponses)
            try judgeCaller(of: signIn, answer)
            guard case .custom(let progress)? = signIn.session.detail, let challenge = progress.challenge else {
                throw ServiceFault.invalidSession
            }
            // An app whose device is unknown answers again without it, which a spent session would not allow. Whoever
            // is not there has no device, so that nobody can tell.
            let hasNoDevices = signIn.user == nil && signIn.pool.tracksDevices
            guard signIn.device != .unknown, !hasNoDevices || answer["DEVICE_KEY"] == nil else {
                throw ServiceFault.noSuchDevice
            }
            let wasWrong = progress.history.contains { $0.name == "CUSTOM_CHALLENGE" && !$0.isRight }
            return BookedGuess(
                signIn: try pools.book(signIn, minding: !wasWrong, in: store), progress: progress,
                challenge: challenge, answer: try answer.required("ANSWER"))
        }
    }

    /// Whether a request holds a session string of a custom challenge, which needs no way to the database.
    private func holdsCustomSession(_ request: RespondToAuthChallengeRequest) -> Bool {
        let session = try? request.session.map { text in
            try SignInSession(
                opening: text, clientID: request.clientId, sealer: pools.sealer, now: pools.clock.now)
        }
        return session?.state == .customChallenge
    }

    /// Asks the pool's functions what follows.
    private func sequel(
        of signIn: SignIn, after progress: CustomProgress, decided: DefineAuthChallenge? = nil
    ) async throws(ServiceFault) -> CustomSequel {
        let flow = customFlow(signIn, history: progress.history)
        let decision = if let decided { decided } else { try await pools.defineChallenge(flow) }
        switch decision {
        case .failure: return .failure
        case .tokens: return .tokens(afterPassword: progress.provedPassword)
        case .challenge("CUSTOM_CHALLENGE"):
            var next = progress
            next.challenge = try await pools.createChallenge(flow)
            return .challenge(next)
        case .challenge(let name):
            throw ServiceFault(
                .invalidLambdaResponse, "DefineAuthChallenge named the challenge \(name), which cannot follow.")
        }
    }

    /// Does what the pool's functions say follows.
    private func proceed(
        _ signIn: SignIn, to sequel: CustomSequel, proof: SignInProof? = nil, takingBack: Bool = false
    ) async throws(ServiceFault) -> SignInAnswer {
        switch sequel {
        case .failure:
            try await pools.refuse(signIn, proof: .custom)
        case .tokens(let isAfterPassword):
            guard let user = signIn.user else { try await pools.refuse(signIn, proof: .custom) }
            var rest = signIn.rest(for: user)
            // A second factor follows the first one of the pool's own only; what else is proved is the functions' affair.
            if !isAfterPassword { rest.needNoSecondFactor() }
            return try await pools.take(
                SignInStep(signIn: signIn, event: .provedFirstFactor(rest), user: user, proof: proof ?? .custom))
        case .challenge(let next):
            return try await pools.take(
                SignInStep(
                    signIn: signIn, event: .definedChallenge, user: signIn.user, proof: proof,
                    takesBackFailure: takingBack, detail: .custom(next)))
        }
    }

    private func customFlow(_ signIn: SignIn, history: [AnsweredChallenge]) -> CustomFlow {
        let subject = TriggerSubject(
            signIn.user, named: signIn.session.typedName, in: signIn.pool, by: signIn.client)
        return CustomFlow(subject: subject, history: history, metadata: signIn.metadata)
    }
}

extension UserPools {
    /// The longest session string that clients can send back.
    private static let longestSession = 4_096

    /// Opens the challenge that a function has made; what it shows does not travel in the session string.
    /// - Throws: `InvalidLambdaResponseException` where the rest is too much for one.
    func openCustomChallenge(_ signIn: SignIn) throws(ServiceFault) -> OpenedChallenge {
        guard case .custom(var progress)? = signIn.session.detail, let challenge = progress.challenge else {
            throw .invalidSession
        }
        progress.challenge?.shown = [:]
        var signIn = signIn
        signIn.session.detail = .custom(progress)
        guard signIn.session.sealed(by: sealer).utf8.count <= Self.longestSession else {
            throw ServiceFault(
                .invalidLambdaResponse,
                "The private parameters and the history of the custom challenges are more than a session can hold.")
        }
        return OpenedChallenge(
            signIn: signIn, name: .customChallenge,
            parameters: challenge.shown.merging(["USERNAME": userIDForSRP(signIn)]) { $1 })
    }
}
