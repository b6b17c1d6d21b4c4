// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

extension MobileSession {
    /// Signs a user in with the user pool, up to the end or to the first challenge.
    package func signIn(
        username: String,
        password: String,
        validationData: [String: String]?,
        clientMetadata: [String: String]
    ) async throws -> SignInResult {
        let engine = try engine
        let options = SignInOptions(clientMetadata: clientMetadata.merging(validationData ?? [:]) { $1 })
        let outcome = try await signIns.run(in: turn) {
            try await engine.signIn(username: username, password: password, options: options)
        }
        return try await result(of: outcome)
    }

    /// The number of the sign-in to which the present call belongs.
    var turn: Int { CallMarks.ofPresentCall?.turn ?? signIns.number }

    /// Ends the sign-in before, and lets the present call begin another; or refuses it.
    ///
    /// - Throws: `invalidState` while a user is signed in, `userPoolNotConfigured`.
    func beginSignIn() throws {
        try requireSignInAllowed()
        signIns.abandon()
    }

    /// Takes the open challenge for an answer.
    ///
    /// - Throws: `invalidState` if none is open.
    func requireOpenChallenge() throws {
        try signIns.takeChallenge()
    }

    /// Answers the challenge that was taken.
    package func confirmSignIn(
        response: String,
        userAttributes: [String: String],
        clientMetadata: [String: String]
    ) async throws -> SignInResult {
        let engine = try engine
        let options = ConfirmSignInOptions(userAttributes: userAttributes, clientMetadata: clientMetadata)
        let outcome = try await signIns.run(in: turn) {
            do throws(SessionError) {
                return try await engine.confirmSignIn(response: response, options: options)
            } catch {
                if !error.leavesChallengeOpen { engine.abandonSignIn() }
                throw error
            }
        }
        return try await result(of: outcome)
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
