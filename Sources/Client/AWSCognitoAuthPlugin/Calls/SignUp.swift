// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Creates a user.
    ///
    /// The plugin's own options are `AWSAuthSignUpOptions`.
    ///
    /// - Throws: `AuthError`.
    public func signUp(
        username: String,
        password: String? = nil,
        options: AuthSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        let extra = options?.pluginOptions as? AWSAuthSignUpOptions
        let engineOptions = SignUpOptions(
            userAttributes: (options?.userAttributes ?? []).byName,
            validationData: extra?.validationData ?? [:],
            clientMetadata: extra?.metadata
        )
        return try await run(HubPayload.EventName.Auth.signUpAPI, .userPool) { engine throws(SessionError) in
            try await engine.signUp(username: username, password: password, options: engineOptions)
        } answer: {
            AuthSignUpResult($0)
        }
    }
}

extension [AuthUserAttribute] {
    /// The values by their names on the wire; of two with the same name the later one counts.
    var byName: [String: String] {
        Dictionary(map { ($0.key.rawValue, $0.value) }) { $1 }
    }
}

/// The options of a sign-up, in addition to name, password and attributes.
public struct AWSAuthSignUpOptions: Sendable {
    /// Passed to the pool's pre sign-up trigger.
    public let validationData: [String: String]?

    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(validationData: [String: String]? = nil, metadata: [String: String]? = nil) {
        self.validationData = validationData
        self.metadata = metadata
    }
}

extension AWSCognitoAuthPlugin {
    /// Confirms a new user with the code that was delivered.
    ///
    /// The plugin's own options are `AWSAuthConfirmSignUpOptions`.
    ///
    /// - Throws: `AuthError`.
    public func confirmSignUp(
        for username: String,
        confirmationCode: String,
        options: AuthConfirmSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        let extra = options?.pluginOptions as? AWSAuthConfirmSignUpOptions
        let engineOptions = ConfirmSignUpOptions(
            forceAliasCreation: extra?.forceAliasCreation,
            clientMetadata: extra?.metadata
        )
        return try await run(HubPayload.EventName.Auth.confirmSignUpAPI, .userPool) { engine throws(SessionError) in
            try await engine.confirmSignUp(username: username, code: confirmationCode, options: engineOptions)
        } answer: {
            AuthSignUpResult($0)
        }
    }
}

/// The options of the confirmation of a sign-up, in addition to name and code.
public struct AWSAuthConfirmSignUpOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Whether an address that is another user's alias may become this user's.
    public let forceAliasCreation: Bool?

    /// Makes options.
    public init(metadata: [String: String]? = nil, forceAliasCreation: Bool? = nil) {
        self.metadata = metadata
        self.forceAliasCreation = forceAliasCreation
    }
}

extension AWSCognitoAuthPlugin {
    /// Sends the sign-up code again.
    ///
    /// The plugin's own options are `AWSAuthResendSignUpCodeOptions`.
    ///
    /// - Throws: `AuthError`.
    public func resendSignUpCode(
        for username: String,
        options: AuthResendSignUpCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        let extra = options?.pluginOptions as? AWSAuthResendSignUpCodeOptions
        return try await run(HubPayload.EventName.Auth.resendSignUpCodeAPI, .userPool) { engine throws(SessionError) in
            try await engine.resendSignUpCode(username: username, clientMetadata: extra?.metadata)
        } answer: {
            AuthCodeDeliveryDetails($0)
        }
    }
}

/// The options of a request for another sign-up code.
public struct AWSAuthResendSignUpCodeOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}
