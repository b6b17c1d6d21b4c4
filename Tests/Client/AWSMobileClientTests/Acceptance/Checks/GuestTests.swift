// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite("3: guests", .hangLimit) struct GuestTests {
    @Test func `credentials make a guest; a restart keeps the guest, and a sign-out ends it`() async throws {
        let phone = try await MobileWorld().phone(.both)
        let app = try await phone.started()
        let credentials = try await app.credentials().value()
        #expect(credentials.sessionKey?.isEmpty == false)
        _ = try await app.credentials().value()
        #expect(app.log.changes == [StateLog.Change(state: .guest, information: [:])])
        #expect(app.state == .guest && !app.client.isSignedIn)
        #expect(phone.network.operations == ["GetId", "GetCredentialsForIdentity"])
        let id = try #require(app.client.identityId)
        #expect(try await app.logins().value().isEmpty)

        let next = phone.app()
        #expect(try await next.initialize().value() == .guest)
        #expect(next.log.changes.isEmpty)
        #expect(next.client.identityId == id)
        #expect(try await next.credentials().value().accessKey == credentials.accessKey)

        next.client.signOut()
        #expect(next.log.changes == [StateLog.Change(state: .signedOut, information: [:])])
        #expect(next.client.identityId == nil)
        _ = try await next.credentials().value()
        #expect(next.client.identityId != nil && next.client.identityId != id)
        #expect(next.log.states == [.signedOut, .guest])
    }

    @Test func `an identity id alone makes a guest at the next start`() async throws {
        let phone = try await MobileWorld().phone(.identityPoolOnly)
        let app = try await phone.started()
        let id = try await app.identityID().value()
        #expect(app.state == .signedOut && app.log.changes.isEmpty)
        #expect(app.client.identityId == id)
        #expect(try await phone.app().initialize().value() == .guest)
    }

    @Test func `a pool without guests refuses credentials, and the state stays`() async throws {
        let app = try await MobileWorld(allowsGuests: false).phone(.both).started()
        await app.expect([app.credentials()], fail: .guestAccessNotAllowed)
        #expect(app.state == .signedOut && app.log.changes.isEmpty)
    }

    @Test func `a sign-in keeps the guest's identity`() async throws {
        let app = try await MobileWorld.withAda().phone(.both).started()
        _ = try await app.credentials().value()
        let id = try #require(app.client.identityId)
        _ = try await app.signIn().value()
        _ = try await app.credentials().value()
        #expect(app.client.identityId == id)
        #expect(app.log.states == [.guest, .signedIn])
    }

    @Test func `a guest without the network gets the transport's error`() async throws {
        let app = try await MobileWorld().phone(.both).started()
        app.network.fail(.unreachable)
        #expect(await app.credentials().error().isOfNetwork)
        #expect(app.state == .signedOut && app.log.changes.isEmpty)
    }
}
