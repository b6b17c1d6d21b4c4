// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseClient
package import GatehouseWire

extension SessionEngine {
    /// Calls the user pool in the name of the signed-in user.
    ///
    /// - Parameter body: the call, given the client and an access token that is not about to expire.
    /// - Returns: the call's answer.
    /// - Throws: why there is no access token, or how the call failed.
    package func withAccessToken<Value: Sendable>(
        _ body: @escaping @Sendable (ServiceClient, String) async throws(ServiceFault) -> Value
    ) async throws(SessionError) -> Value {
        let (_, client) = try requireUserPool()
        return try await withDeadline(deadline) { [self] () async throws(SessionError) -> Value in
            let token = try await accessToken()
            try CallOwner.check(token)
            return try await asking { () throws(ServiceFault) in try await body(client, token) }
        }
    }

    /// An access token that is not about to expire; also that of the user pool's pages that issued no ID token.
    ///
    /// - Throws: also `.federated` for a session of another provider's pages, whose tokens are not for the user pool.
    private func accessToken() async throws(SessionError) -> String {
        guard case .federated(let login, _) = try record(), login.pages != nil else {
            return try await tokens().accessToken
        }
        guard try !requirePages().isExternal else { throw .federated }
        return try await freshProviderTokens().accessToken
    }

    /// Tokens that are not about to expire, for a call in the user's name.
    ///
    /// - Throws: why there are none; a fault of the renewal is marked as such, so that it does not read as the call's own.
    func tokens() async throws(SessionError) -> UserPoolTokens {
        do throws(SessionError) {
            // Credentials that cannot be obtained fail the whole session of the one face, and concern no token of the other.
            return rules.signInAwaitsCredentials ? try await fetchSession().tokens.get() : try await freshTokens()
        } catch {
            switch error {
            case .service(let fault), .garbled(let fault): throw .renewal(fault)
            default: throw error
            }
        }
    }

    /// Calls one operation of the user pool in the name of the signed-in user.
    ///
    /// - Parameters:
    ///   - operation: the operation.
    ///   - input: makes the request from the access token.
    /// - Returns: the operation's answer.
    /// - Throws: why there is no access token, or how the call failed.
    package func callAsUser<Operation: ServiceOperation>(
        _ operation: Operation.Type,
        _ input: @escaping @Sendable (String) -> Operation.Input
    ) async throws(SessionError) -> Operation.Output {
        try await withAccessToken { client, token throws(ServiceFault) in
            try await client.call(operation, input(token))
        }
    }
}
