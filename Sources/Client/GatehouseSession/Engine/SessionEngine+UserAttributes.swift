// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

extension SessionEngine {
    /// The signed-in user's attributes as the user pool has them now: `GetUser`.
    ///
    /// - Returns: the attributes in the service's order.
    /// - Throws: `SessionError`.
    package func userAttributes() async throws(SessionError) -> [UserAttribute] {
        let answer = try await callAsUser(GetUserOperation.self) { GetUserRequest(accessToken: $0) }
        return answer.userAttributes.map { UserAttribute(name: $0.name, value: $0.value) }
    }

    /// Changes attributes of the signed-in user in one request: `UpdateUserAttributes`.
    ///
    /// - Parameters:
    ///   - attributes: the new values by the attributes' names on the wire.
    ///   - clientMetadata: passed to the pool's triggers; omitted from the request when absent.
    /// - Returns: the attributes that wait for a code, by name, and where each code went.
    /// - Throws: `SessionError`; then none has changed.
    package func updateUserAttributes(
        _ attributes: [String: String],
        clientMetadata: [String: String]? = nil
    ) async throws(SessionError) -> [String: CodeDelivery] {
        let list = AttributeType.list(attributes)
        let answer = try await callAsUser(UpdateUserAttributesOperation.self) { token in
            UpdateUserAttributesRequest(userAttributes: list, accessToken: token, clientMetadata: clientMetadata)
        }
        let deliveries = (answer.codeDeliveryDetailsList ?? []).map(CodeDelivery.init)
        let named = deliveries.compactMap { delivery in delivery.attributeName.map { ($0, delivery) } }
        return Dictionary(named) { $1 }
    }
}

extension SessionEngine {
    /// Sends the signed-in user a code that verifies an attribute: `GetUserAttributeVerificationCode`.
    ///
    /// - Parameters:
    ///   - attribute: the attribute's name on the wire.
    ///   - clientMetadata: passed to the pool's triggers; omitted from the request when absent.
    /// - Returns: where the code went.
    /// - Throws: `SessionError`; `.unknown` if the service does not say where the code went.
    package func sendVerificationCode(
        attribute: String,
        clientMetadata: [String: String]? = nil
    ) async throws(SessionError) -> CodeDelivery {
        let answer = try await callAsUser(GetUserAttributeVerificationCodeOperation.self) { token in
            GetUserAttributeVerificationCodeRequest(
                accessToken: token,
                attributeName: attribute,
                clientMetadata: clientMetadata
            )
        }
        return try CodeDelivery(of: answer.codeDeliveryDetails)
    }

    /// Verifies an attribute of the signed-in user with the code that was sent: `VerifyUserAttribute`.
    ///
    /// - Parameters:
    ///   - attribute: the attribute's name on the wire.
    ///   - code: the code.
    /// - Throws: `SessionError`; the call may be repeated.
    package func confirm(attribute: String, code: String) async throws(SessionError) {
        _ = try await callAsUser(VerifyUserAttributeOperation.self) { token in
            VerifyUserAttributeRequest(accessToken: token, attributeName: attribute, code: code)
        }
    }
}

/// An attribute of a user, by its name on the wire.
package struct UserAttribute: Sendable, Equatable {
    /// The name on the wire, such as `email` or `custom:plan`.
    package let name: String
    /// The value as text, as the service keeps numbers and dates too; nil if the service names none.
    package let value: String?

    /// Creates an attribute.
    package init(name: String, value: String?) {
        self.name = name
        self.value = value
    }
}

extension AttributeType {
    /// Attributes as requests carry them, in the order of their names.
    static func list(_ values: [String: String]) -> [AttributeType] {
        values.sorted { $0.key < $1.key }.map { AttributeType(name: $0.key, value: $0.value) }
    }
}
