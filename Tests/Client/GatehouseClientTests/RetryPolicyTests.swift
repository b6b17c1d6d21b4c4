// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseCrypto
import Testing

@Suite struct RetryPolicyTests {
    @Test(arguments: [(1, 200), (2, 400), (3, 800), (7, 12_800), (8, 20_000), (1_000_000, 20_000), (-5, 200)])
    func `a pause lies between zero and a bound that doubles`(attempt: Int, bound: Int) {
        let policy = RetryPolicy()
        let least = policy.pause(after: attempt, entropy: Entropy { [UInt8](repeating: 0, count: $0) })
        let most = policy.pause(after: attempt, entropy: Entropy { [UInt8](repeating: 0xFF, count: $0) })
        #expect(least == .zero)
        #expect(most == .milliseconds(bound))
    }

    @Test func `pauses differ from client to client`() {
        let policy = RetryPolicy()
        let entropy = Entropy.seeded(7)
        let pauses = (0..<100).map { _ in policy.pause(after: 3, entropy: entropy) }
        #expect(Set(pauses).count > 90)
    }

    @Test(arguments: [(0, 200), (1, 500), (5, 2_500), (18, 2_000), (20, 0)])
    func `a wait that the server asks for precedes the jitter`(seconds: Int, jitter: Int) {
        let policy = RetryPolicy()
        let told = Duration.seconds(seconds)
        let least = policy.pause(after: 1, told: told, entropy: Entropy { [UInt8](repeating: 0, count: $0) })
        let most = policy.pause(after: 1, told: told, entropy: Entropy { [UInt8](repeating: 0xFF, count: $0) })
        #expect(least == told)
        #expect(most == told + .milliseconds(jitter))
    }

    @Test(arguments: [21, 3_600, 999_999_999])
    func `a server cannot make an app wait for longer than the policy permits`(seconds: Int) {
        #expect(RetryPolicy().pause(after: 1, told: .seconds(seconds), entropy: .seeded(1)) == nil)
    }
}

@Suite struct RetryQuotaTests {
    @Test func `a hundred repetitions without a success exhaust the quota`() {
        let quota = RetryQuota()
        for _ in 0..<100 { #expect(quota.withdraw(afterTimeout: false) == 5) }
        #expect(quota.withdraw(afterTimeout: false) == nil)
    }

    @Test func `a repetition after a timeout costs twice as much`() {
        let quota = RetryQuota()
        for _ in 0..<50 { #expect(quota.withdraw(afterTimeout: true) == 10) }
        #expect(quota.withdraw(afterTimeout: false) == nil)
    }

    @Test func `a successful repetition gives back its tokens, and a first attempt one token`() {
        let quota = RetryQuota()
        while quota.withdraw(afterTimeout: false) != nil {}
        quota.restore(5)
        #expect(quota.withdraw(afterTimeout: false) == 5)
        for _ in 0..<4 { quota.restore(nil) }
        #expect(quota.withdraw(afterTimeout: false) == nil)
        quota.restore(nil)
        #expect(quota.withdraw(afterTimeout: false) == 5)
    }

    @Test func `successes do not save up more than the quota`() {
        let quota = RetryQuota()
        for _ in 0..<1_000 { quota.restore(nil) }
        for _ in 0..<100 { #expect(quota.withdraw(afterTimeout: false) == 5) }
        #expect(quota.withdraw(afterTimeout: false) == nil)
    }
}

@Suite struct RepetitionTests {
    @Test func `each operation of the clients has a rule, and no other name does`() {
        let names = [
            Set(CognitoIdentityProviderOperations.table.keys), Set(CognitoIdentityOperations.table.keys),
            Set(SecurityTokenOperations.table.keys),
        ]
        #expect(Set(Repetition.table.keys) == names.reduce(into: []) { $0.formUnion($1) })
    }

    @Test func `a request that uses up a value is not sent again when the answer was lost`() {
        let kept = Repetition.table.filter { !$0.value.isHarmless }.keys
        let expected: Set<String> = [
            "AssociateSoftwareToken", "ChangePassword", "CompleteWebAuthnRegistration", "ConfirmDevice",
            "ConfirmForgotPassword", "ConfirmSignUp", "DeleteUser", "RespondToAuthChallenge", "SignUp",
            "UnlinkIdentity", "VerifySoftwareToken", "VerifyUserAttribute",
        ]
        #expect(Set(kept) == expected)
    }

    @Test func `the session string of a sign-up is good for one request`() {
        var request = InitiateAuthRequest(authFlow: .userAuth, clientId: "client")
        #expect(Repetition(of: InitiateAuthOperation.self, request).isHarmless)
        request.session = "session"
        #expect(!Repetition(of: InitiateAuthOperation.self, request).isHarmless)
    }
}
