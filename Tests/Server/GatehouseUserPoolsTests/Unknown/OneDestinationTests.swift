// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// The operations and pages that show where a code goes, with the rows of their table in SECURITY.md.
private enum DestinationCall: String, CaseIterable {
    case forgotPassword = "`ForgotPassword`, `/forgotPassword`"
    case resend = "`ResendConfirmationCode`"
    case resendPage = "`/resendcode`, `/confirm`"
    case emailCode = "`USER_AUTH` by e-mail"
    case chosenEmailCode = "`USER_AUTH`, then the choice of e-mail"

    /// The masked destination that the call shows for a name; `nil` if it offers no code by e-mail.
    func destination(of name: String, by fixture: PoolFixture) async throws -> String? {
        switch self {
        case .forgotPassword: return try await fixture.forgotPassword(name)?.destination
        case .resend, .resendPage:
            let request = ResendConfirmationCodeRequest(clientId: fixture.client.id, username: name)
            return try await fixture.anyone.resendConfirmationCode(request, hidingConfirmed: self == .resendPage)
                .codeDeliveryDetails?.destination
        case .emailCode:
            return try await fixture.beginUserAuth(name, preferring: "EMAIL_OTP")
                .challengeParameters?["CODE_DELIVERY_DESTINATION"]
        case .chosenEmailCode:
            let choice = try await fixture.beginUserAuth(name)
            guard choice.availableChallenges?.contains(.emailOtp) == true else { return nil }
            return try await fixture.answer(.selectChallenge, choice.session, ["ANSWER": "EMAIL_OTP"], as: name)
                .challengeParameters?["CODE_DELIVERY_DESTINATION"]
        }
    }

    /// The destinations of a name by all calls.
    static func destinations(of name: String, by fixture: PoolFixture) async throws -> [DestinationCall: String?] {
        var shown: [DestinationCall: String?] = [:]
        for call in allCases where call != .resend { shown[call] = try await call.destination(of: name, by: fixture) }
        return shown
    }
}

/// The destinations that different calls show for one name.
@Suite(.hangLimit) struct OneDestinationTests {
    @Test func `the table of destinations in SECURITY is what the server shows`() async throws {
        let (fixture, names) = try await AccountState.makeAll()
        var seen: [AccountState: [String]] = [:]
        func cell(_ call: DestinationCall, _ state: AccountState) async throws -> String {
            do {
                let name = try #require(names[state])
                guard let destination = try await call.destination(of: name, by: fixture) else { return "not offered" }
                #expect(try await call.destination(of: name, by: fixture) == destination, "\(state) \(call)")
                if seen[state]?.contains(destination) != true { seen[state, default: []].append(destination) }
                return "\((seen[state]?.firstIndex(of: destination) ?? 0) + 1)"
            } catch let fault as ServiceFault {
                return OpenAnswer.name(of: fault)
            }
        }
        var lines = ["| Destination of | \(AccountState.allCases.map(\.rawValue).joined(separator: " | ")) |"]
        for call in DestinationCall.allCases {
            var cells = [call.rawValue]
            for state in AccountState.allCases { cells.append(try await cell(call, state)) }
            lines.append("| \(cells.joined(separator: " | ")) |")
        }
        let document = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../SECURITY.md").standardizedFileURL
        let text = try String(contentsOf: document, encoding: .utf8)
        for line in lines { #expect(text.contains(line), "SECURITY.md lacks the line:\n\(line)") }
    }

    /// What pools verify at sign-up.
    private static let verified: [[VerifiedAttributeType]] = [[.email], [.phoneNumber], [.phoneNumber, .email]]
    /// The orders in which pools recover accounts; the empty one is a pool without the setting.
    private static let recoveries: [[RecoveryOptionNameType]] = [
        [], [.verifiedEmail], [.verifiedPhoneNumber], [.verifiedEmail, .verifiedPhoneNumber],
        [.verifiedPhoneNumber, .verifiedEmail],
    ]

    @Test(arguments: verified, recoveries)
    func `two calls show an unknown name two destinations exactly where they do so for a confirmed user`(
        _ verified: [VerifiedAttributeType], _ recovery: [RecoveryOptionNameType]
    ) async throws {
        let pool = PoolFixture.request {
            $0.autoVerifiedAttributes = verified
            $0.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp]))
            if !recovery.isEmpty {
                $0.accountRecoverySetting = AccountRecoverySettingType(
                    recoveryMechanisms: recovery.enumerated().map {
                        RecoveryOptionType(priority: $0.offset + 1, name: $0.element)
                    })
            }
        }
        let fixture = try await PoolFixture.make(pool: pool) {
            $0.explicitAuthFlows = PoolFixture.allFlows
            $0.preventUserExistenceErrors = .enabled
        }
        var attributes: [String: String] = [:]
        if verified.contains(.email) { attributes["email"] = "alice@example.com" }
        if verified.contains(.phoneNumber) { attributes["phone_number"] = PoolFixture.phone }
        for name in attributes.keys { attributes[name + "_verified"] = "true" }
        try await fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: fixture.poolID, attributes: attributes)
        let offered = try #require(try await fixture.beginUserAuth("alice").availableChallenges)
        let unknown = try await fixture.nobodies(3, offered: offered)
        let known = try await DestinationCall.destinations(of: "alice", by: fixture)
        for name in unknown {
            let shown = try await DestinationCall.destinations(of: name, by: fixture)
            for first in shown.keys {
                #expect((shown[first] == .some(nil)) == (known[first] == .some(nil)), "\(first)")
                for second in shown.keys {
                    #expect(
                        (shown[first] == shown[second]) == (known[first] == known[second]), "\(first) and \(second)")
                }
            }
        }
    }

    @Test func `a user of an identity provider has one destination, as an unknown name has`()
        async throws
    {
        let (fixture, names) = try await AccountState.makeAll()
        // A name to which a sign-in offers a code as to most users.
        let name = try #require(names[.imported])
        try await fixture.anyone.pools.records.write { [poolID = fixture.poolID] store in
            var user = try store.existingUser(name, in: store.existingPool(poolID))
            user.status = .externalProvider
            try store.update(user)
        }
        var shown: [String?] = []
        for call in [DestinationCall.resendPage, .emailCode, .chosenEmailCode] {
            shown.append(try await call.destination(of: name, by: fixture))
        }
        #expect(Set(shown).count == 1 && shown.first != .some(nil))
    }

    @Test func `an address that is the name is shown as typed, whatever its user has written`()
        async throws
    {
        let pool = PoolFixture.request {
            $0.aliasAttributes = [.email]
            $0.usernameConfiguration = UsernameConfigurationType(caseSensitive: false)
            $0.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp]))
        }
        let fixture = try await PoolFixture.make(pool: pool) {
            $0.explicitAuthFlows = PoolFixture.allFlows
            $0.preventUserExistenceErrors = .enabled
        }
        try await fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: fixture.poolID,
            attributes: ["email": "Alice@Example.com", "email_verified": "true"])
        for name in ["alice@example.com", "ALICE@example.com", "adam@example.com", "ADAM@Example.com"] {
            let shown = try await DestinationCall.destinations(of: name, by: fixture)
            #expect(Set(shown.values.compactMap(\.self)) == ["a***@e***"], "\(name): \(shown)")
        }
        #expect(try await fixture.forgotPassword("alice")?.destination == "A***@E***")
    }
}
