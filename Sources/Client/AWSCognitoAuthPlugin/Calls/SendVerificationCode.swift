// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

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
