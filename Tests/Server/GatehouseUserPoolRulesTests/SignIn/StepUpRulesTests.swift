// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseSignIn

/// The parameters of a request for a level, and the proofs that count toward it.
@Suite struct StepUpRulesTests {
    private static let signedInAt = Date(timeIntervalSince1970: 1_000)
    private static let four = "urn:cognito:loa:4"

    private static func pool(
        _ requirement: UserPoolMfaType = .optional, tier: UserPoolTierType = .essentials,
        recovery: RecoveryOptionNameType? = nil, countingPasskeysTwice: Bool = false
    ) -> UserPoolRecord {
        let mechanisms = recovery.map { [RecoveryOptionType(priority: 1, name: $0)] }
        return UserPoolRecord(
            id: "p",
            description: UserPoolType(
                mfaConfiguration: requirement,
                accountRecoverySetting: AccountRecoverySettingType(recoveryMechanisms: mechanisms),
                userPoolTier: tier),
            factors: PoolFactors(
                usesSMS: true, usesSoftwareToken: true, email: EmailMfaConfigType(),
                webAuthn: countingPasskeysTwice
                    ? WebAuthnConfigurationType(factorConfiguration: .multiFactorWithUserVerification) : nil),
            createdAt: .distantPast, modifiedAt: .distantPast)
    }

    private static func user(
        _ mfa: UserMFA = .none, attributes: [String: String] = [:], passwordAt: Date? = .distantPast,
        status: UserStatusType = .confirmed
    ) -> UserRecord {
        UserRecord(
            sub: "s", poolID: "p", username: "alice", status: status, attributes: attributes,
            password: passwordAt.map { UserRecord.SealedPassword(sealed: [1], setAt: $0) }, mfa: mfa,
            createdAt: .distantPast, modifiedAt: .distantPast)
    }

    private static func app(at date: Date = .distantPast) -> UserMFA.SoftwareToken {
        UserMFA.SoftwareToken(sealedSecret: [1], friendlyName: nil, verifiedAt: date)
    }

    // MARK: - The request

    @Test func `a request without a level has no target, and cannot contain an access token`() throws {
        #expect(try StepUp([:], in: Self.pool()) == nil)
        #expect(try StepUp(["MAX_AGE": "garbage"], in: Self.pool()) == nil)
        #expect(throws: ServiceFault.missingParameter("TARGET_ACR_VALUES")) {
            try StepUp(["ACCESS_TOKEN": "t", "MAX_AGE": "5"], in: Self.pool())
        }
    }

    @Test func `a request says levels, a token and an age`() throws {
        let stepUp = try StepUp(
            ["TARGET_ACR_VALUES": "x \(Self.four)", "ACCESS_TOKEN": "t", "MAX_AGE": "0060"], in: Self.pool())
        #expect(stepUp?.levels == [.four] && stepUp?.accessToken == "t" && stepUp?.maximumAge == 60)
    }

    @Test(arguments: ["", " ", "x", "1", "urn:cognito:loa:0"])
    func `a list without a level of the pool is refused`(_ names: String) throws {
        let refusal = #expect(throws: ServiceFault.self) {
            try StepUp(["TARGET_ACR_VALUES": names], in: Self.pool())
        }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "1e3", "0x10", "sixty", " 60", "60 ", "٦٠", "99999999999999999999", "60\n", "NaN",
    ])
    func `a maximum age that is not a number of seconds is refused`(_ age: String) throws {
        let refusal = #expect(throws: ServiceFault.self) {
            try StepUp(["TARGET_ACR_VALUES": Self.four, "MAX_AGE": age], in: Self.pool())
        }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test func `a pool of the lowest tier knows no levels`() throws {
        let refusal = #expect(throws: ServiceFault.self) {
            try StepUp(["TARGET_ACR_VALUES": Self.four], in: Self.pool(tier: .lite))
        }
        #expect(refusal?.code == .featureUnavailableInTier)
        #expect(try StepUp([:], in: Self.pool(tier: .lite)) == nil)
        #expect(try StepUp(["TARGET_ACR_VALUES": Self.four], in: Self.pool(tier: .plus)) != nil)
    }

    @Test(
        arguments: [
            (nil, 1_000_000, true), ("60", 60, true), ("60", 60.5, false), ("0", 0, true), ("0", 0.25, false),
        ] as [(String?, Double, Bool)])
    func `proofs count as long as they are not older than asked for`(
        _ age: String?, _ seconds: Double, _ counts: Bool
    ) throws {
        var parameters = ["TARGET_ACR_VALUES": Self.four]
        parameters["MAX_AGE"] = age
        let stepUp = try #require(try StepUp(parameters, in: Self.pool()))
        let now = Self.signedInAt.addingTimeInterval(seconds)
        #expect(stepUp.counts(provedAt: Self.signedInAt, now: now) == counts)
    }

    // MARK: - Proofs of a token's sign-in

    private static func counting(
        _ methods: Set<AuthenticationMethod>, for user: UserRecord, in pool: UserPoolRecord = pool()
    ) -> Set<AuthenticationMethod> {
        methods.counting(for: user, in: pool, since: signedInAt)
    }

    @Test func `a password change after the sign-in voids all proofs of its token`() {
        let methods: Set<AuthenticationMethod> = [.password, .sms]
        let same = Self.user(attributes: Self.verified, passwordAt: Self.signedInAt)
        #expect(Self.counting(methods, for: same) == methods)
        for date in [Self.signedInAt.addingTimeInterval(0.001), nil] {
            #expect(Self.counting(methods, for: Self.user(attributes: Self.verified, passwordAt: date)).isEmpty)
        }
        #expect(Self.counting(methods, for: Self.user(status: .forceChangePassword)).isEmpty)
    }

    @Test func `methods that an identity provider names do not count`() {
        let user = Self.user(UserMFA(softwareToken: Self.app(at: Self.signedInAt)), passwordAt: Self.signedInAt)
        let methods: Set<AuthenticationMethod> = [.password, .softwareToken]
        #expect(Self.counting(methods, for: user) == methods)
        #expect(Self.counting(methods.union([.federated]), for: user).isEmpty)
    }

    @Test func `a software token that was replaced or removed since does not count`() {
        let methods: Set<AuthenticationMethod> = [.password, .softwareToken]
        let same = Self.user(UserMFA(softwareToken: Self.app(at: Self.signedInAt)))
        #expect(Self.counting(methods, for: same) == methods)
        let other = Self.user(UserMFA(softwareToken: Self.app(at: Self.signedInAt.addingTimeInterval(1))))
        for user in [other, Self.user()] { #expect(Self.counting(methods, for: user) == [.password]) }
    }

    @Test(arguments: [[.email], [.sms], [.platformPasskey]] as [Set<AuthenticationMethod>])
    func `codes and passkeys count as long as a sign-in could begin with them`(_ methods: Set<AuthenticationMethod>) {
        #expect(Self.counting(methods, for: Self.user(attributes: Self.verified)) == methods)
        let guarded = Self.user(
            UserMFA(softwareToken: Self.app(), enabled: [.softwareToken], usesPasskeys: true),
            attributes: Self.verified)
        #expect(Self.counting(methods, for: guarded).isEmpty)
        let twice = Self.counting(methods, for: guarded, in: Self.pool(countingPasskeysTwice: true))
        #expect(twice == (methods == [.platformPasskey] ? methods : []))
    }

    @Test(arguments: [(.email, "email"), (.sms, "phone_number")] as [(AuthenticationMethod, String)])
    func `a code counts as long as its address or number is there and verified`(
        _ method: AuthenticationMethod, _ attribute: String
    ) {
        let losses: [(String, String?)] = [
            (attribute, nil), (attribute + "_verified", nil), (attribute + "_verified", "false"),
        ]
        for (name, value) in losses {
            var attributes = Self.verified
            attributes[name] = value
            let user = Self.user(attributes: attributes)
            #expect(Self.counting([method], for: user).isEmpty)
            #expect(Self.counting([.password, method], for: user) == [.password])
            #expect(Self.counting([.platformPasskey, method], for: user) == [.platformPasskey])
        }
    }

    @Test func `a code to the recovery address does not count, and a code to another address does`() {
        let user = Self.user(attributes: Self.verified)
        let (mail, phone) = (Self.pool(recovery: .verifiedEmail), Self.pool(recovery: .verifiedPhoneNumber))
        #expect(Self.counting([.email], for: user, in: mail).isEmpty)
        #expect(Self.counting([.password, .email, .sms], for: user, in: mail) == [.password, .sms])
        #expect(Self.counting([.sms], for: user, in: phone).isEmpty)
        #expect(Self.counting([.password, .email, .sms], for: user, in: phone) == [.password, .email])
    }

    // MARK: - The user's further factors

    private static let verified = [
        "email": "a@b.c", "email_verified": "true", "phone_number": "+12025550123", "phone_number_verified": "true",
    ]

    @Test func `enabled factors count, else those that the user has`() {
        let app = Self.app()
        let everything = Set(SecondFactor.allCases)
        let reachable = Self.user(UserMFA(softwareToken: app), attributes: Self.verified)
        #expect(reachable.levelFactors(in: Self.pool()) == everything)
        let chosen = Self.user(UserMFA(softwareToken: app, enabled: [.sms]), attributes: Self.verified)
        #expect(chosen.levelFactors(in: Self.pool()) == [.sms])
        let unverified = Self.user(
            UserMFA(enabled: [.sms, .email]), attributes: Self.verified.filter { !$0.key.hasSuffix("_verified") })
        #expect(unverified.levelFactors(in: Self.pool()).isEmpty)
        #expect(Self.user().levelFactors(in: Self.pool()).isEmpty)
        #expect(chosen.levelFactors(in: Self.pool(.off)).isEmpty)
    }

    @Test(
        arguments: [
            ("phone_number_verified", [.email]), ("email_verified", [.sms]), ("email", [.sms]),
        ] as [(String, Set<SecondFactor>)])
    func `a number or an address that is not verified does not count`(
        _ attribute: String, _ factors: Set<SecondFactor>
    ) {
        var attributes = Self.verified
        attributes[attribute] = nil
        #expect(Self.user(attributes: attributes).levelFactors(in: Self.pool()) == factors)
        attributes[attribute] = "false"
        guard attribute != "email" else { return }
        #expect(Self.user(attributes: attributes).levelFactors(in: Self.pool()) == factors)
    }

    @Test func `a code to an address that resets the password does not count beside the password`() {
        let user = Self.user(attributes: Self.verified)
        #expect(user.levelFactors(in: Self.pool(recovery: .verifiedEmail)) == [.sms])
        #expect(user.levelFactors(in: Self.pool(recovery: .verifiedPhoneNumber)) == [.email])
    }

    @Test func `two factors are two methods of which the pool allows one as the second, or a passkey that is both`() {
        let user = Self.user(UserMFA(enabled: [.sms], usesPasskeys: true), attributes: Self.verified)
        let (pool, twice) = (Self.pool(), Self.pool(countingPasskeysTwice: true))
        for methods in [[.password, .sms], [.password, .softwareToken]] as [Set<AuthenticationMethod>] {
            #expect(user.hasProvedTwoFactors(by: methods, in: pool))
            #expect(!user.hasProvedTwoFactors(by: methods, in: Self.pool(.off)))
        }
        for methods in [[], [.password], [.sms], [.password, .platformPasskey]] as [Set<AuthenticationMethod>] {
            #expect(!user.hasProvedTwoFactors(by: methods, in: pool))
        }
        #expect(user.hasProvedTwoFactors(by: [.platformPasskey], in: twice))
        #expect(!Self.user().hasProvedTwoFactors(by: [.platformPasskey], in: twice))
    }
}
