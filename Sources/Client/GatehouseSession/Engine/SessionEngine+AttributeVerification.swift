// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

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
