// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire
import Synchronization

extension SessionEngine {
    /// Creates an account: `SignUp`.
    ///
    /// - Parameters:
    ///   - username: the name, or an alias where the pool signs up with one.
    ///   - password: left out of the request when nil.
    ///   - options: attributes and metadata.
    /// - Returns: whether the account must be confirmed.
    /// - Throws: `SessionError`.
    package func signUp(
        username: String,
        password: String?,
        options: SignUpOptions = SignUpOptions()
    ) async throws(SessionError) -> SignUpOutcome {
        try require(username, field: "username")
        let (pool, client, marks) = try requireMarkedUserPool()
        let request = SignUpRequest(
            clientId: pool.clientID,
            secretHash: pool.secretHash(for: username),
            username: username,
            password: password,
            userAttributes: options.userAttributes.isEmpty ? nil : AttributeType.list(options.userAttributes),
            validationData: options.validationData.isEmpty ? nil : AttributeType.list(options.validationData),
            analyticsMetadata: marks.analytics,
            userContextData: marks.userContext(of: username),
            clientMetadata: options.clientMetadata
        )
        let response = try await using(client) { client throws(ServiceFault) in try await client.signUp(request) }
        keep(response.session, of: username, isComplete: response.userConfirmed)
        return Self.outcome(response)
    }

    /// Confirms an account with the code that was sent: `ConfirmSignUp`.
    ///
    /// - Parameters:
    ///   - username: the name given to `signUp`, which may have happened in another process.
    ///   - code: the code.
    ///   - options: alias handling and metadata.
    /// - Returns: whether the account can be signed in without a further proof.
    /// - Throws: `SessionError`; the call may be repeated.
    package func confirmSignUp(
        username: String,
        code: String,
        options: ConfirmSignUpOptions = ConfirmSignUpOptions()
    ) async throws(SessionError) -> SignUpOutcome {
        try require(username, field: "username")
        try require(code, field: "code")
        let (pool, client, marks) = try requireMarkedUserPool()
        let request = ConfirmSignUpRequest(
            clientId: pool.clientID,
            secretHash: pool.secretHash(for: username),
            username: username,
            confirmationCode: code,
            forceAliasCreation: options.forceAliasCreation,
            analyticsMetadata: marks.analytics,
            userContextData: marks.userContext(of: username),
            clientMetadata: options.clientMetadata,
            session: openSignUp.withLock { $0?.username == username && $0?.isComplete == false ? $0?.session : nil }
        )
        let response = try await using(client) { client throws(ServiceFault) in
            try await client.confirmSignUp(request)
        }
        keep(response.session, of: username, isComplete: true)
        return SignUpOutcome(
            nextStep: response.session.map { .completeAutoSignIn(session: $0) } ?? .done,
            userID: nil
        )
    }

    /// Sends the code of a sign-up again: `ResendConfirmationCode`.
    ///
    /// - Parameters:
    ///   - username: the name given to `signUp`.
    ///   - clientMetadata: passed to the pool's triggers.
    /// - Returns: where the code went.
    /// - Throws: `SessionError`; `.unknown` if the service does not say where the code went.
    package func resendSignUpCode(
        username: String,
        clientMetadata: [String: String]? = nil
    ) async throws(SessionError) -> CodeDelivery {
        try require(username, field: "username")
        let (pool, client, marks) = try requireMarkedUserPool()
        let request = ResendConfirmationCodeRequest(
            clientId: pool.clientID,
            secretHash: pool.secretHash(for: username),
            userContextData: marks.userContext(of: username),
            username: username,
            analyticsMetadata: marks.analytics,
            clientMetadata: clientMetadata
        )
        let response = try await using(client) { client throws(ServiceFault) in
            try await client.resendConfirmationCode(request)
        }
        return try CodeDelivery(of: response.codeDeliveryDetails)
    }

    private func keep(_ session: String?, of username: String, isComplete: Bool) {
        openSignUp.withLock {
            $0 = session.map { OpenSignUp(username: username, session: $0, isComplete: isComplete) }
        }
    }

    private static func outcome(_ response: SignUpResponse) -> SignUpOutcome {
        if !response.userConfirmed {
            let delivery = response.codeDeliveryDetails.map(CodeDelivery.init)
            return SignUpOutcome(nextStep: .confirmUser(delivery, userID: response.userSub), userID: response.userSub)
        }
        if let session = response.session {
            return SignUpOutcome(nextStep: .completeAutoSignIn(session: session), userID: nil)
        }
        return SignUpOutcome(nextStep: .done, userID: response.userSub)
    }
}

/// A sign-up that this process began or confirmed: its session string ties the next call to it.
struct OpenSignUp: Sendable {
    let username: String
    let session: String
    /// Whether the account is confirmed, so that the session signs in.
    let isComplete: Bool
}

extension OpenSignUp: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(sign-up of \(username))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["username": username, "isComplete": isComplete]) }
}

/// The values of a sign-up beside the user name and the password.
package struct SignUpOptions: Sendable {
    /// Attributes by their names on the wire.
    package var userAttributes: [String: String]
    /// Passed to the pre sign-up trigger.
    package var validationData: [String: String]
    /// Passed to the pool's triggers; omitted from the request when absent.
    package var clientMetadata: [String: String]?

    /// Creates options.
    package init(
        userAttributes: [String: String] = [:],
        validationData: [String: String] = [:],
        clientMetadata: [String: String]? = nil
    ) {
        self.userAttributes = userAttributes
        self.validationData = validationData
        self.clientMetadata = clientMetadata
    }
}

/// The options of the confirmation of a sign-up.
package struct ConfirmSignUpOptions: Sendable {
    /// Whether an alias that belongs to another account may move to this one.
    package var forceAliasCreation: Bool?
    /// Passed to the pool's triggers; omitted from the request when absent.
    package var clientMetadata: [String: String]?

    /// Creates options.
    package init(forceAliasCreation: Bool? = nil, clientMetadata: [String: String]? = nil) {
        self.forceAliasCreation = forceAliasCreation
        self.clientMetadata = clientMetadata
    }
}

/// The result of a step of a sign-up.
package struct SignUpOutcome: Sendable, Equatable {
    /// The next step of a sign-up.
    package enum Step: Sendable, Equatable {
        /// A code must be entered; the delivery says where it went, if one was sent.
        case confirmUser(CodeDelivery?, userID: String)
        /// The account can be used, and the session string signs it in without a further proof.
        case completeAutoSignIn(session: String)
        case done
    }

    /// The app's next step.
    package let nextStep: Step
    /// The user's `sub`, if the service returned it.
    package let userID: String?

    /// Creates an outcome.
    package init(nextStep: Step, userID: String?) {
        self.nextStep = nextStep
        self.userID = userID
    }

    /// Whether the account is confirmed.
    package var isSignUpComplete: Bool {
        if case .confirmUser = nextStep { false } else { true }
    }
}

extension SignUpOutcome.Step: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .confirmUser(let delivery, let userID): "confirmUser(\(String(describing: delivery)), \(userID))"
        case .completeAutoSignIn: "completeAutoSignIn"
        case .done: "done"
        }
    }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["step": description]) }
}
