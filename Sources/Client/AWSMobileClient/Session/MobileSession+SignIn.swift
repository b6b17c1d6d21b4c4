// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseSession
import GatehouseWire
import Synchronization

extension MobileSession {
    /// Signs a user in with the user pool, up to the end or to the first challenge.
    package func signIn(
        username: String,
        password: String,
        validationData: [String: String]?,
        clientMetadata: [String: String]
    ) async throws -> SignInResult {
        let options = SignInOptions(clientMetadata: clientMetadata.merging(validationData ?? [:]) { $1 })
        return try await step { engine in
            try await engine.signIn(username: username, password: password, options: options)
        }
    }

    /// Ends the sign-in before, and lets the present call begin another; or refuses it.
    ///
    /// - Throws: `invalidState` while a user is signed in, `userPoolNotConfigured`.
    func beginSignIn() throws {
        try requireSignInAllowed()
        abandonSignIn()
    }

    /// Takes the open challenge for an answer.
    ///
    /// - Throws: `invalidState` if none is open.
    func requireOpenChallenge() throws {
        let (engine, call) = (loaded.engine, CallMoment.present)
        try common.withLock { common throws(AWSMobileClientError) in
            guard let signIn = common.signIn, signIn.isAsking, engine?.isOvertaken(signIn: signIn.call) == false else {
                throw .noChallenge
            }
            common.signIn = PresentSignIn(call: call)
        }
    }

    /// Answers the challenge that was taken.
    package func confirmSignIn(
        response: String,
        userAttributes: [String: String],
        clientMetadata: [String: String]
    ) async throws -> SignInResult {
        let options = ConfirmSignInOptions(userAttributes: userAttributes, clientMetadata: clientMetadata)
        return try await step { engine in
            do throws(SessionError) {
                return try await engine.confirmSignIn(response: response, options: options)
            } catch {
                if !error.leavesChallengeOpen { engine.abandonSignIn() }
                throw error
            }
        }
    }

    private func result(of outcome: SignInOutcome) async throws -> SignInResult {
        switch outcome.nextStep {
        case .done:
            try await completeSignIn(userPoolInformation)
            return .step(.signedIn)
        case .confirmSignInWithNewPassword: return .step(.newPasswordRequired)
        case .confirmSignInWithSMSMFACode(let delivery, _): return .code(UserCodeDeliveryDetails(ofCode: delivery))
        case .confirmSignInWithOTP(let delivery): return .code(UserCodeDeliveryDetails(ofCode: delivery))
        case .confirmSignInWithTOTPCode(let name):
            return .code(UserCodeDeliveryDetails(deliveryMedium: .unknown, destination: name, attributeName: "unknown"))
        case .confirmSignInWithCustomChallenge(let parameters):
            return .step(.customChallenge, parameters)
        case .confirmSignUp: throw AWSMobileClientError.userNotConfirmed(message: "User is not confirmed.")
        case .resetPassword:
            throw AWSMobileClientError.passwordResetRequired(message: "Password reset required for the user")
        case .confirmSignInWithPassword, .continueSignInWithMFASelection, .continueSignInWithFirstFactorSelection,
            .continueSignInWithMFASetupSelection, .continueSignInWithTOTPSetup, .continueSignInWithEmailMFASetup:
            try engine.abandonSignIn()
            throw AWSMobileClientError.unknownChallenge
        }
    }

    /// The information for listeners about a sign-in with the user pool.
    var userPoolInformation: [String: String] {
        guard let user = record?.user, let pool = loaded.engine?.configuration.userPool else { return [:] }
        return ["provider": pool.loginsKey, "token": user.tokens.idToken]
    }
}

/// The sign-in that is under way or waits for an answer.
///
/// The engine knows whether another call has overtaken it. These are the additions of this API: it refuses a second answer
/// to a challenge before the call returns, and the call of an overtaken sign-in does not wait for a service.
struct PresentSignIn: Sendable {
    /// The call that began it, or that has answered last.
    let call: CallMoment
    /// Cancels the call; nil while it has not begun, and while the user must answer.
    var cancel: (@Sendable () -> Void)?
    /// Whether the user must answer a challenge.
    var isAsking = false
}

extension MobileSession {
    /// Ends the sign-in from before the present call, if there is one; its call fails with `unableToSignIn`.
    func abandonSignIn() {
        loaded.engine?.abandonSignIn()
        cancelOvertakenSignIn()
    }

    /// Cancels the present sign-in if a sign-out or a later sign-in has overtaken it.
    func cancelOvertakenSignIn() {
        let engine = loaded.engine
        let overtaken = common.withLock { common -> PresentSignIn? in
            guard let signIn = common.signIn, engine?.isOvertaken(signIn: signIn.call) == true else { return nil }
            defer { common.signIn = nil }
            return signIn
        }
        overtaken?.cancel?()
    }

    /// Runs the step of a sign-in: the first, or the one after the challenge that was taken.
    ///
    /// - Parameter step: the sign-in, up to its end or to the next challenge.
    /// - Returns: the result for the app.
    /// - Throws: the step's error, or `unableToSignIn` if the sign-in was abandoned.
    private func step(
        _ step: @escaping @Sendable (SessionEngine) async throws -> SignInOutcome
    ) async throws -> SignInResult {
        let (engine, call) = (try engine, CallMoment.present)
        let task = try common.withLock { common throws(AWSMobileClientError) in
            if engine.isOvertaken(signIn: call) { throw .signInAbandoned }
            // Unstructured on purpose: another sign-in, or a sign-out, cancels it.
            let task = Task {
                try Task.checkCancellation()
                return try await step(engine)
            }
            common.signIn = PresentSignIn(call: call, cancel: { task.cancel() })
            return task
        }
        let result = await task.result
        let isOvertaken = common.withLock { common in
            if engine.isOvertaken(signIn: call) { return true }
            if common.signIn?.call == call {
                common.signIn = result.leavesChallenge ? PresentSignIn(call: call, isAsking: true) : nil
            }
            return false
        }
        // A sign-in with a stored session is complete and cannot be abandoned.
        if isOvertaken, (try? result.get())?.isSignedIn != true { throw AWSMobileClientError.signInAbandoned }
        return try await self.result(of: result.get())
    }
}

extension Result where Success == SignInOutcome, Failure == any Error {
    /// Whether the user may answer a challenge, for the first time or again.
    fileprivate var leavesChallenge: Bool {
        switch self {
        case .success(let outcome): outcome.nextStep.isAnswerable
        case .failure(let error as SessionError): error.leavesChallengeOpen
        case .failure: false
        }
    }
}

extension SignInStep {
    /// Whether the older API has an answer to the step.
    var isAnswerable: Bool {
        switch self {
        case .confirmSignInWithNewPassword, .confirmSignInWithSMSMFACode, .confirmSignInWithTOTPCode,
            .confirmSignInWithOTP, .confirmSignInWithCustomChallenge:
            true
        case .confirmSignUp, .resetPassword, .confirmSignInWithPassword, .continueSignInWithMFASelection,
            .continueSignInWithFirstFactorSelection, .continueSignInWithMFASetupSelection,
            .continueSignInWithTOTPSetup, .continueSignInWithEmailMFASetup, .done:
            false
        }
    }
}

extension SessionError {
    /// Whether a refused answer may be given again: a wrong one, or one that was lost on its way.
    var leavesChallengeOpen: Bool {
        switch self {
        case .service(let fault): fault.code == .codeMismatch || fault.code == .invalidPassword
        case .network: true
        default: false
        }
    }
}

extension SignInResult {
    fileprivate static func code(_ details: UserCodeDeliveryDetails) -> SignInResult {
        SignInResult(signInState: .smsMFA, parameters: [:], codeDetails: details)
    }

    fileprivate static func step(_ state: SignInState, _ parameters: [String: String] = [:]) -> SignInResult {
        SignInResult(signInState: state, parameters: parameters, codeDetails: nil)
    }
}

extension UserCodeDeliveryDetails {
    /// Where the code of a sign-in went; the service names no attribute.
    fileprivate init(ofCode delivery: CodeDelivery) {
        let details = UserCodeDeliveryDetails(delivery)
        let name =
            switch details.deliveryMedium {
            case .sms: "phone"
            case .email: "email"
            case .unknown: "unknown"
            }
        self.init(deliveryMedium: details.deliveryMedium, destination: details.destination, attributeName: name)
    }
}

extension MobileSession {
    /// Signs in with the token of a provider, without a request to any service; an invalid token fails the first
    /// call for credentials.
    ///
    /// - Throws: as `adoptFederation`.
    package func federatedSignIn(
        provider: String,
        token: String,
        options: FederatedSignInOptions
    ) async throws -> UserState {
        try adoptFederation(provider: provider, token: token, options: options)
        return try await completeFederation(provider: provider, token: token)
    }

    /// Stores the login of a federated sign-in.
    ///
    /// - Throws: `federationProviderExists` while a user of the user pool is signed in, `invalidParameter` for the first
    ///   developer identity without an id.
    package func adoptFederation(provider: String, token: String, options: FederatedSignInOptions) throws {
        let engine = try engine
        let record = record
        // A session of hosted pages is replaced.
        if let user = record?.user, !user.method.isOnPages { throw AWSMobileClientError.userPoolSession }
        let former = record?.federatedLogin
        if provider == IdentityProvider.developer.rawValue, former?.provider != provider,
            options.cognitoIdentityId == nil
        {
            throw AWSMobileClientError.noDeveloperIdentity
        }
        try engine.adoptFederation(
            FederatedLogin(provider: provider, token: token, customRoleARN: options.customRoleARN),
            identityID: options.cognitoIdentityId
        )
    }

    /// Shows the user of a stored login as signed in.
    ///
    /// - Throws: `unableToSignIn` if another session has taken its place, or none.
    package func completeFederation(provider: String, token: String) async throws -> UserState {
        guard let login = record?.login, login.provider == provider, login.token == token else {
            throw AWSMobileClientError.signedOutMeanwhile
        }
        try await completeSignIn(["provider": provider, "token": token])
        return .signedIn
    }
}

extension SessionRecord {
    /// The login of a session that is federated by a token.
    fileprivate var federatedLogin: FederatedLogin? {
        if case .federated(let login, _) = self, login.pages == nil { login } else { nil }
    }
}
