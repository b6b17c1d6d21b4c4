// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseSites
import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

extension HostedRequest {
    /// Finds and authenticates the client of a request with a form.
    ///
    /// A client with a secret must send one of its active secrets; a public client must send none. Clients of other
    /// pools do not exist at this domain.
    ///
    /// `status` is the HTTP status for a client that is not authenticated.
    /// - Throws: `invalid_request` for credentials that cannot be read, and `invalid_client`.
    func authenticatedClient(refusingWith status: Int) async throws(OAuthRefusal) -> AppClientRecord {
        let headers = call.request.headers.filter { HeaderName.areEqual($0.name, "Authorization") }
        let credentials = try ClientCredentials(headers: headers.map(\.value), form: form)
        guard let client = try await client(credentials.id), try isAuthentic(credentials, client) else {
            var refusal = OAuthRefusal(.invalidClient, status: status)
            if status == 401 { refusal.challenge = "Basic realm=\"\(pool.id)\"" }
            throw refusal
        }
        return client
    }

    /// Returns the client with an id in the pool of the domain; `nil` if there is none.
    func client(_ id: String) async throws(OAuthRefusal) -> AppClientRecord? {
        do throws(ServiceFault) {
            return try await foundClient(id)
        } catch {
            throw OAuthRefusal(error)
        }
    }

    /// Returns the client with an id in the pool of the domain; `nil` if there is none.
    /// - Throws: the error of the store.
    package func foundClient(_ id: String) async throws(ServiceFault) -> AppClientRecord? {
        try await service.records.read { [poolID = pool.id] in try $0.appClient(id, ofPool: poolID) }
    }

    private func isAuthentic(
        _ credentials: ClientCredentials, _ client: AppClientRecord
    ) throws(OAuthRefusal) -> Bool {
        guard !client.secrets.isEmpty else { return credentials.secrets.isEmpty }
        var isAuthentic = false
        for secret in credentials.secrets {
            do throws(ServiceFault) {
                try service.pools.clientSecrets.checkSecret(secret, client: client)
                isAuthentic = true
            } catch {
                guard error.code == .notAuthorized else { throw OAuthRefusal(error) }
            }
        }
        return isAuthentic
    }
}

extension UserPoolReading {
    /// Returns the client with an id from a request in a pool; `nil` if there is none.
    func appClient(_ id: String, ofPool poolID: String) throws -> AppClientRecord? {
        // No stored id has a zero byte, with which a lookup may fail.
        guard !id.utf8.contains(0), let client = try appClient(id), client.poolID == poolID else { return nil }
        return client
    }
}
