// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseUserPoolModel
import Testing

@Suite struct AuthenticationLevelTests {
    typealias Methods = Set<AuthenticationMethod>

    private static func pool(_ names: [String: String] = [:]) -> UserPoolRecord {
        UserPoolRecord(
            id: "p",
            description: UserPoolType(acrConfiguration: names.mapValues { AcrLevelConfigType(acrValue: $0) }),
            createdAt: .distantPast, modifiedAt: .distantPast)
    }

    // MARK: - Reached levels

    @Test(
        arguments: [
            ([], nil), ([.softwareToken], nil),
            ([.password], .one),
            ([.sms], .two), ([.email], .two), ([.sms, .email], .two), ([.email, .softwareToken], .two),
            ([.platformPasskey], .three), ([.roamingPasskey], .three), ([.platformPasskey, .softwareToken], .three),
            ([.platformPasskey, .sms], .three), ([.password, .platformPasskey], .three),
            ([.password, .sms], .three), ([.password, .email], .three),
            ([.password, .softwareToken], .four),
            (Methods(AuthenticationMethod.allCases).subtracting([.federated]), .four), ([.federated], nil),
            (Methods(AuthenticationMethod.allCases), nil),
        ] as [(Methods, AuthenticationLevel?)])
    func `methods reach the highest level that they fully satisfy`(
        _ methods: Methods, _ level: AuthenticationLevel?
    ) {
        #expect(AuthenticationLevel(reachedBy: methods) == level)
        for other in AuthenticationLevel.allCases {
            #expect(other.isReached(by: methods) == (level.map { other <= $0 } ?? false))
        }
    }

    // MARK: - Missing factors

    struct Missing: Sendable {
        let target: AuthenticationLevel
        let proved: Methods
        let second: Set<SecondFactor>
        let seconds: Set<SecondFactor>
        let firsts: [FirstFactor]

        init(
            _ target: AuthenticationLevel, after proved: Methods = [], having second: Set<SecondFactor>,
            _ seconds: Set<SecondFactor>, _ firsts: [FirstFactor]
        ) {
            (self.target, self.proved, self.second) = (target, proved, second)
            (self.seconds, self.firsts) = (seconds, firsts)
        }
    }

    private static let anything = Set(SecondFactor.allCases)
    private static let passwords: [FirstFactor] = [.passwordSRP, .password]

    @Test(arguments: [
        // From scratch, nothing but a first factor is a beginning.
        Missing(.one, having: [], [], FirstFactor.allCases),
        Missing(.two, having: [], [], [.emailOTP, .smsOTP, .webAuthn]),
        Missing(.two, having: [.softwareToken], [], FirstFactor.allCases),
        Missing(.three, having: [], [], [.webAuthn]),
        Missing(.three, having: [.sms], [], passwords + [.webAuthn]),
        Missing(.four, having: [.sms, .email], [], []),
        Missing(.four, having: [.softwareToken], [], passwords),
        // After a password.
        Missing(.one, after: [.password], having: anything, [], []),
        Missing(.two, after: [.password], having: anything, anything, [.webAuthn]),
        Missing(.two, after: [.password], having: [], [], [.webAuthn]),
        Missing(.three, after: [.password], having: [.email], [.email], [.webAuthn]),
        Missing(.three, after: [.password], having: [], [], [.webAuthn]),
        Missing(.four, after: [.password], having: anything, [.softwareToken], []),
        Missing(.four, after: [.password], having: [.sms], [], []),
        // After a factor that cannot be combined with a second one.
        Missing(.three, after: [.email], having: anything, [], passwords + [.webAuthn]),
        Missing(.four, after: [.email], having: anything, [], passwords),
        Missing(.four, after: [.roamingPasskey], having: [.softwareToken], [], passwords),
        Missing(.four, after: [.roamingPasskey], having: [.sms], [], []),
        // After both factors of a lower level.
        Missing(.three, after: [.password, .sms], having: anything, [], []),
        Missing(.four, after: [.password, .sms], having: anything, [.softwareToken], []),
        Missing(.four, after: [.password, .softwareToken], having: anything, [], []),
    ])
    func `only missing factors of the level are requested, each once`(_ missing: Missing) {
        #expect(
            missing.target.secondFactors(among: missing.second, after: missing.proved) == missing.seconds)
        #expect(
            missing.target.firstFactors(among: FirstFactor.allCases, before: missing.second, after: missing.proved)
                == missing.firsts)
    }

    // MARK: - Names

    @Test(
        arguments: [
            ("urn:cognito:loa:4 urn:cognito:loa:1", [.four, .one]), ("urn:cognito:loa:2", [.two]),
            ("  urn:cognito:loa:2   urn:cognito:loa:2 ", [.two, .two]), ("gold urn:cognito:loa:3 x", [.three]),
            ("", []), (" ", []), ("gold", []), ("4", []), ("URN:COGNITO:LOA:4", []), ("urn:cognito:loa:5", []),
            ("urn:cognito:loa:4,urn:cognito:loa:1", []), ("urn:cognito:loa:4\turn:cognito:loa:1", []),
            ("urn:cognito:loa:4\n", []), ("urn:cognito:loa:4\u{0}", []), ("\"urn:cognito:loa:4\"", []),
            (String(repeating: "x", count: 100_000), []),
        ] as [(String, [AuthenticationLevel])])
    func `a list names levels between blanks, and unknown names are left out`(
        _ names: String, _ levels: [AuthenticationLevel]
    ) {
        #expect(Self.pool().levels(named: names) == levels)
    }

    @Test func `a pool's name for a level takes the place of the usual one`() {
        let pool = Self.pool(["Level4": "gold", "Level1": "urn:cognito:loa:2b"])
        #expect(pool.namesLevels && !Self.pool().namesLevels)
        #expect(
            AuthenticationLevel.allCases.map(pool.name(of:))
                == ["urn:cognito:loa:2b", "urn:cognito:loa:2", "urn:cognito:loa:3", "gold"])
        #expect(pool.levels(named: "urn:cognito:loa:4 gold Gold urn:cognito:loa:3") == [.four, .three])
    }

    // MARK: - The claim amr

    @Test(
        arguments: [
            ([], []), ([.password], ["pwd"]), ([.sms], ["sms"]), ([.email], ["email_otp"]),
            ([.softwareToken, .password], ["pwd", "otp", "mfa"]), ([.email, .password], ["pwd", "email_otp", "mfa"]),
            ([.platformPasskey], ["swk"]), ([.roamingPasskey, .password], ["pwd", "hwk", "mfa"]),
            ([.federated], ["fed"]), ([.federated, .sms], ["sms"]),
            (Methods.federated(naming: ["otp", "pwd", "face"]), ["pwd", "otp", "mfa"]),
        ] as [(Methods, [String])])
    func `the claim lists the methods, and says of several that they are`(_ methods: Methods, _ claim: [String]) {
        #expect(methods.claim == claim)
        #expect(Methods(text: methods.text) == methods)
    }

    @Test(arguments: ["", " ", "mfa", "PWD", "face"])
    func `an unknown name in a stored list of methods is left out`(_ text: String) {
        #expect(Methods(text: text).isEmpty)
        #expect(Methods(text: "pwd \(text) otp") == [.password, .softwareToken])
    }

    // MARK: - Levels at identity providers

    @Test func `a provider has names for levels, and an unknown name is the lowest level`() {
        func provider(_ names: [String: String]?) -> IdentityProviderRecord {
            IdentityProviderRecord(
                poolID: "p", name: "corp", kind: .oidc, attributeMapping: [:], identifiers: [], levelMapping: names,
                issuer: nil, sealedDetails: [], createdAt: .distantPast, modifiedAt: .distantPast)
        }
        let named = provider(["Level2": "a", "Level3": "b", "Level4": "b"])
        #expect(named.contexts(for: [.four, .one, .two]) == ["b", "a"])
        #expect([nil, "", "a", "A", "b", "c"].map(named.level(ofContext:)) == [.one, .one, .two, .one, .three, .one])
        #expect(provider(nil).contexts(for: AuthenticationLevel.allCases).isEmpty)
        #expect(provider(nil).level(ofContext: "a") == .one)
    }
}
