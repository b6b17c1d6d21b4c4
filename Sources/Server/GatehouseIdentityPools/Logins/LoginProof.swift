// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseFederation
import GatehouseSecurityTokens
import GatehouseWire

/// Verifies the tokens of a logins map.
///
/// If one token is invalid, the whole call fails.
struct LoginProof: Sendable {
    let verifiers: [any LoginVerifier]
    let saml: SAMLLogins
    let keys: LoginKey
    let federated: FederatedLogins

    /// Verifies every login of a map, in the order of the keys.
    ///
    /// `cognitoTokenFault` is thrown for the key of identity pools' own tokens.
    /// - Throws: the service's fault for the first login that fails.
    func prove(
        _ logins: [String: String], in pool: IdentityPool, cognitoTokenFault: ServiceFault
    ) async throws(ServiceFault) -> [ProvenLogin] {
        var providers: [(LoginProvider, token: String)] = []
        for (key, token) in logins.sorted(by: { $0.key < $1.key }) {
            guard key != LoginProvider.cognitoIdentity else { throw cognitoTokenFault }
            providers.append((try LoginProvider(key: key, in: pool, keys: keys), token))
        }
        if providers.count == 1 { return [try await prove(providers[0].token, of: providers[0].0)] }
        // At the same time, since each provider may need seconds.
        let outcomes = await withTaskGroup(of: (Int, Result<ProvenLogin, ServiceFault>).self) { group in
            for (index, (provider, token)) in providers.enumerated() {
                group.addTask {
                    do throws(ServiceFault) {
                        return (index, .success(try await prove(token, of: provider)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            var outcomes: [Int: Result<ProvenLogin, ServiceFault>] = [:]
            for await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes
        }
        var proven: [ProvenLogin] = []
        for index in providers.indices {
            if let outcome = outcomes[index] { proven.append(try outcome.get()) }
        }
        return proven
    }

    private func prove(_ token: String, of provider: LoginProvider) async throws(ServiceFault) -> ProvenLogin {
        switch provider {
        case .external(let key):
            throw .unverifiable(provider: key)
        case .saml(let arn):
            return ProvenLogin(saml: try await proveSAML(token, ofProvider: arn))
        case .openID(let login):
            return try await federated.prove(token, of: login)
        case .social(let provider, let appID):
            return try await federated.prove(token, of: provider, appID: appID)
        case .userPool(let key, let clients):
            return try await proveUserPool(token, key: key, clients: clients)
        }
    }

    private func proveSAML(_ response: String, ofProvider arn: String) async throws(ServiceFault) -> SAMLLogin {
        do { return try await saml.verify(response, ofProvider: arn) } catch { throw ServiceFault(error) }
    }

    /// Verifies a token of a user pool of this server, or else of another one.
    ///
    /// A pool of this server is never looked for elsewhere, even if another server has one with the same id. The store
    /// is read only after a refusal, since nearly all tokens are valid ones of own pools.
    private func proveUserPool(
        _ token: String, key: String, clients: [CognitoIdentityProvider]
    ) async throws(ServiceFault) -> ProvenLogin {
        let verifier = verifiers.first { $0.handles(provider: key) }
        if let verifier {
            do {
                return try await prove(token, of: key, clients: clients, by: verifier)
            } catch {
                guard try await !verifier.owns(provider: key) else { throw error }
            }
        }
        var checks: [String: Bool] = [:]
        for client in clients {
            guard let id = client.clientId else { continue }
            checks[id] = checks[id] == true || client.serverSideTokenCheck == true
        }
        return try await federated.prove(token, ofUserPool: key, clients: checks)
    }

    /// Verifies a user pool's token; for a pool of another server, the identity pool's entry for its audience decides
    /// whether a query to that server checks the user's status.
    ///
    /// The audience is known only after the verification, so such a token is verified twice.
    private func prove(
        _ token: String, of key: String, clients: [CognitoIdentityProvider], by verifier: any LoginVerifier
    ) async throws(ServiceFault) -> ProvenLogin {
        let verified = try await verifier.verify(token: token, provider: key, checksRevocation: false)
        let entries = clients.filter { $0.clientId == verified.audience }
        guard !entries.isEmpty else { throw ServiceFault(TokenRefusal.wrongAudience) }
        guard !verified.isStanding, entries.contains(where: { $0.serverSideTokenCheck == true }) else {
            return ProvenLogin(provider: key, verified: verified, token: token)
        }
        let standing = try await verifier.verify(token: token, provider: key, checksRevocation: true)
        return ProvenLogin(provider: key, verified: standing, token: token)
    }
}
