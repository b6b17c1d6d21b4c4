// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

// Calls in the name of the signed-in user; each obtains an access token first, and waits as `tokens()` does.
extension MobileSession {
    package func changePassword(current: String, proposed: String) async throws {
        try await asUser { engine, _ in try await engine.changePassword(from: current, to: proposed) }
    }

    package func userAttributes() async throws -> [String: String] {
        let attributes = try await asUser { engine, _ in try await engine.userAttributes() }
        return Dictionary(attributes.map { ($0.name, $0.value) }) { $1 }
    }

    package func updateUserAttributes(
        _ attributes: [String: String],
        clientMetadata: [String: String]
    ) async throws -> [UserCodeDeliveryDetails] {
        try await asUser { engine, _ in
            let deliveries = try await engine.updateUserAttributes(attributes, clientMetadata: clientMetadata.orNil)
            // The next token call sees the new claims.
            engine.dropTokens()
            return deliveries.sorted { $0.key < $1.key }.map { UserCodeDeliveryDetails($0.value) }
        }
    }

    package func sendVerificationCode(
        attribute: String,
        clientMetadata: [String: String]
    ) async throws -> UserCodeDeliveryDetails {
        try await asUser { engine, _ in
            UserCodeDeliveryDetails(
                try await engine.sendVerificationCode(attribute: attribute, clientMetadata: clientMetadata.orNil))
        }
    }

    package func confirmUserAttribute(_ attribute: String, code: String) async throws {
        try await asUser { engine, _ in try await engine.confirm(attribute: attribute, code: code) }
    }
}
