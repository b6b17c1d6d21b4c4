// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Begins a sign-in on the hosted pages.
    ///
    /// `parameters` has the members of `AuthParameters` that a page can send; others are ignored. `target` is the level
    /// that the sign-in must reach, if the authorization request names one. Passwords need no `ExplicitAuthFlows`.
    ///
    /// - Throws: the faults of `InitiateAuth`; `InvalidParameterException` for flows other than `USER_PASSWORD_AUTH`
    ///   and `USER_AUTH`.
    package func beginHostedSignIn(
        _ flow: SignInFlow, clientID: String, parameters: [String: String], target: AuthenticationLevel?
    ) async throws(ServiceFault) -> HostedAnswer {
        try await beginHostedSignIn(
            flow, clientID: clientID, parameters: parameters, levels: target.map { [$0] } ?? [])
    }

    /// Begins a sign-in on the hosted pages that must reach one of the levels, in order of preference; any level will
    /// do if there are none.
    ///
    /// A sign-in that ends at once gives the browser what `destination` says.
    ///
    /// - Throws: as ``beginHostedSignIn(_:clientID:parameters:target:)``.
    package func beginHostedSignIn(
        _ flow: SignInFlow, clientID: String, parameters: [String: String], levels: [AuthenticationLevel],
        endingIn destination: BrowserReturn? = nil
    ) async throws(ServiceFault) -> HostedAnswer {
        guard flow == .userPassword || flow == .user else { throw flow.notEnabled }
        let parameters = parameters.filter { Self.parametersOfPages.contains($0.key) }
        var signIn = try await beginning(
            of: flow, clientID: clientID, parameters: parameters, validationData: nil, context: .pages(destination))
        guard flow == .userPassword else {
            return try HostedAnswer(await beginUserAuth(signIn, parameters: parameters, stepUp: StepUp(levels)))
        }
        signIn.session.target = signIn.level(afterPasswordAmong: levels)
        return try HostedAnswer(await checkPassword(signIn, password: parameters["PASSWORD"] ?? ""))
    }

    /// Begins a sign-in of a browser that is signed in already, which must reach one of the levels, or without levels be
    /// complete: the proofs of the browser's session that count today count up to an age in seconds, and the challenge
    /// is for what is missing.
    ///
    /// - Returns: `nil` if a first factor is missing, so that the user must begin at the first page.
    /// - Throws: the faults of `InitiateAuth`; `InvalidParameterException` for a user who can reach none of the levels.
    package func stepUpHostedSignIn(
        _ browser: BrowserSessionRecord, clientID: String, userName: String, levels: [AuthenticationLevel],
        maximumAge: Int?
    ) async throws(ServiceFault) -> HostedAnswer? {
        // The flow with a password is open to every client; the password is not checked.
        let begun = try await beginning(
            of: .userPassword, clientID: clientID, parameters: ["USERNAME": userName, "PASSWORD": ""],
            validationData: nil, context: .pages())
        guard begun.user?.sub == browser.sub else { return nil }
        let stepUp = StepUp(levels, from: browser, maximumAge: maximumAge)
        var signIn = begun
        if levels.isEmpty {
            guard let user = begun.user, stepUp.counts(provedAt: browser.signIn.provedAt, now: pools.clock.now) else {
                return nil
            }
            signIn.count(
                CountedProofs(of: browser, for: user, in: begun.pool).methods, of: .browser(browser.hash),
                provedAt: browser.signIn.provedAt)
        } else {
            signIn = try await aimed(begun, at: stepUp)
        }
        guard signIn.session.former != nil else { return nil }
        let missing = levels.isEmpty ? signIn.missingFactorsOfBrowser() : try signIn.missingFactors()
        guard !missing.isEmpty else { return nil }
        return try HostedAnswer(
            await pools.steps.take(SignInStep(signIn: signIn, event: .presentedToken(missing), user: signIn.user)))
    }

    /// Answers a challenge of a sign-in on the hosted pages; the last one gives the browser what `destination` says.
    ///
    /// - Throws: the faults of `RespondToAuthChallenge`; `NotAuthorizedException` for a session string of the API, and
    ///   for challenges that a page does not have.
    package func answerHostedChallenge(
        _ request: RespondToAuthChallengeRequest, endingIn destination: BrowserReturn? = nil
    ) async throws(ServiceFault) -> HostedAnswer {
        guard Self.challengesOfPages.contains(request.challengeName) else { throw .invalidSession }
        var request = request
        request.challengeResponses?["DEVICE_KEY"] = nil
        return try HostedAnswer(await answerChallenge(request, context: .pages(destination)))
    }

    /// Generates the secret of an authenticator app for `MFA_SETUP` on the hosted pages.
    ///
    /// - Throws: the faults of `AssociateSoftwareToken`.
    package func associateHostedSoftwareToken(
        session: String
    ) async throws(ServiceFault) -> AssociateSoftwareTokenResponse {
        try await associateSoftwareToken(session: session, context: .pages())
    }

    /// Checks the first code of an authenticator app for `MFA_SETUP` on the hosted pages; the session of the response
    /// answers the challenge.
    ///
    /// - Throws: the faults of `VerifySoftwareToken`.
    package func verifyHostedSoftwareToken(
        session: String, code: String, friendlyName: String?
    ) async throws(ServiceFault) -> VerifySoftwareTokenResponse {
        try await verifySoftwareToken(
            session: session, code: code, friendlyName: friendlyName, context: .pages())
    }

    /// The parameters that a page sends; without device keys, tokens and data of SRP.
    private static let parametersOfPages: Set<String> = ["USERNAME", "PASSWORD", "PREFERRED_CHALLENGE"]

    /// The challenges that a page can answer: those without SRP, devices and custom steps.
    private static let challengesOfPages: Set<ChallengeNameType> = [
        .selectChallenge, .password, .emailOtp, .smsOtp, .webAuthn, .newPasswordRequired, .selectMfaType, .smsMfa,
        .softwareTokenMfa, .mfaSetup,
    ]
}

extension SignIn {
    /// The first level that the user can reach with the password, or else the first one, whose fault follows a correct
    /// password; `nil` if there are none.
    fileprivate func level(afterPasswordAmong levels: [AuthenticationLevel]) -> AuthenticationLevel? {
        let factors = user?.levelFactors(in: pool) ?? []
        let reachable = levels.first { level in
            level.isReached(by: [.password]) || !level.secondFactors(among: factors, after: [.password]).isEmpty
        }
        return reachable ?? levels.first
    }
}

extension HostedAnswer {
    /// Creates the answer to a page.
    /// - Throws: `NotAuthorizedException` for tokens, which no sign-in on the pages ends in.
    init(_ answer: SignInAnswer) throws(ServiceFault) {
        switch answer {
        case .challenge(let name, let session, let parameters, let available):
            self = .challenge(name, session: session, parameters: parameters, available: available ?? [])
        case .authenticated(let authentication, let session): self = .signedIn(authentication, session)
        case .tokens: throw .invalidSession
        }
    }
}
