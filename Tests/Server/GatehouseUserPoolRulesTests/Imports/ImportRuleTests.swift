// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseUserPoolModel
import Testing

@testable import GatehouseUserPools

/// The rules that a row must meet to become a user.
@Suite struct ImportRuleTests {
    @Test(
        arguments: [
            (["cognito:username": ""], .username),
            (["cognito:username": "a b"], .username),
            (["cognito:username": "a\u{0}"], .username),
            (["cognito:username": "a\u{2028}"], .username),
            (["cognito:username": String(repeating: "a", count: 129)], .username),
            (["email_verified": "false"], .noVerifiedAttribute),
            (["email_verified": ""], .noVerifiedAttribute),
            (["email": ""], .noVerifiedAttribute),
            (["email": "", "phone_number": "+15550100", "phone_number_verified": "true"], .noVerifiedAttribute),
            (["cognito:mfa_enabled": "true"], .mfa),
            (["cognito:mfa_enabled": "perhaps"], .mfa),
            (["birthdate": "2000-02-28"], .birthdate),
            (["birthdate": "02/30/2000"], .birthdate),
            (["birthdate": "02/29/1900"], .birthdate),
            (["birthdate": "13/01/2000"], .birthdate),
            (["birthdate": "00/10/2000"], .birthdate),
            (["birthdate": "1/1/2000"], .birthdate),
            (["birthdate": "０1/01/2000"], .birthdate),
            (["updated_at": "yesterday"], .updatedAt),
            (["updated_at": "-1"], .updatedAt),
            (["updated_at": "99999999999999999"], .updatedAt),
            (["email": "nobody"], .attributes("Invalid email address format.")),
            (["phone_number": "555"], .attributes("Invalid phone number format.")),
            (
                ["email_verified": "perhaps"],
                .attributes(
                    "Attributes did not conform to the schema: email_verified: Attribute value must be a boolean\n")
            ),
            (
                ["custom:badge": "12345"],
                .attributes(
                    "Attributes did not conform to the schema: custom:badge: String must be no longer than 4 "
                        + "characters\n")
            ),
            (
                ["given_name": ""],
                .attributes("Attributes did not conform to the schema: given_name: The attribute is required\n")
            ),
            (["name": "a\u{0}"], .attributes(zeroComplaint)),
        ] as [([String: String], ImportRefusal)])
    func `a row that breaks a rule makes no user`(_ change: [String: String], _ refusal: ImportRefusal) throws {
        #expect(throws: refusal) { try make(change) }
    }

    private static let zeroComplaint =
        "Attributes did not conform to the schema: name: Attribute value contains a zero character\n"

    @Test(
        arguments: [
            [:],
            ["cognito:mfa_enabled": ""],
            ["birthdate": "02/29/2000", "updated_at": "1700000000"],
            ["email_verified": "TRUE"],
            ["custom:badge": "1234"],
            ["cognito:username": "日本@1"],
        ])
    func `a row that keeps the rules makes a user who must choose a password`(_ change: [String: String]) throws {
        let user = try make(change)
        #expect(user.status == .resetRequired && user.isEnabled && user.password == nil)
        #expect(user.username == change["cognito:username"] ?? "alice")
        #expect(user.attributes["email_verified"] == "true")
        #expect(user.attributes["birthdate"] == change["birthdate"].map { _ in "2000-02-29" })
        for (name, value) in change where name == "updated_at" || name.hasPrefix("custom:") {
            #expect(user.attributes[name] == value)
        }
    }

    @Test func `flags without a value are dropped, and a value without a flag is not verified`() throws {
        let user = try make(["phone_number": "+15550100"])
        #expect(user.attributes["phone_number_verified"] == "false")
        #expect(try make(["phone_number_verified": "true"]).attributes["phone_number_verified"] == nil)
    }

    @Test(
        arguments: [
            (nil, ["", "false"]), (.off, ["", "false", "False"]), (.on, ["", "true", "TRUE"]),
            (.optional, ["", "true", "false"]),
        ] as [(UserPoolMfaType?, [String])])
    func `the factor's column is blank or what the pool demands`(_ mfa: UserPoolMfaType?, _ allowed: [String]) throws {
        for value in ["", "true", "TRUE", "false", "False", "yes"] {
            let user = try? make(["cognito:mfa_enabled": value]) { $0.mfaConfiguration = mfa }
            #expect((user != nil) == allowed.contains { $0.lowercased() == value.lowercased() }, "\(value)")
        }
    }

    @Test(
        arguments: [
            ("true", "true", [.sms], [.sms]), ("true", "false", [.sms], []), ("false", "true", [.sms], []),
            ("", "true", [.sms], []), ("true", "true", [.softwareToken], []),
        ] as [(String, String, Set<SecondFactor>, Set<SecondFactor>)])
    func `a user with the factor on gets codes by SMS to a verified number where the pool sends them`(
        _ isOn: String, _ isVerified: String, _ allowed: Set<SecondFactor>, _ enabled: Set<SecondFactor>
    ) throws {
        let row = [
            "cognito:mfa_enabled": isOn, "phone_number": "+15550100", "phone_number_verified": isVerified,
        ]
        #expect(try make(row, allowing: allowed) { $0.mfaConfiguration = .optional }.mfa == UserMFA(enabled: enabled))
    }

    @Test func `the user name is the address in a pool that identifies users by address`() throws {
        let user = try make(["cognito:username": "ada@example.com", "email": ""]) { $0.usernameAttributes = [.email] }
        #expect(user.username == "sub" && user.attributes["email"] == "ada@example.com")
        #expect(throws: ImportRefusal.attributes("Username should be an email.")) {
            try make([:]) { $0.usernameAttributes = [.email] }
        }
        #expect(throws: ImportRefusal.noVerifiedAttribute) {
            try make(["cognito:username": "ada@example.com", "email_verified": "false"]) {
                $0.usernameAttributes = [.email]
            }
        }
    }

    @Test func `the columns stand in any order, each once, and none is missing`() throws {
        let pool = Self.pool()
        let names = ImportColumns.all(of: pool)
        func columns(_ names: [String], end: String = "") -> ImportColumns? {
            let bytes = Array((names.joined(separator: ",") + end).utf8)
            return ImportColumns(header: ImportLine(bytes: bytes, length: bytes.count), for: pool, hashing: .bcrypt)
        }
        #expect(columns(names)?.names == names)
        #expect(columns(names.reversed(), end: " ")?.names == names.reversed())
        #expect(columns(Array(names.dropLast())) == nil)
        #expect(columns(names + ["name"]) == nil)
        #expect(columns(names.dropLast() + ["name"]) == nil)
        #expect(columns(names + ["custom:other"]) == nil)
        #expect(columns(["\u{FEFF}" + names[0]] + names.dropFirst()) == nil)
        #expect(columns([]) == nil)
        let short = ImportLine(bytes: Array("a,b".utf8), length: 3)
        #expect(throws: ImportRefusal.columns(expected: names.count, found: 2)) {
            try columns(names)?.values(of: short)
        }
    }

    @Test func `no reason repeats what stood in the row`() throws {
        let secret = "s3cr3t-value"
        var refused: Set<String> = []
        for column in ImportColumns.all(of: Self.pool()) {
            do {
                _ = try make([column: secret])
            } catch {
                refused.insert(column)
                #expect(!"\(error)".contains(secret), "\(column)")
            }
        }
        let judged: Set = [
            "birthdate", "updated_at", "email", "email_verified", "phone_number", "phone_number_verified",
            "cognito:mfa_enabled", "custom:badge",
        ]
        #expect(refused == judged)
    }

    /// The least that a row must hold.
    private static let row = [
        "cognito:username": "alice", "email": "alice@example.com", "email_verified": "true",
        "cognito:mfa_enabled": "false", "given_name": "Alice",
    ]

    private func make(
        _ change: [String: String], allowing factors: Set<SecondFactor> = [],
        changing settings: (inout UserPoolType) -> Void = { _ in }
    ) throws(ImportRefusal) -> UserRecord {
        let row = Self.row.merging(change) { $1 }.filter { !$0.value.isEmpty }
        var pool = Self.pool(changing: settings)
        pool.factors.usesSMS = factors.contains(.sms)
        pool.factors.usesSoftwareToken = factors.contains(.softwareToken)
        return try ImportedUser.make(from: row, sub: "sub", in: pool, at: Date(timeIntervalSince1970: 0))
    }

    private static func pool(changing settings: (inout UserPoolType) -> Void = { _ in }) -> UserPoolRecord {
        var description = UserPoolType(autoVerifiedAttributes: [.email])
        description.schemaAttributes = UserPoolSchema.standard
        if let index = description.schemaAttributes?.firstIndex(where: { $0.name == "given_name" }) {
            description.schemaAttributes?[index].required = true
        }
        description.schemaAttributes?.append(
            SchemaAttributeType(
                name: "custom:badge", attributeDataType: .string,
                stringAttributeConstraints: StringAttributeConstraintsType(maxLength: "4")))
        settings(&description)
        return UserPoolRecord(id: "us-east-1_p", description: description, createdAt: Date(), modifiedAt: Date())
    }
}
