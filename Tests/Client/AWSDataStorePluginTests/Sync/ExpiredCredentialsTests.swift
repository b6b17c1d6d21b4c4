// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GeneratedModels
import Synchronization
import Testing

@testable import AWSDataStorePlugin

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests whose AWS credentials the service refuses for their age, although their user has the rights.
@Suite struct ExpiredCredentialsTests {
    /// A session with access keys, and a service that accepts one of them.
    private final class Keys: Sendable {
        struct State {
            var present = "old"
            var renewed: String? = "new"
            var renewals = 0
        }

        let state: Mutex<State>
        private let errorType: String

        init(renewed: String? = "new", _ errorType: String) {
            state = Mutex(State(renewed: renewed))
            self.errorType = errorType
        }

        func answer() -> ScriptedAPI.Answer {
            let key = state.withLock(\.present)
            _ = RequestUser.current?.accepts(key, .awsIAM)
            if key == "new" { return .value(SyncQueryResult.page([])) }
            guard let url = URL(string: "https://api.example.org"),
                let response = HTTPURLResponse(
                    url: url, statusCode: 403, httpVersion: nil, headerFields: ["x-amzn-ErrorType": errorType])
            else { return .failure(.unknown("no response", "")) }
            return .failure(.httpStatusError(403, response))
        }

        func renew() -> String? {
            state.withLock { state in
                state.renewals += 1
                if let key = state.renewed { state.present = key }
                return state.renewed
            }
        }

        var renewals: Int { state.withLock(\.renewals) }
    }

    /// Reads a page.
    ///
    /// - Returns: the failure; nil without one.
    private func read(_ keys: Keys, times: Int = 1) async -> FailureKind? {
        let row = ModeRow("public by IAM", [AuthRule(allow: .public, provider: .iam)], signedIn: .all("iam"))
        let remote = RemoteModels(
            api: ScriptedAPI { _ in keys.answer() }, strategy: .multiAuth,
            session: SignInState(
                caller: { .nobody }, token: { _ in nil }, renewedToken: { _ in keys.renew() },
                changes: { AsyncStream { $0.finish() } }),
            clock: .system, entropy: .seeded(1))
        do throws(RemoteFailure) {
            for _ in 0..<times {
                _ = try await remote.page(
                    row.schema, where: nil, limit: 10, nextToken: nil, lastSync: nil, mode: nil)
            }
            return nil
        } catch {
            return FailureKind(error)
        }
    }

    @Test(arguments: ["ExpiredTokenException", "UnrecognizedClientException:http://internal.amazon.com/"])
    func `expired AWS credentials are renewed once, and the request is sent again`(errorType: String) async {
        let keys = Keys(errorType)
        #expect(await read(keys, times: 2) == nil)
        #expect(keys.renewals == 1)
    }

    @Test func `a request waits while expired AWS credentials cannot be renewed`() async {
        #expect(await read(Keys(renewed: nil, "ExpiredTokenException")) == .unavailable)
    }

    @Test func `the refusal of renewed AWS credentials is one of the caller`() async {
        let keys = Keys(renewed: "refused", "ExpiredTokenException")
        #expect(await read(keys) == .unauthorized)
        #expect(keys.renewals == 1)
    }

    @Test func `a role without the right renews no credentials`() async {
        let keys = Keys("AccessDeniedException")
        #expect(await read(keys) == .unauthorized)
        #expect(keys.renewals == 0)
    }

    @Test func `requests that are refused at the same time renew the credentials once`() {
        let renewed = RenewedTokens()
        let old = ShownToken.Value(token: "old", mode: .awsIAM)
        renewed.note("new", insteadOf: old, at: .seconds(10))
        #expect(renewed.hasReplaced(old))
        #expect(!renewed.hasReplaced(ShownToken.Value(token: "new", mode: .awsIAM)))
        let new = ShownToken.Value(token: "new", mode: .awsIAM)
        #expect(renewed.contains(new, at: .seconds(309)))
        #expect(!renewed.contains(new, at: .seconds(310)))
    }
}
