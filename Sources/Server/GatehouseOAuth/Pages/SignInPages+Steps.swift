// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehousePages
import GatehouseSignIn
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/login/step`: the steps of a sign-in after its first page.
extension SignInPages {
    /// Answers the challenge of the form, or continues the set-up of an authenticator app.
    func submitStep() async throws(ServiceFault) -> PageReply {
        guard let run = responder.run else { return wentWrong() }
        switch run.step {
        case .challenge(let challenge): return try await answer(challenge, in: run)
        case .tokenSetUp(let challenge, let secret):
            return try await verifyToken(of: challenge, secret: secret, in: run)
        case .signIn, .confirmation, .reset: return wentWrong()
        }
    }

    /// Replies to an answer of the machine: the user is signed in, or a challenge follows.
    func reply(
        to answer: HostedAnswer, as name: String, in run: PageRun
    ) async throws(ServiceFault) -> PageReply {
        switch answer {
        case .signedIn(_, let session):
            return try await finish(session)
        case .challenge(let type, let session, let parameters, let available):
            let challenge = OpenChallenge(
                name: type.rawValue, session: session, userName: name, parameters: parameters,
                available: available.map(\.rawValue))
            return try await open(challenge, in: run)
        }
    }

    /// Replies with the page of a challenge, or answers it at once if the user has no choice.
    private func open(_ challenge: OpenChallenge, in run: PageRun) async throws(ServiceFault) -> PageReply {
        let factors = challenge.factors
        switch challenge.type {
        case .selectChallenge where factors.count == 1 && factors[0] != .password:
            return try await send(["ANSWER": factors[0].rawValue], to: challenge, in: run)
        case .mfaSetup where factors == [.authenticatorApp]:
            return try await setUpToken(for: challenge, in: run)
        default:
            return show(challenge, in: run)
        }
    }

    private func answer(_ challenge: OpenChallenge, in run: PageRun) async throws(ServiceFault) -> PageReply {
        do throws(ServiceFault) {
            if let reply = try await changeFactor(of: challenge, in: run) { return reply }
            if challenge.type == .newPasswordRequired, field(PageField.password) != field(PageField.passwordAgain) {
                return show(challenge, in: run, error: .passwordsDiffer)
            }
            guard let responses = challenge.responses(from: field) else {
                return show(challenge, in: run, error: .missingEntry)
            }
            return try await send(responses, to: challenge, in: run)
        } catch {
            guard !error.endsSignIn else { return wentWrong(error) }
            return show(challenge, in: run, withPassword: field(PageField.password) != nil, fault: error)
        }
    }

    /// Changes the factor without an answer to the challenge: another code, another choice, or the form of a choice.
    /// - Returns: `nil` for a form that answers the challenge.
    private func changeFactor(
        of challenge: OpenChallenge, in run: PageRun
    ) async throws(ServiceFault) -> PageReply? {
        if let action, !challenge.available.isEmpty {
            var parameters = ["USERNAME": challenge.userName]
            if action == .resend { parameters["PREFERRED_CHALLENGE"] = challenge.name }
            return try await begin(.user, parameters, as: challenge.userName, in: run)
        }
        let factor = field(PageField.factor).flatMap(PageFactor.init(rawValue:))
        switch (challenge.type, factor) {
        case (.selectChallenge, .password) where field(PageField.password) == nil:
            return show(challenge, in: run, withPassword: true)
        case (.mfaSetup, .authenticatorApp):
            return try await setUpToken(for: challenge, in: run)
        case (.mfaSetup, .emailCode) where field(PageField.address) == nil:
            return responder.reply(
                AddressPage(.email), to: .step, run: PageRun(startedAt: run.startedAt, step: .challenge(challenge)))
        default:
            return nil
        }
    }

    private func send(
        _ responses: [String: String], to challenge: OpenChallenge, in run: PageRun
    ) async throws(ServiceFault) -> PageReply {
        let request = RespondToAuthChallengeRequest(
            clientId: client.id, challengeName: challenge.type, session: challenge.session,
            challengeResponses: responses.merging(["USERNAME": challenge.userName]) { given, _ in given })
        let answer = try await service.answerHostedChallenge(try request.checked(), endingIn: await browserReturn)
        return try await reply(to: answer, as: challenge.userName, in: run)
    }
}

/// The set-up of an authenticator app.
extension SignInPages {
    private func setUpToken(for challenge: OpenChallenge, in run: PageRun) async throws(ServiceFault) -> PageReply {
        let token = try await service.associateHostedSoftwareToken(session: challenge.session)
        var next = challenge
        next.session = token.session ?? challenge.session
        return show(next, secret: token.secretCode ?? "", in: run)
    }

    private func verifyToken(
        of challenge: OpenChallenge, secret: String, in run: PageRun
    ) async throws(ServiceFault) -> PageReply {
        guard let code = field(PageField.code) else {
            return show(challenge, secret: secret, in: run, error: .missingEntry)
        }
        do throws(ServiceFault) {
            let verified = try await service.verifyHostedSoftwareToken(
                session: challenge.session, code: code, friendlyName: field(PageField.deviceName))
            var next = challenge
            next.session = verified.session ?? challenge.session
            return try await send([:], to: next, in: run)
        } catch {
            return error.endsSignIn ? wentWrong(error) : show(challenge, secret: secret, in: run, fault: error)
        }
    }
}
