// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The progress of a custom flow; the session string contains it in sealed form.
struct CustomProgress: Sendable, Equatable, Codable {
    /// The answered challenges, in order.
    var history: [AnsweredChallenge]
    /// Whether one of them was the password.
    var provedPassword: Bool
    /// The challenge that waits for an answer.
    var challenge: CreateAuthChallenge?
}

/// The next challenge of a custom flow.
struct NextCustomChallenge: Sendable {
    let progress: CustomProgress
    /// Whether the answer before it was correct, so that the failure that was counted for it is taken back.
    let followsCorrectAnswer: Bool
}

/// An answer to a custom challenge, for which a failure was counted and the session was spent.
private struct CountedAnswer: Sendable {
    let signIn: SignIn
    let progress: CustomProgress
    /// The challenge that was answered.
    let challenge: CreateAuthChallenge
    let answer: String
}

/// The next step of a custom flow, as the triggers decide.
private enum CustomSequel: Sendable {
    case failure
    case tokens(afterPassword: Bool)
    case challenge(CustomProgress)
}

/// CUSTOM_CHALLENGE: triggers define, create and judge the challenges.
extension UserPoolsService {
    /// Takes the first step of `CUSTOM_AUTH`, with SRP first if the client requests it.
    func beginCustom(
        _ signIn: SignIn, parameters: [String: String]
    ) async throws(ServiceFault) -> SignInAnswer {
        guard parameters["CHALLENGE_NAME"] == "SRP_A" else {
            let progress = CustomProgress(history: [], provedPassword: false)
            return try await proceed(signIn, to: try await sequel(of: signIn, after: progress))
        }
        guard let publicKey = parameters["SRP_A"] else { throw .missingParameter("SRP_A") }
        let started = [AnsweredChallenge(name: "SRP_A", isRight: true)]
        let decision = try await pools.triggers.defineChallenge(customFlow(signIn, history: started))
        guard decision != .challenge("PASSWORD_VERIFIER") else {
            return try await beginPasswordVerifier(signIn, publicKey: publicKey)
        }
        let progress = CustomProgress(history: started, provedPassword: false)
        return try await proceed(
            signIn, to: try await sequel(of: signIn, after: progress, decided: decision))
    }

    /// Continues a custom flow after the password was proved over SRP.
    ///
    /// The proof is judged and spent before the triggers are called.
    func proceedCustom(
        _ signIn: SignIn, _ user: UserRecord
    ) async throws(ServiceFault) -> SignInAnswer {
        let proved = try await pools.steps.prove(
            SignInStep(
                signIn: signIn, event: .provedFirstFactor(signIn.rest(for: user)), user: user,
                proof: .password))
        let history = ["SRP_A", "PASSWORD_VERIFIER"].map { AnsweredChallenge(name: $0, isRight: true) }
        let progress = CustomProgress(history: history, provedPassword: true)
        return try await proceed(
            proved, to: try await sequel(of: proved, after: progress), proof: .password)
    }

    /// Judges an answer with the trigger, whose private parameters are in the session string.
    func answerCustomChallenge(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let guess = try await countedAnswer(request, context: data)
        var (progress, isWrong) = (guess.progress, false)
        let sequel: CustomSequel
        do throws(ServiceFault) {
            isWrong = try await !pools.triggers.verifyAnswer(
                guess.answer, hidden: guess.challenge.hidden,
                in: customFlow(guess.signIn, history: progress.history))
            progress.history.append(
                AnsweredChallenge(name: "CUSTOM_CHALLENGE", isRight: !isWrong, metadata: guess.challenge.metadata))
            progress.challenge = nil
            sequel = try await self.sequel(of: guess.signIn, after: progress)
        } catch {
            if !isWrong { try await pools.judge.countUnjudged(guess.signIn) }
            throw error
        }
        // A correct answer alone clears no failed attempts; tokens do.
        return try await proceed(guess.signIn, to: sequel, wasCorrect: !isWrong)
    }

    /// Resumes the sign-in and spends its session in one transaction, before the answer is judged, so that parallel
    /// answers are one guess.
    ///
    /// In the same transaction a failure is counted, and a lock refuses the answer. After a wrong answer in the same
    /// sign-in, the lock does not apply: the triggers decide how many answers they accept.
    private func countedAnswer(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> CountedAnswer {
        guard holdsCustomSession(request) else {
            // A read refuses it: callers without a valid session string must not block writes.
            _ = try await resumeSignIn(answering: request, in: [.customChallenge], needing: ["ANSWER"], context: data)
            throw .invalidSession
        }
        return try await records.write { store in
            let signIn = try resumeSignIn(
                answering: request, in: [.customChallenge], needing: ["ANSWER"], context: data, from: store)
            let answer = ChallengeResponses(request.challengeResponses)
            try judgeCaller(of: signIn, answer)
            guard case .custom(let progress)? = signIn.session.detail, let challenge = progress.challenge else {
                throw ServiceFault.invalidSession
            }
            // An app whose device is unknown answers again without it, which a spent session would not allow. An
            // unknown user has no devices and must get the same fault.
            let hasNoDevices = signIn.user == nil && signIn.pool.tracksDevices
            guard signIn.device != .unknown, !hasNoDevices || answer["DEVICE_KEY"] == nil else {
                throw ServiceFault.noSuchDevice
            }
            let wasWrong = progress.history.contains { $0.name == "CUSTOM_CHALLENGE" && !$0.isRight }
            return CountedAnswer(
                signIn: try pools.counters.countInAdvance(
                    signIn, unlessLocked: !wasWrong, at: pools.clock.now, in: store),
                progress: progress, challenge: challenge, answer: try answer.required("ANSWER"))
        }
    }

    /// Whether a request contains a session string of a custom challenge; the check needs no database access.
    private func holdsCustomSession(_ request: RespondToAuthChallengeRequest) -> Bool {
        let session = try? request.session.map { text in
            try SignInSession(
                unsealing: text, clientID: request.clientId, sealer: pools.sealer, now: pools.forwardClock.now)
        }
        return session?.state == .customChallenge
    }

    /// Calls the triggers to decide the next step.
    private func sequel(
        of signIn: SignIn, after progress: CustomProgress, decided: DefineAuthChallenge? = nil
    ) async throws(ServiceFault) -> CustomSequel {
        let flow = customFlow(signIn, history: progress.history)
        let decision = if let decided { decided } else { try await pools.triggers.defineChallenge(flow) }
        switch decision {
        case .failure: return .failure
        case .tokens: return .tokens(afterPassword: progress.provedPassword)
        case .challenge("CUSTOM_CHALLENGE"):
            var next = progress
            next.challenge = try await pools.triggers.createChallenge(flow)
            return .challenge(next)
        case .challenge(let name):
            throw ServiceFault(
                .invalidLambdaResponse, "DefineAuthChallenge named the challenge \(name), which cannot follow.")
        }
    }

    /// Takes the step that the triggers decided.
    private func proceed(
        _ signIn: SignIn, to sequel: CustomSequel, proof: SignInProof? = nil, wasCorrect: Bool = false
    ) async throws(ServiceFault) -> SignInAnswer {
        switch sequel {
        case .failure:
            try await pools.judge.refuse(signIn, proof: .custom)
        case .tokens(let isAfterPassword):
            guard let user = signIn.user else { try await pools.judge.refuse(signIn, proof: .custom) }
            var rest = signIn.rest(for: user)
            // A second factor follows only a first factor of the pool; the triggers are responsible for all other
            // proofs.
            if !isAfterPassword { rest.needNoSecondFactor() }
            return try await pools.steps.take(
                SignInStep(signIn: signIn, event: .provedFirstFactor(rest), user: user, proof: proof ?? .custom))
        case .challenge(let next):
            return try await pools.steps.take(
                SignInStep(
                    signIn: signIn, event: .definedChallenge, user: signIn.user, proof: proof,
                    custom: NextCustomChallenge(progress: next, followsCorrectAnswer: wasCorrect)))
        }
    }

    private func customFlow(_ signIn: SignIn, history: [AnsweredChallenge]) -> CustomFlow {
        let subject = TriggerSubject(
            signIn.user, named: signIn.session.typedName, in: signIn.pool, by: signIn.client)
        return CustomFlow(subject: subject, history: history, metadata: signIn.metadata)
    }
}

extension ChallengeIssuer {
    /// The maximum length of a session string, so that clients can send it back.
    private static let longestSession = 4_096

    /// Issues the challenge that a trigger has created; the session string does not contain its public parameters.
    /// - Throws: `InvalidLambdaResponseException` if the rest is too long for a session string.
    func issueCustomChallenge(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
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
        return ChallengeIssue(
            signIn: signIn, name: .customChallenge,
            parameters: challenge.shown.merging(["USERNAME": factors.userIDForSRP(signIn)]) { $1 })
    }
}
