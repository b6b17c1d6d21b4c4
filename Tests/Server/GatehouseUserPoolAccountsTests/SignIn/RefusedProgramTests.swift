// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseWire
import Synchronization
import Testing

/// Programs of triggers that the server refuses to call, because too many run.
@Suite(.hangLimit) struct RefusedProgramTests {
    /// The programs of a server that refuses to call them once it is busy.
    private final class BusyPrograms: PromptFunctions {
        static let arn = "arn:aws:lambda:us-east-1:123456789012:function:tokens"
        private let isBusy = Mutex(false)

        func begin() { isBusy.withLock { $0 = true } }

        func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
            if isBusy.withLock(\.self) { throw .refused(.programs) }
            return ["response": [:]]
        }

        func codeKey(_ id: String) -> RawAESKey? { nil }
    }

    @Test func `a refused program before tokens is an overload in a renewal, but not in a sign-in that is stored`()
        async throws
    {
        let programs = BusyPrograms()
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { $0.lambdaConfig = LambdaConfigType(preTokenGeneration: BusyPrograms.arn) },
            on: try await TestGatehouse(triggers: programs))
        try await fixture.makeUser("alice")
        let tokens = try await fixture.tokens()
        programs.begin()
        let renewal = try await ClientPresence.$current.withValue(ClientPresence()) {
            try await fault {
                _ = try await fixture.anyone.getTokensFromRefreshToken(
                    GetTokensFromRefreshTokenRequest(
                        refreshToken: tokens.refreshToken ?? "", clientId: fixture.client.id))
            }
        }
        #expect(renewal?.overload == .programs)
        let signIn = try await ClientPresence.$current.withValue(ClientPresence()) {
            try await fault { _ = try await fixture.tokens() }
        }
        #expect(signIn?.code == .unexpectedLambda)
        #expect(signIn?.overload == nil)
    }
}
