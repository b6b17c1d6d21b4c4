// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite("9: expired access tokens", .hangLimit) struct RefreshTests {
    static let refreshes = ["GetTokensFromRefreshToken", "InitiateAuth"]

    @Test(arguments: [false, true])
    func `50 calls with an expired access token cause one refresh`(rotates: Bool) async throws {
        let world = try await MobileWorld.withAda(withSecret: true, rotatesRefreshTokens: rotates)
        let app = try await world.phone().signedIn()
        let former = try await app.tokens().value()
        #expect(app.network.operations.isEmpty)
        world.gatehouse.clock.advance(by: 3_600)
        let answers = (0..<50).map { _ in app.tokens() }
        var tokens: Set<String?> = []
        for answer in answers { tokens.insert(try await answer.value().accessToken?.tokenString) }
        #expect(tokens.count == 1 && !tokens.contains(former.accessToken?.tokenString))
        #expect(app.network.operations.count == 1 && Self.refreshes.contains(app.network.operations[0]))
        #expect(app.log.changes.isEmpty && app.state == .signedIn)
        #expect(answers.allSatisfy { $0.count == 1 })
    }

    @Test func `tokens are renewed two minutes before their end`() async throws {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone().signedIn()
        let first = try await app.tokens().value()
        #expect(first.expiration == world.gatehouse.clock.now.addingTimeInterval(3_600))
        world.gatehouse.clock.advance(by: 3_470)
        let second = try await app.tokens().value()
        #expect(second.accessToken?.tokenString == first.accessToken?.tokenString)
        world.gatehouse.clock.advance(by: 20)
        let third = try await app.tokens().value()
        #expect(third.accessToken?.tokenString != first.accessToken?.tokenString)
        #expect(third.refreshToken?.tokenString == first.refreshToken?.tokenString)
    }

    @Test(arguments: ["InternalErrorException", "TooManyRequestsException", "UserNotFoundException"])
    func `another refusal of the refresh is an error, and changes nothing`(exception: String) async throws {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone().signedIn()
        world.gatehouse.clock.advance(by: 3_600)
        for operation in Self.refreshes { app.network.answer(.refusal(exception), to: operation) }
        let error = try #require(await app.tokens().error() as? AWSMobileClientError)
        #expect("\(error)".lowercased().hasPrefix(exception.replacing("Exception", with: "").lowercased()))
        #expect(app.state == .signedIn && app.log.changes.isEmpty && app.client.isSignedIn)
        for operation in Self.refreshes { app.network.answer(nil, to: operation) }
        #expect(try await app.tokens().value().accessToken != nil)
    }

    @Test func `credentials are renewed ten minutes before their end, with renewed tokens`() async throws {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone(.both).signedIn()
        let first = try await app.credentials().value()
        world.gatehouse.clock.advance(by: 2_900)
        app.forget()
        #expect(try await app.credentials().value().accessKey == first.accessKey)
        #expect(app.network.operations.isEmpty)
        world.gatehouse.clock.advance(by: 200)
        let answers = (0..<50).map { _ in app.credentials() }
        var keys: Set<String> = []
        for answer in answers { keys.insert(try await answer.value().accessKey) }
        #expect(keys.count == 1 && !keys.contains(first.accessKey))
        #expect(app.network.operations == ["GetCredentialsForIdentity"])
        app.client.invalidateCachedTemporaryCredentials()
        #expect(try await !keys.contains(app.credentials().value().accessKey))
    }
}
