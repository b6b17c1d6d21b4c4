// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// Sign-ins that are cut off after the service has issued tokens.
@Suite(.hangLimit) struct CutOffTests {
    private static let revocation: WireValue = ["Token": "refresh-1", "ClientId": "client"]

    /// Waits until the tokens have been revoked.
    private static func revoked(_ fixture: Fixture) async {
        while fixture.service.count(of: "RevokeToken") == 0 { await Task.yield() }
        #expect(fixture.service.inputs(of: "RevokeToken") == [revocation])
    }

    @Test(arguments: ["GetId", "GetCredentialsForIdentity"])
    func `a sign-in that is cancelled after its tokens were issued revokes them`(operation: String) async throws {
        let fixture = try Fixture()
        let barrier = Barrier()
        fixture.service.on(operation) { _ in
            await barrier.pass()
            return .trouble(.unreachable)
        }
        let engine = fixture.engine
        let call = Task { try await engine.signIn(username: "ada", password: "pw") }
        await barrier.someone()
        call.cancel()
        barrier.open()
        await #expect(throws: SessionError.cancelled) { try await call.value }
        await Self.revoked(fixture)
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
    }

    @Test func `a sign-in that exceeds its deadline revokes its tokens`() async throws {
        let fixture = try Fixture()
        let deadline = Barrier()
        // The deadline passes during GetId.
        fixture.hang("GetId", opening: deadline)
        let limit = fixture.configuration.deadline
        let engine = fixture.engine(whoseDeadlines: limit...limit, passAt: deadline)
        do throws(SessionError) {
            _ = try await engine.signIn(username: "ada", password: "pw")
            Issue.record("The deadline was not kept.")
        } catch {
            guard case .network(let fault) = error, fault.transportKind == .timedOut else {
                Issue.record("\(error)")
                return
            }
        }
        await Self.revoked(fixture)
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
    }

    @Test(arguments: ["AccessToken", "IdToken"])
    func `a refresh token without the other two tokens is revoked`(member: String) async throws {
        let fixture = try Fixture()
        var tokens = Fixture.tokens(fixture.clock).objectValue ?? [:]
        tokens[member] = nil
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": .object(tokens)]))
        await #expect(throws: SessionError.self) {
            try await fixture.engine.signIn(username: "ada", password: "pw")
        }
        #expect(fixture.service.inputs(of: "RevokeToken") == [Self.revocation])
    }

    @Test func `a token that a renewal brings after the sign-out is revoked as well`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.expire()
        let barrier = fixture.holdRenewals(bringing: "late")
        let engine = fixture.engine
        let late = Task { await engine.fetchSession() }
        await barrier.someone()
        #expect(await engine.signOut() == .complete)
        barrier.open()
        #expect(await late.value.tokens.reason == .signedOut)
        let revoked = fixture.service.inputs(of: "RevokeToken").map { $0["Token"]?.stringValue }
        #expect(revoked == ["refresh-1", "refresh-late"])
    }
}
