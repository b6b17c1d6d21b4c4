// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The ways in which a user can get a name that another user has; the raw value is the row's title in the document.
private enum NamePath: String, CaseIterable {
    case adminCreate = "`AdminCreateUser`"
    case adminCreateForced = "`AdminCreateUser` with `ForceAliasCreation`"
    case adminUpdate = "`AdminUpdateUserAttributes`, verified"
    case adminUpdateUnverified = "`AdminUpdateUserAttributes`, not verified"
    case confirm = "`ConfirmSignUp`"
    case confirmForced = "`ConfirmSignUp` with `ForceAliasCreation`"
    case preSignUp = "`SignUp`, verified by the function `PreSignUp`"
    case verify = "`VerifyUserAttribute`"
    case signInCode = "a sign-in with a code"
    case importing = "an import"
    case newProviderUser = "a sign-in at a provider, new user"
    case linkedProviderUser = "a sign-in at a provider, linked user"
    case migration = "`UserMigration`"
    case migrationForced = "`UserMigration` with `forceAliasCreation`"
}

/// A column of the document: a name that a user has, in a pool with aliases or with user name attributes.
private struct HeldName: CaseIterable, CustomTestStringConvertible {
    let kind: SignInName.Kind
    let isAlias: Bool

    static let allCases = [true, false].flatMap { isAlias in
        [SignInName.Kind.email, .phoneNumber, .preferredUsername].map { HeldName(kind: $0, isAlias: isAlias) }
    }

    var testDescription: String { title }
    var title: String {
        let noun = kind == .email ? "address" : kind == .phoneNumber ? "number" : "preferred name"
        return "\(noun), \(isAlias ? "alias" : "user name")"
    }
    /// Whether the value is the user name itself.
    var isUsername: Bool { !isAlias && isProvable }
    var isProvable: Bool { kind != .preferredUsername }

    /// The value that one user has and another one wants.
    var value: String { kind == .email ? "shared@example.com" : kind == .phoneNumber ? "+12025550188" : "shared" }
    /// The attributes with the value.
    func attributes(verified: Bool) -> [String: String] {
        var attributes = [kind.rawValue: value]
        if verified, isProvable { attributes[kind.rawValue + "_verified"] = "true" }
        return attributes
    }

    /// The name of the user who wants the value, before that.
    var otherName: String { isAlias ? "alice" : "alice@example.com" }
}

/// A pool in which one user has a name, and another user tries to get it.
private struct NameContest {
    let path: NamePath
    let held: HeldName
    let fixture: PoolFixture
    private let owner: String

    init(_ path: NamePath, _ held: HeldName) async throws {
        (self.path, self.held) = (path, held)
        let triggers = Self.triggers(path, held)
        fixture = try await PoolFixture.make(triggers) {
            $0.autoVerifiedAttributes = [.email, .phoneNumber]
            $0.aliasAttributes = held.isAlias ? [.email, .phoneNumber, .preferredUsername] : nil
            $0.usernameAttributes = held.isAlias ? nil : [.email, .phoneNumber]
            $0.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp, .smsOtp]))
        }
        let name = held.isUsername ? held.value : held.isAlias ? "bob" : "bob@example.com"
        try await fixture.gatehouse.makeUser(
            name, password: PoolFixture.password, inPool: fixture.poolID, attributes: held.attributes(verified: true))
        owner = try await fixture.user(name).username
    }

    private static func triggers(_ path: NamePath, _ held: HeldName) -> ScriptedTriggers {
        let migrated: [WireName: WireValue] = Dictionary(
            uniqueKeysWithValues: held.attributes(verified: true).map { (WireName($0.key), .string($0.value)) })
        switch path {
        case .preSignUp:
            return ScriptedTriggers([
                .preSignUp: { event in
                    let attributes = event["request"]?["userAttributes"]
                    return .response([
                        "autoConfirmUser": true, "autoVerifyEmail": .bool(attributes?["email"] != nil),
                        "autoVerifyPhone": .bool(attributes?["phone_number"] != nil),
                    ])
                }
            ])
        case .migration, .migrationForced:
            var attributes = migrated
            if held.isUsername { attributes["username"] = .string(held.value) }
            return ScriptedTriggers([
                .userMigration: { [attributes] _ in
                    .response([
                        "userAttributes": .object(attributes), "finalUserStatus": "CONFIRMED",
                        "forceAliasCreation": .bool(path == .migrationForced),
                    ])
                }
            ])
        default: return ScriptedTriggers([:])
        }
    }

    /// What happens to the name.
    func outcome() async throws -> String {
        guard path != .signInCode || held.isProvable else { return "–" }
        let refusal = try await fault { try await attempt() }
        let holder = try await fixture.administrator.pools.records.read { [held, poolID = fixture.poolID] store in
            try store.findUser(held.value, in: store.existingPool(poolID))?.username
        }
        guard holder == owner else {
            if holder == nil, refusal == nil { return "no name" }
            let flag = try await fixture.user(owner).userAttributes?.first {
                $0.name == held.kind.rawValue + "_verified"
            }
            return refusal == nil && flag?.value == "false" ? "moves" : "moves, and should not"
        }
        return refusal == nil ? "stays" : "refused"
    }

    private func attempt() async throws {
        switch path {
        case .adminCreate: try await create(forced: false)
        case .adminCreateForced: try await create(forced: true)
        case .adminUpdate:
            try await makeOther()
            try await update(held.attributes(verified: true))
        case .adminUpdateUnverified:
            try await makeOther()
            try await update(held.attributes(verified: false))
        case .confirm: try await signUp(forced: false)
        case .confirmForced: try await signUp(forced: true)
        case .preSignUp: try await signUp(forced: nil)
        case .verify:
            try await makeOther()
            let token = try await fixture.accessToken(held.otherName)
            try await fixture.update(held.attributes(verified: false), token: token)
            if held.isProvable { try await fixture.verify(held.kind.rawValue, token: token) }
        case .signInCode:
            try await makeOther()
            try await update(held.attributes(verified: false))
            try await signInWithCode()
        case .importing: try await importRow()
        case .newProviderUser: try await federate()
        case .linkedProviderUser:
            try await makeOther()
            try await fixture.addProvider("corp")
            try await fixture.link("corp", "person", to: fixture.user(held.otherName).username)
            try await federate()
        case .migration, .migrationForced: _ = try await fixture.signInWithPassword(held.otherName)
        }
    }

    private func makeOther() async throws {
        try await fixture.gatehouse.makeUser(
            held.otherName, password: PoolFixture.password, inPool: fixture.poolID)
    }

    private func list(_ attributes: [String: String]) -> [AttributeType] {
        attributes.map { AttributeType(name: $0.key, value: $0.value) }
    }

    private func create(forced: Bool) async throws {
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: held.isUsername ? held.value : held.otherName,
                userAttributes: list(held.attributes(verified: true)), forceAliasCreation: forced,
                messageAction: .suppress))
    }

    private func update(_ attributes: [String: String]) async throws {
        _ = try await fixture.administrator.adminUpdateUserAttributes(
            AdminUpdateUserAttributesRequest(
                userPoolId: fixture.poolID, username: held.otherName, userAttributes: list(attributes)))
    }

    /// Signs up; `forced` is `nil` if a function confirms the user.
    private func signUp(forced: Bool?) async throws {
        let name = held.isUsername ? held.value : held.otherName
        _ = try await fixture.anyone.signUp(
            SignUpRequest(
                clientId: fixture.client.id, username: name, password: PoolFixture.password,
                userAttributes: list(held.attributes(verified: false))))
        guard let forced else { return }
        _ = try await fixture.anyone.confirmSignUp(
            ConfirmSignUpRequest(
                clientId: fixture.client.id, username: name, confirmationCode: fixture.newestCode,
                forceAliasCreation: forced))
    }

    private func signInWithCode() async throws {
        let (challenge, member) =
            held.kind == .email
            ? (ChallengeNameType.emailOtp, "EMAIL_OTP_CODE") : (.smsOtp, "SMS_OTP_CODE")
        let first = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth,
                authParameters: ["USERNAME": held.otherName, "PREFERRED_CHALLENGE": challenge.rawValue],
                clientId: fixture.client.id))
        _ = try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: challenge, session: first.session,
                challengeResponses: ["USERNAME": held.otherName, member: fixture.newestCode]))
    }

    private func importRow() async throws {
        let name = held.isUsername ? held.value : held.otherName
        let address = ["email": "alice@example.com", "email_verified": "true"]
        let row = ["cognito:username": name, "cognito:mfa_enabled": "false"]
            .merging(held.attributes(verified: true)) { $1 }.merging(address) { own, _ in own }
        let job = try await fixture.finishedJob([row])
        guard job.importedUsers == 1 else { throw ServiceFault(.usernameExists, "The row was not imported.") }
    }

    private func federate() async throws {
        if path == .newProviderUser { try await fixture.addProvider("corp") }
        let attributes = held.attributes(verified: true)
        try await fixture.map(Dictionary(uniqueKeysWithValues: attributes.keys.map { ($0, $0) }), at: "corp")
        let claims = attributes.map { (WireName($0.key), WireValue.string($0.value)) }
        _ = try await fixture.federate("corp", "person", claims: Dictionary(uniqueKeysWithValues: claims))
    }
}

/// The table of docs/user-names.md: each way to a name that another user has.
@Suite(.hangLimit) struct AliasTableTests {
    /// The rows of the document's table, by their titles and those of the columns.
    private static func document() throws -> [String: [String: String]] {
        let place = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../docs/user-names.md").standardizedFileURL
        let lines = try String(contentsOf: place, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("|") }
        let rows = lines.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        guard let header = rows.first(where: { $0.first == "Path" }) else { return [:] }
        return Dictionary(
            rows.filter { $0.count == header.count }.map { row in
                (row[0], Dictionary(zip(header, row).dropFirst()) { $1 })
            }
        ) { $1 }
    }

    @Test(arguments: NamePath.allCases, HeldName.allCases)
    fileprivate func `a name goes to another user only on the paths of the document`(
        _ path: NamePath, _ held: HeldName
    ) async throws {
        let cell = try #require(Self.document()[path.rawValue]?[held.title], "docs/user-names.md lacks the cell")
        #expect(try await NameContest(path, held).outcome() == cell)
    }

    @Test func `the document has no path and no name that is not tested`() throws {
        let document = try Self.document()
        let titles = Set(NamePath.allCases.map(\.rawValue))
        #expect(Set(document.keys).subtracting(["Path", "---"]) == titles)
        for row in document.values where row.keys.contains(HeldName.allCases[0].title) {
            #expect(Set(row.keys) == Set(HeldName.allCases.map(\.title)))
        }
    }

    @Test func `an administrator who verifies an address that a user has already takes the alias for this user`()
        async throws
    {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(
                poolName: "test", autoVerifiedAttributes: [.email], aliasAttributes: [.email]))
        try await fixture.makeUser("bob")
        try await fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: fixture.poolID, attributes: ["email": "bob@example.com"])
        let bobs = try await fixture.accessToken("bob@example.com")
        _ = try await fixture.administrator.adminUpdateUserAttributes(
            AdminUpdateUserAttributesRequest(
                userPoolId: fixture.poolID, username: "alice",
                userAttributes: [AttributeType(name: "email_verified", value: "TRUE")]))
        #expect(try await fixture.user("bob@example.com").username == "alice")
        #expect(try await fixture.ownAttributes(token: bobs)["email_verified"] == "false")
        // A code that the former owner gets at the address takes the alias back.
        try await fixture.sendCode(token: bobs)
        try await fixture.verify(token: bobs)
        #expect(try await fixture.user("bob@example.com").username == "bob")
    }

    @Test func `an update that may not move one of two names moves none`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(poolName: "test", aliasAttributes: [.email, .preferredUsername]))
        try await fixture.makeUser("bob")
        try await fixture.makeUser("alice")
        try await fixture.gatehouse.makeUser(
            "carol", password: PoolFixture.password, inPool: fixture.poolID, attributes: ["preferred_username": "cc"])
        let refusal = try await fault {
            _ = try await fixture.administrator.adminUpdateUserAttributes(
                AdminUpdateUserAttributesRequest(
                    userPoolId: fixture.poolID, username: "alice",
                    userAttributes: [
                        AttributeType(name: "email", value: "bob@example.com"),
                        AttributeType(name: "email_verified", value: "true"),
                        AttributeType(name: "preferred_username", value: "cc"),
                    ]))
        }
        #expect(
            refusal == ServiceFault(.aliasExists, "An account with the given preferred_username already exists."))
        #expect(try await fixture.user("bob@example.com").username == "bob")
        #expect(try await fixture.user("alice@example.com").username == "alice")
    }
}
