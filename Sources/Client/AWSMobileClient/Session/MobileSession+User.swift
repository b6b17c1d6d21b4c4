// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

// Calls in the name of the signed-in user; each obtains an access token first, and waits as `tokens()` does.
extension MobileSession {
    /// Changes the user's password; the session stays as it is.
    ///
    /// - Throws: the error of `asUser`, or of the user pool.
    package func changePassword(current: String, proposed: String) async throws {
        try await asUser { engine in try await engine.changePassword(from: current, to: proposed) }
    }

    /// Fetches the user's attributes.
    ///
    /// - Returns: the values by the attributes' names in the user pool; attributes without a value are left out.
    /// - Throws: the error of `asUser`, or of the user pool.
    package func userAttributes() async throws -> [String: String] {
        let attributes = try await asUser { engine in try await engine.userAttributes() }
        let named = attributes.compactMap { attribute in attribute.value.map { (attribute.name, $0) } }
        return Dictionary(named) { $1 }
    }

    /// Changes attributes of the user; the next call for tokens renews them.
    ///
    /// - Parameters:
    ///   - attributes: the new values by the attributes' names in the user pool.
    ///   - clientMetadata: data for the pool's functions.
    /// - Returns: the addresses to which codes were sent, in the order of the attributes' names.
    /// - Throws: the error of `asUser`, or of the user pool; then no attribute has changed.
    package func updateUserAttributes(
        _ attributes: [String: String],
        clientMetadata: [String: String]
    ) async throws -> [UserCodeDeliveryDetails] {
        try await asUser { engine in
            let deliveries = try await engine.updateUserAttributes(attributes, clientMetadata: clientMetadata.orNil)
            // The next token call sees the new claims.
            engine.dropTokens()
            return deliveries.sorted { $0.key < $1.key }.map { UserCodeDeliveryDetails($0.value) }
        }
    }

    /// Sends the user a code that verifies an attribute.
    ///
    /// - Parameters:
    ///   - attribute: the attribute's name in the user pool.
    ///   - clientMetadata: data for the pool's functions.
    /// - Returns: the address to which the code was sent.
    /// - Throws: the error of `asUser`, or of the user pool; `unknown` if the user pool does not name the address.
    package func sendVerificationCode(
        attribute: String,
        clientMetadata: [String: String]
    ) async throws -> UserCodeDeliveryDetails {
        try await asUser { engine in
            UserCodeDeliveryDetails(
                try await engine.sendVerificationCode(attribute: attribute, clientMetadata: clientMetadata.orNil))
        }
    }

    /// Verifies an attribute of the user with the code that was sent.
    ///
    /// - Throws: the error of `asUser`, or of the user pool; after a wrong code, the call may be repeated.
    package func confirmUserAttribute(_ attribute: String, code: String) async throws {
        try await asUser { engine in try await engine.confirm(attribute: attribute, code: code) }
    }
}
