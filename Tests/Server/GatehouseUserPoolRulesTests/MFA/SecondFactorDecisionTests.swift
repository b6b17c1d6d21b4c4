// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct SecondFactorDecisionTests {
    private static let phone = ["phone_number": "+12025550123"]
    private static let mail = ["email": "a@example.com"]
    private static let both = phone.merging(mail) { $1 }
    private static let token = UserMFA.SoftwareToken(
        sealedSecret: [1], friendlyName: nil, verifiedAt: Date(timeIntervalSince1970: 0))
    private static let all = Set(SecondFactor.allCases)

    private static func pool(
        _ requirement: UserPoolMfaType, _ factors: Set<SecondFactor>, recovery: [RecoveryOptionNameType] = []
    ) -> UserPoolRecord {
        let mechanisms = recovery.enumerated().map { RecoveryOptionType(priority: $0 + 1, name: $1) }
        return UserPoolRecord(
            id: "p",
            description: UserPoolType(
                mfaConfiguration: requirement,
                accountRecoverySetting: AccountRecoverySettingType(recoveryMechanisms: mechanisms)),
            factors: PoolFactors(
                usesSMS: factors.contains(.sms), usesSoftwareToken: factors.contains(.softwareToken),
                email: factors.contains(.email) ? EmailMfaConfigType() : nil),
            createdAt: .distantPast, modifiedAt: .distantPast)
    }

    private static func user(_ attributes: [String: String], _ mfa: UserMFA = .none) -> UserRecord {
        UserRecord(
            sub: "s", poolID: "p", username: "alice", status: .confirmed, attributes: attributes, password: nil,
            mfa: mfa, createdAt: .distantPast, modifiedAt: .distantPast)
    }

    private static func expect(
        _ expected: SecondFactorDecision, _ user: UserRecord, _ pool: UserPoolRecord,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try SecondFactorDecision.decide(user: user, pool: pool) == expected, sourceLocation: location)
    }

    @Test func `a pool without second factors requires none, also from a user who has them`() throws {
        let mfa = UserMFA(softwareToken: Self.token, enabled: Self.all, preferred: .sms, legacySMS: true)
        try Self.expect(.none, Self.user(Self.both, mfa), Self.pool(.off, Self.all))
    }

    @Test func `an optional factor that is not enabled is not required`() throws {
        let user = Self.user(Self.both, UserMFA(softwareToken: Self.token))
        try Self.expect(.none, user, Self.pool(.optional, Self.all))
        try Self.expect(.none, Self.user([:]), Self.pool(.optional, Self.all))
    }

    @Test(arguments: [.optional, .on] as [UserPoolMfaType], SecondFactor.allCases)
    func `the preferred one of several factors is required`(
        _ requirement: UserPoolMfaType, _ factor: SecondFactor
    ) throws {
        let mfa = UserMFA(softwareToken: Self.token, enabled: Self.all, preferred: factor)
        try Self.expect(.challenge(factor), Self.user(Self.both, mfa), Self.pool(requirement, Self.all))
    }

    @Test(arguments: [.optional, .on] as [UserPoolMfaType], SecondFactor.allCases)
    func `the only enabled factor is required`(_ requirement: UserPoolMfaType, _ factor: SecondFactor) throws {
        let mfa = UserMFA(softwareToken: Self.token, enabled: [factor])
        try Self.expect(.challenge(factor), Self.user(Self.both, mfa), Self.pool(requirement, Self.all))
    }

    @Test func `of several that are on the user chooses`() throws {
        for requirement in [UserPoolMfaType.optional, .on] {
            let mfa = UserMFA(softwareToken: Self.token, enabled: [.email, .softwareToken])
            try Self.expect(
                .select([.softwareToken, .email]), Self.user(Self.both, mfa), Self.pool(requirement, Self.all))
        }
    }

    @Test func `SMS that were switched on the older way count`() throws {
        let legacy = UserMFA(legacySMS: true)
        try Self.expect(.challenge(.sms), Self.user(Self.both, legacy), Self.pool(.optional, Self.all))
        let mixed = UserMFA(softwareToken: Self.token, enabled: [.softwareToken], legacySMS: true)
        try Self.expect(
            .select([.sms, .softwareToken]), Self.user(Self.both, mixed), Self.pool(.optional, Self.all))
    }

    @Test func `a factor that the pool stopped allowing, or whose means are gone, does not count`() throws {
        let mfa = UserMFA(softwareToken: Self.token, enabled: [.sms, .softwareToken], preferred: .softwareToken)
        try Self.expect(.challenge(.sms), Self.user(Self.both, mfa), Self.pool(.optional, [.sms, .email]))
        try Self.expect(.challenge(.softwareToken), Self.user([:], mfa), Self.pool(.optional, Self.all))
        try Self.expect(.none, Self.user(Self.both, mfa), Self.pool(.optional, [.email]))
        let lost = UserMFA(enabled: [.softwareToken], preferred: .softwareToken)
        try Self.expect(.none, Self.user(Self.both, lost), Self.pool(.optional, [.softwareToken]))
    }

    @Test func `a required factor that is set up is required even where it is not enabled`() throws {
        let user = Self.user([:], UserMFA(softwareToken: Self.token))
        try Self.expect(.challenge(.softwareToken), user, Self.pool(.on, Self.all))
        let reachable = Self.user(Self.both, UserMFA(softwareToken: Self.token))
        try Self.expect(.select([.sms, .softwareToken, .email]), reachable, Self.pool(.on, Self.all))
        try Self.expect(.challenge(.softwareToken), reachable, Self.pool(.on, [.softwareToken]))
    }

    @Test func `a required factor goes to the number or address that the user has`() throws {
        let pool = Self.pool(.on, Self.all)
        try Self.expect(.challenge(.sms), Self.user(Self.phone), pool)
        try Self.expect(.challenge(.email), Self.user(Self.mail), pool)
        try Self.expect(.select([.sms, .email]), Self.user(Self.both), pool)
    }

    @Test func `a required factor does not go where recovery codes go first`() throws {
        let mail = Self.pool(.on, [.sms, .email], recovery: [.verifiedEmail, .verifiedPhoneNumber])
        try Self.expect(.challenge(.sms), Self.user(Self.both), mail)
        let phone = Self.pool(.on, [.sms, .email], recovery: [.verifiedPhoneNumber, .verifiedEmail])
        try Self.expect(.challenge(.email), Self.user(Self.both), phone)
        let administrators = Self.pool(.on, [.sms, .email], recovery: [.adminOnly])
        try Self.expect(.select([.sms, .email]), Self.user(Self.both), administrators)
        // A user who switched it on has chosen it.
        let chosen = Self.user(Self.both, UserMFA(enabled: [.email]))
        try Self.expect(.challenge(.email), chosen, mail)
    }

    @Test func `with only the way of recovery codes left the sign-in is refused, unless an app can be set up`() throws {
        let refusal = #expect(throws: ServiceFault.self) {
            try SecondFactorDecision.decide(
                user: Self.user(Self.mail), pool: Self.pool(.on, [.sms, .email], recovery: [.verifiedEmail]))
        }
        #expect(refusal?.code == .invalidParameter)
        #expect(throws: ServiceFault.self) {
            try SecondFactorDecision.decide(
                user: Self.user([:]), pool: Self.pool(.on, [.email], recovery: [.verifiedEmail]))
        }
        try Self.expect(
            .setUp([.softwareToken]), Self.user(Self.mail),
            Self.pool(.on, [.softwareToken, .email], recovery: [.verifiedEmail]))
    }

    @Test func `a user without a usable factor sets up one that the pool allows`() throws {
        try Self.expect(.setUp([.sms, .softwareToken, .email]), Self.user([:]), Self.pool(.on, Self.all))
        try Self.expect(.setUp([.softwareToken]), Self.user(Self.both), Self.pool(.on, [.softwareToken]))
        try Self.expect(.setUp([.sms]), Self.user([:]), Self.pool(.on, [.sms]))
        // A secret that was not verified does not count.
        let pending = UserMFA(pendingSecret: [1])
        try Self.expect(.setUp([.softwareToken]), Self.user([:], pending), Self.pool(.on, [.softwareToken]))
    }
}
