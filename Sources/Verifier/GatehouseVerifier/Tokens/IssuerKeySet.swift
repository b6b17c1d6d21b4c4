// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto

/// The public keys of one issuer, fetched when they are needed and kept as `IssuerKeyRecord` says.
actor IssuerKeySet {
    private let url: URL
    private let transport: any VerifierTransport
    private let now: @Sendable () -> Date
    private var known = IssuerKeyRecord()
    private var flight: Task<Void, Never>?

    init(url: URL, transport: any VerifierTransport, now: @escaping @Sendable () -> Date) {
        self.url = url
        self.transport = transport
        self.now = now
    }

    /// The key with an id.
    ///
    /// Throws `unknownKey` if the issuer does not have the key; `keysUnavailable` if it is not known whether the issuer has
    /// it, because the last fetch failed.
    func key(_ id: String) async throws(InvalidToken) -> JWSVerificationKey {
        if !known.has(id, at: now()) { await refresh() }
        do throws(IssuerKeyRecord.Refusal) {
            return try known.key(id, for: .rs256, at: now())
        } catch {
            switch error {
            case .unknownKey: throw .unknownKey
            case .unavailable(let reason): throw .keysUnavailable(reason)
            }
        }
    }

    /// Fetches the keys for all callers that wait, unless the last fetch has just ended.
    private func refresh() async {
        if flight == nil {
            if known.rests(at: now()) { return }
            flight = Task { await self.fetch() }
        }
        await flight?.value
    }

    private func fetch() async {
        let request = VerifierRequest(
            method: "GET", url: url, headers: [(name: "accept", value: "application/json")],
            responseLimit: KeySet.maximumBytes)
        do {
            let response = try await transport.send(request)
            if response.status == 200 {
                known.succeed(with: try KeySet(json: Array(response.body)), at: now())
            } else {
                known.fail("\(url.absoluteString) answers \(response.status)", at: now())
            }
        } catch {
            known.fail("\(url.absoluteString): \(error)", at: now())
        }
        flight = nil
    }
}
