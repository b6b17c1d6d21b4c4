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
