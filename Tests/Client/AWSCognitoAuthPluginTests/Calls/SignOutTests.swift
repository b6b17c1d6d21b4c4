// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseSession
import GatehouseWire
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct SignOutTests {
    @Test(arguments: [(false, ["RevokeToken"]), (true, ["GlobalSignOut", "RevokeToken"])])
    func `signing out calls the service and deletes the session`(global: Bool, operations: [String]) async throws {
        let app = try await World().signedInApp()
        app.network.forget()
        guard case .complete = try await app.signOut(global: global) else {
            Issue.record("The sign-out is not complete")
            return
        }
        #expect(app.network.operations == operations)
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
    }

    @Test func `offline, the user is signed out here, and the result says what is left`() async throws {
        let app = try await World().signedInApp()
        let refreshToken = try await app.session().userPoolTokensResult.value?.refreshToken
        app.network.fail(.unreachable)
        guard case .partial(let revoke, nil, nil) = try await app.signOut() else {
            Issue.record("The sign-out is not partial")
            return
        }
        #expect(revoke?.refreshToken == refreshToken)
        #expect(revoke?.error.cause == .network)
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
    }

    @Test func `a global sign-out that fails leaves the refresh token unrevoked and says so`() async throws {
        let app = try await World().signedInApp()
        let tokens = try await app.session().userPoolTokensResult.value
        app.network.fail(.connectionLost)
        app.network.forget()
        let result = try await app.signOut(global: true)
        guard case .partial(let revoke, let global, nil) = result else {
            Issue.record("The sign-out is not partial")
            return
        }
        #expect(result.signedOutLocally)
        #expect(global?.accessToken == tokens?.accessToken)
        #expect(global?.error.cause == .network)
        #expect(revoke?.refreshToken == tokens?.refreshToken)
        #expect(revoke?.error == .anyService)
        #expect(app.network.count("RevokeToken") == 0)
    }

    @Test(arguments: [
        SessionError.garbled(.garbled("t")), .cancelled, .service(ServiceFault("BrandNewException", "t")),
        .service(ServiceFault("UnsupportedTokenTypeException", "t")),
    ])
    func `an error outside the table is a service error with its cause inside a result`(error: SessionError) {
        let result = AWSCognitoSignOutResult(
            .partial(
                revokeToken: SignOutTrouble(token: "r", error: error),
                globalSignOut: SignOutTrouble(token: "a", error: error)
            )
        )
        guard case .partial(let revoke, let global, nil) = result else {
            Issue.record("The result is \(result)")
            return
        }
        for error in [revoke?.error, global?.error] {
            #expect(error == .anyService)
            #expect(error?.underlyingError != nil)
        }
    }

    @Test func `an error of the table keeps its meaning inside a result`() {
        for (name, errorCase) in [("NotAuthorizedException", "notAuthorized"), ("InternalErrorException", "unknown")] {
            let fault = ServiceFault(ServiceFault.Code(rawValue: name), "t")
            let trouble = SignOutTrouble(token: "r", error: .service(fault))
            let result = AWSCognitoSignOutResult(.partial(revokeToken: trouble, globalSignOut: nil))
            guard case .partial(let revoke?, nil, nil) = result else {
                Issue.record("The result is \(result)")
                return
            }
            #expect(revoke.error.name == errorCase)
        }
    }

    @Test func `a result does not print the token that is still good`() async throws {
        let app = try await World().signedInApp()
        let tokens = try #require(try await app.session().userPoolTokensResult.value)
        app.network.fail(.unreachable)
        let result = try await app.signOut(global: true)
        var text = "\(result) \(String(reflecting: result))"
        dump(result, to: &text)
        #expect(!text.contains(tokens.refreshToken))
        #expect(!text.contains(tokens.accessToken))
    }

    @Test func `a guest signs out of being that guest`() async throws {
        let app = try await World().app()
        let guest = try await app.session().identityIdResult.value
        #expect(guest != nil)
        guard case .complete = try await app.signOut() else {
            Issue.record("The sign-out is not complete")
            return
        }
        #expect(try await app.session().identityIdResult.value != guest)
    }

    @Test func `without a user pool there is nothing to sign out of`() async throws {
        let result = try await World().app(.identityPoolOnly).signOut()
        guard case .failed(.invalidState) = result else {
            Issue.record("The result is \(result)")
            return
        }
        #expect(!result.signedOutLocally)
    }
}
