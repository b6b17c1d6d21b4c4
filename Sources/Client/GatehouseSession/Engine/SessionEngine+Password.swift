// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire

extension SessionEngine {
    /// Sends a code with which a forgotten password can be replaced: `ForgotPassword`.
    ///
    /// - Parameters:
    ///   - username: the name or an alias.
    ///   - clientMetadata: passed to the pool's triggers; omitted from the request when absent.
    /// - Returns: where the code went.
    /// - Throws: `SessionError`; `.unknown` if the service does not say where the code went.
    package func resetPassword(
        username: String,
        clientMetadata: [String: String]? = nil
    ) async throws(SessionError) -> CodeDelivery {
        try require(username, field: "username")
        let (pool, client, marks) = try requireMarkedUserPool()
        let request = ForgotPasswordRequest(
            clientId: pool.clientID,
            secretHash: pool.secretHash(for: username),
            userContextData: marks.userContext(of: username),
            username: username,
            analyticsMetadata: marks.analytics,
            clientMetadata: clientMetadata
        )
        let response = try await using(client) { client throws(ServiceFault) in
            try await client.forgotPassword(request)
        }
        return try CodeDelivery(of: response.codeDeliveryDetails)
    }

    /// Replaces a forgotten password, with the code that was sent: `ConfirmForgotPassword`.
    ///
    /// It does not sign the user in.
    ///
    /// - Parameters:
    ///   - username: the name given to `resetPassword`, which may have happened in another process.
    ///   - newPassword: the password from now on.
    ///   - code: the code.
    ///   - clientMetadata: passed to the pool's triggers; omitted from the request when absent.
    /// - Throws: `SessionError`; the call may be repeated.
    package func confirmResetPassword(
        username: String,
        newPassword: String,
        code: String,
        clientMetadata: [String: String]? = nil
    ) async throws(SessionError) {
        try require(username, field: "username")
        try require(newPassword, field: "newPassword")
        try require(code, field: "confirmationCode")
        let (pool, client, marks) = try requireMarkedUserPool()
        let request = ConfirmForgotPasswordRequest(
            clientId: pool.clientID,
            secretHash: pool.secretHash(for: username),
            username: username,
            confirmationCode: code,
            password: newPassword,
            analyticsMetadata: marks.analytics,
            userContextData: marks.userContext(of: username),
            clientMetadata: clientMetadata
        )
        _ = try await using(client) { client throws(ServiceFault) in try await client.confirmForgotPassword(request) }
    }
}

extension SessionEngine {
    /// Changes the signed-in user's password: `ChangePassword`.
    ///
    /// The session stays as it is.
    ///
    /// - Parameters:
    ///   - oldPassword: the password until now.
    ///   - newPassword: the password from now on.
    /// - Throws: `SessionError`.
    package func changePassword(from oldPassword: String, to newPassword: String) async throws(SessionError) {
        _ = try await callAsUser(ChangePasswordOperation.self) { token in
            ChangePasswordRequest(previousPassword: oldPassword, proposedPassword: newPassword, accessToken: token)
        }
    }
}
