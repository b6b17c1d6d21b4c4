// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Synchronization
import Testing

/// An engine on a scripted service, clock and store, which the test controls.
struct Fixture {
    static let userPoolID = "us-east-1_AbCdEf123"
    static let identityPoolID = "us-east-1:11111111-2222-3333-4444-555555555555"
    static let logins: WireValue = .string("cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEf123")

    let service: ScriptedService
    let clock: ManualClock
    let store: any CredentialStore
    let configuration: SessionConfiguration
    let engine: SessionEngine
    private let rules: SessionRules

    init(
        userPool: Bool = true,
        identityPool: Bool = true,
        secret: ClientSecret? = nil,
        flow: SignInFlow = .userPassword,
        rules: SessionRules = .amplify,
        store: any CredentialStore = InMemoryCredentialStore(),
        authenticator: (any PasskeyAuthenticator)? = nil,
        service: ScriptedService = ScriptedService(),
        clock: ManualClock = ManualClock()
    ) throws {
        let endpoint = try Endpoint("http://localhost:9229", key: "k")
        configuration = try SessionConfiguration(
            userPool: userPool
                ? UserPoolConfiguration(
                    poolID: Self.userPoolID,
                    clientID: "client",
                    clientSecret: secret,
                    region: "us-east-1",
                    endpoint: endpoint,
                    defaultFlow: flow
                ) : nil,
            identityPool: identityPool
                ? IdentityPoolConfiguration(poolID: Self.identityPoolID, region: "us-east-1", endpoint: endpoint) : nil
        )
        self.service = service
        self.clock = clock
        self.store = store
        self.rules = rules
        engine = SessionEngine(
            configuration: configuration,
            store: store,
            rules: rules,
            authenticator: authenticator,
            transport: service,
            clock: clock.clock,
            entropy: .seeded(1)
        )
        script()
    }

    /// The same app after a restart: another engine, the same store.
    func restarted() throws -> Fixture {
        try Fixture(
            userPool: configuration.userPool != nil,
            identityPool: configuration.identityPool != nil,
            rules: rules,
            store: store,
            service: service,
            clock: clock
        )
    }

    /// A service in working order.
    private func script() {
        let clock = clock
        let number = Mutex(0)
        let issue = { @Sendable () -> WireValue in
            let number = number.withLock { number in
                number += 1
                return number
            }
            return Self.tokens(clock, name: "\(number)")
        }
        service.on("InitiateAuth") { _ in .answer(["AuthenticationResult": issue()]) }
        service.on("GetTokensFromRefreshToken") { _ in
            var members = issue().objectValue ?? [:]
            members["RefreshToken"] = nil
            return .answer(["AuthenticationResult": .object(members)])
        }
        service.on("GetId") { input in
            .answer(["IdentityId": .string(input["Logins"] == nil ? "guest-id" : "user-id")])
        }
        service.on("GetCredentialsForIdentity") { input in
            .answer(["IdentityId": input["IdentityId"] ?? .null, "Credentials": Self.credentials(clock)])
        }
        for operation in ["RevokeToken", "GlobalSignOut", "DeleteUser"] { service.on(operation, .answer([:])) }
    }

    /// Holds renewals before they return tokens of that name.
    func holdRenewals(bringing name: String) -> Barrier {
        let barrier = Barrier()
        service.on("GetTokensFromRefreshToken") { [clock] _ in
            await barrier.pass()
            return .answer(["AuthenticationResult": Self.tokens(clock, name: name)])
        }
        return barrier
    }

    /// Lets renewals return tokens of that name.
    func letRenewals(bring name: String) {
        service.on("GetTokensFromRefreshToken") { [clock] _ in
            .answer(["AuthenticationResult": Self.tokens(clock, name: name)])
        }
    }

    /// An engine on the same store whose sleeps of such lengths, which are deadlines, end when the barrier opens.
    func engine(
        whoseDeadlines lengths: some RangeExpression<Duration> & Sendable,
        passAt barrier: Barrier,
        authenticator: (any PasskeyAuthenticator)? = nil
    ) -> SessionEngine {
        let clock = clock.clock
        return SessionEngine(
            configuration: configuration,
            store: store,
            authenticator: authenticator,
            transport: service,
            clock: ClientClock(now: clock.now, uptime: clock.uptime) { duration in
                if lengths.contains(duration) { await barrier.pass() } else { try await clock.sleep(duration) }
            }
        )
    }

    /// An engine on the same store, and how long it sleeps.
    func recordingEngine(
        _ authenticator: (any PasskeyAuthenticator)? = nil
    ) -> (engine: SessionEngine, sleeps: Recording<Duration>) {
        let clock = clock.clock
        let sleeps = Recording<Duration>()
        let engine = SessionEngine(
            configuration: configuration,
            store: store,
            authenticator: authenticator,
            transport: service,
            clock: ClientClock(now: clock.now, uptime: clock.uptime) { duration in
                sleeps.append(duration)
                try await clock.sleep(duration)
            }
        )
        return (engine, sleeps)
    }

    /// Lets an operation end only when it is cut off, and opens the barrier when it has begun.
    func hang(_ operation: String, opening barrier: Barrier) {
        service.on(operation) { _ in
            barrier.open()
            while !Task.isCancelled { await Task.yield() }
            return .trouble(.unreachable)
        }
    }

    static func tokens(
        _ clock: ManualClock,
        name: String = "1",
        lifetime: TimeInterval = 3_600,
        sub: String = "sub-1",
        idClaims: [WireName: WireValue] = [:]
    ) -> WireValue {
        let end = Int64(clock.clock.now().timeIntervalSince1970 + lifetime)
        let claims: [WireName: WireValue] = ["exp": .integer(end), "sub": .string(sub), "jti": .string(name)]
        let access = WireValue.object(claims.merging(["username": "ada"]) { $1 })
        let id = WireValue.object(claims.merging(["cognito:username": "ada"]) { $1 }.merging(idClaims) { $1 })
        return [
            "AccessToken": .string(jwt(access)), "IdToken": .string(jwt(id)),
            "RefreshToken": .string("refresh-\(name)"), "ExpiresIn": 3_600, "TokenType": "Bearer",
        ]
    }

    static func credentials(_ clock: ManualClock, lifetime: TimeInterval = 3_600) -> WireValue {
        [
            "AccessKeyId": "ASIA", "SecretKey": "secret-key", "SessionToken": "session-token",
            "Expiration": .double(clock.clock.now().timeIntervalSince1970 + lifetime),
        ]
    }

    private static func jwt(_ claims: WireValue) -> String {
        let parts = [#"{"alg":"none"}"#, String(decoding: claims.json(), as: UTF8.self), "signature"]
        return parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    }

    /// Signs in and forgets what was sent for it.
    func signIn() async throws {
        let outcome = try await engine.signIn(username: "Ada@example.com", password: "pw")
        try #require(outcome.isSignedIn)
        service.forget()
    }

    /// A guest with an identity and credentials.
    func beGuest() async throws {
        _ = try await engine.freshCredentials(validFor: .zero)
        service.forget()
    }

    /// Another engine on the same store.
    func other(_ rules: SessionRules? = nil, isStoreShared: Bool = false) -> SessionEngine {
        SessionEngine(
            configuration: configuration,
            store: store,
            isStoreShared: isStoreShared,
            rules: rules ?? self.rules,
            transport: service,
            clock: clock.clock,
            entropy: .seeded(3)
        )
    }

    /// Lets tokens and credentials expire.
    func expire() {
        clock.advance(by: .seconds(3_600))
    }
}

/// A barrier that suspends tasks until it is opened, or until they are cancelled.
final class Barrier: Sendable {
    private let way = Latch()

    func pass() async { await way.wait() }

    func open() { way.open() }

    /// Waits until a task has reached the barrier.
    func someone() async {
        while way.waitingCount == 0, !way.isOpen, !Task.isCancelled { await Task.yield() }
    }
}

extension Result {
    /// The reason why a part is missing.
    var reason: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }

    var isThere: Bool { reason == nil }
}

extension SessionReport {
    /// Why the four parts are missing, if they all are for one reason.
    var commonReason: SessionError? {
        let reasons = [identityID.reason, credentials.reason, tokens.reason, userSub.reason]
        return reasons.allSatisfy { $0 == reasons[0] } ? reasons[0] : nil
    }

    var isComplete: Bool { identityID.isThere && credentials.isThere && tokens.isThere && userSub.isThere }
}
