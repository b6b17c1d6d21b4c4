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
