// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Changes an attribute.
    ///
    /// The plugin's own options are `AWSAuthUpdateUserAttributeOptions`.
    ///
    /// - Throws: `AuthError`.
    public func update(
        userAttribute: AuthUserAttribute,
        options: AuthUpdateUserAttributeRequest.Options? = nil
    ) async throws -> AuthUpdateAttributeResult {
        let extra = options?.pluginOptions as? AWSAuthUpdateUserAttributeOptions
        let attributes = [userAttribute].byName
        return try await run(
            HubPayload.EventName.Auth.updateUserAttributeAPI,
            .userPool
        ) { engine throws(SessionError) in
            try await engine.updateUserAttributes(attributes, clientMetadata: extra?.metadata)
        } answer: {
            AuthUpdateAttributeResult(waitingFor: $0[userAttribute.key.rawValue])
        }
    }

    /// Changes several attributes in one request.
    ///
    /// The plugin's own options are `AWSAuthUpdateUserAttributesOptions`.
    ///
    /// - Throws: `AuthError`; then none has changed.
    public func update(
        userAttributes: [AuthUserAttribute],
        options: AuthUpdateUserAttributesRequest.Options? = nil
    ) async throws -> [AuthUserAttributeKey: AuthUpdateAttributeResult] {
        let extra = options?.pluginOptions as? AWSAuthUpdateUserAttributesOptions
        let attributes = userAttributes.byName
        return try await run(
            HubPayload.EventName.Auth.updateUserAttributesAPI,
            .userPool
        ) { engine throws(SessionError) in
            try await engine.updateUserAttributes(attributes, clientMetadata: extra?.metadata)
        } answer: { deliveries in
            let keys = Set(userAttributes.map(\.key))
            return Dictionary(
                uniqueKeysWithValues: keys.map { ($0, AuthUpdateAttributeResult(waitingFor: deliveries[$0.rawValue])) }
            )
        }
    }
}

extension AuthUpdateAttributeResult {
    /// The result of an attribute that waits for a code, or of one that has its new value.
    fileprivate init(waitingFor delivery: CodeDelivery?) {
        if let delivery {
            self.init(
                isUpdated: false,
                nextStep: .confirmAttributeWithCode(AuthCodeDeliveryDetails(delivery), nil)
            )
        } else {
            self.init(isUpdated: true, nextStep: .done)
        }
    }
}

/// The options of the change of an attribute.
public struct AWSAuthUpdateUserAttributeOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}

/// The options of the change of attributes.
public struct AWSAuthUpdateUserAttributesOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}

extension AWSCognitoAuthPlugin {
    /// Sends a code that verifies an attribute, and says where to.
    ///
    /// The plugin's own options are `AWSSendUserAttributeVerificationCodeOptions`.
    ///
    /// - Throws: `AuthError`.
    public func sendVerificationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthSendUserAttributeVerificationCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        try await sendCode(
            for: userAttributeKey,
            options?.pluginOptions,
            event: HubPayload.EventName.Auth.sendUserAttributeVerificationCodeAPI
        )
    }

    /// Sends an attribute's code again, and says where to.
    ///
    /// The plugin's own options are `AWSSendUserAttributeVerificationCodeOptions`, or their deprecated form.
    ///
    /// - Throws: `AuthError`.
    public func resendConfirmationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthAttributeResendConfirmationCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        try await sendCode(
            for: userAttributeKey,
            options?.pluginOptions,
            event: HubPayload.EventName.Auth.attributeResendConfirmationCodeAPI
        )
    }

    private func sendCode(
        for key: AuthUserAttributeKey,
        _ options: Any?,
        event: HubPayloadEventName
    ) async throws(AuthError) -> AuthCodeDeliveryDetails {
        let metadata = (options as? any VerificationCodeOptions)?.metadata
        return try await run(event, .accountSecret) { engine throws(SessionError) in
            try await engine.sendVerificationCode(attribute: key.rawValue, clientMetadata: metadata)
        } answer: {
            AuthCodeDeliveryDetails($0)
        }
    }
}

/// The members that both names of the options have.
private protocol VerificationCodeOptions {
    var metadata: [String: String]? { get }
}

extension AWSSendUserAttributeVerificationCodeOptions: VerificationCodeOptions {}

@available(*, deprecated)
extension AWSAttributeResendConfirmationCodeOptions: VerificationCodeOptions {}

/// The options of a request for a code that verifies an attribute.
public struct AWSSendUserAttributeVerificationCodeOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}

/// The options of a request for another code that verifies an attribute.
@available(*, deprecated, renamed: "AWSSendUserAttributeVerificationCodeOptions")
public struct AWSAttributeResendConfirmationCodeOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}

extension AWSCognitoAuthPlugin {
    /// Verifies an attribute with the code that was delivered.
    ///
    /// - Throws: `AuthError`; after a wrong code the call may be repeated.
    public func confirm(
        userAttribute: AuthUserAttributeKey,
        confirmationCode: String,
        options: AuthConfirmUserAttributeRequest.Options? = nil
    ) async throws {
        let name = userAttribute.rawValue
        try await run(HubPayload.EventName.Auth.confirmUserAttributesAPI, .userPool) { engine throws(SessionError) in
            try await engine.confirm(attribute: name, code: confirmationCode)
        } answer: {
        }
    }
}

extension AWSCognitoAuthPlugin {
    /// The signed-in user's attributes.
    ///
    /// - Throws: `AuthError`.
    public func fetchUserAttributes(
        options: AuthFetchUserAttributesRequest.Options? = nil
    ) async throws -> [AuthUserAttribute] {
        try await run(HubPayload.EventName.Auth.fetchUserAttributesAPI, .userPool) { engine throws(SessionError) in
            try await engine.userAttributes()
        } answer: { attributes in
            attributes.map { AuthUserAttribute(AuthUserAttributeKey(rawValue: $0.name), value: $0.value ?? "") }
        }
    }
}
