// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSecurityTokens
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

@Suite struct RoleChoiceTests {
    /// One row of the table: the claims and the role that is chosen.
    struct Line: Sendable, CustomTestStringConvertible {
        var mapping: RoleMapping?
        var roles: [String] = []
        var preferred: String?
        var claims: [WireName: WireValue] = [:]
        var custom: String?
        let expected: Outcome

        var testDescription: String { "\(mapping?.type.rawValue ?? "none") → \(expected)" }
    }

    enum Outcome: Sendable, Equatable {
        case role(String)
        case forbidden
        case ambiguous
    }

    static let authenticated = "arn:aws:iam::123456789012:role/Users"
    static let admins = "arn:aws:iam::123456789012:role/Admins"
    static let editors = "arn:aws:iam::123456789012:role/Editors"
    static let key = "\(UserPool.first.key):web"

    static func token(_ resolution: AmbiguousRoleResolutionType = .deny) -> RoleMapping {
        RoleMapping(type: .token, ambiguousRoleResolution: resolution)
    }

    static func rules(_ resolution: AmbiguousRoleResolutionType = .deny) -> RoleMapping {
        let rules = [
            MappingRule(claim: "team", matchType: .equals, value: "core", roleARN: admins),
            MappingRule(claim: "team", matchType: .startsWith, value: "co", roleARN: editors),
        ]
        return RoleMapping(
            type: .rules, ambiguousRoleResolution: resolution, rulesConfiguration: RulesConfigurationType(rules: rules)
        )
    }

    static let table: [Line] = [
        Line(expected: .role(authenticated)),
        Line(custom: authenticated, expected: .forbidden),
        Line(mapping: token(), roles: [admins, editors], preferred: editors, expected: .role(editors)),
        Line(mapping: token(), roles: [admins, editors], preferred: editors, custom: admins, expected: .role(admins)),
        Line(mapping: token(), roles: [admins], preferred: admins, custom: editors, expected: .forbidden),
        Line(mapping: token(.authenticatedRole), custom: authenticated, expected: .forbidden),
        Line(mapping: token(), roles: [admins, editors], expected: .ambiguous),
        Line(mapping: token(), expected: .ambiguous),
        Line(mapping: token(.authenticatedRole), roles: [admins, editors], expected: .role(authenticated)),
        Line(mapping: token(.authenticatedRole), expected: .role(authenticated)),
        Line(mapping: rules(), claims: ["team": "core"], expected: .role(admins)),
        Line(mapping: rules(), claims: ["team": "community"], expected: .role(editors)),
        Line(mapping: rules(), claims: ["team": "core"], custom: editors, expected: .role(editors)),
        Line(mapping: rules(), claims: ["team": "community"], custom: admins, expected: .ambiguous),
        Line(mapping: rules(), claims: ["team": "sales"], expected: .ambiguous),
        Line(mapping: rules(), roles: [admins], preferred: admins, expected: .ambiguous),
        Line(mapping: rules(.authenticatedRole), claims: ["team": "sales"], expected: .role(authenticated)),
    ]

    @Test(arguments: table)
    func `mapping, claims and wishes decide the role`(_ line: Line) throws {
        let choice = Self.choice(mappings: line.mapping.map { [Self.key: $0] })
        let login = Self.login(line)
        switch line.expected {
        case .role(let arn):
            #expect(try choice.role(of: [login], customRole: line.custom).arn.text == arn)
        case .forbidden:
            let text = "Access to Role '\(try #require(line.custom))' is forbidden."
            #expect(throws: ServiceFault(.notAuthorized, text)) {
                try choice.role(of: [login], customRole: line.custom)
            }
        case .ambiguous:
            let text = "The ambiguous role mapping rules for: \(Self.key) denied this request."
            #expect(throws: ServiceFault(.notAuthorized, text)) {
                try choice.role(of: [login], customRole: line.custom)
            }
        }
    }

    @Test func `of two logins with mappings the first key decides`() throws {
        let second = Line(mapping: nil, preferred: Self.editors, expected: .ambiguous)
        let first = Line(mapping: nil, preferred: Self.admins, expected: .ambiguous)
        let choice = Self.choice(
            mappings: [Self.key: Self.token(), "\(UserPool.second.issuerKey):web": Self.token()]
        )
        let logins = [Self.login(second, of: .second), Self.login(first)]
        #expect(try choice.role(of: logins, customRole: nil).arn.text == Self.admins)
        #expect(try choice.role(of: [logins[0]], customRole: nil).arn.text == Self.editors)
    }

    static let uselessRoles: [[String: String]?] = [
        nil, [:], ["authenticated": "not an ARN"], ["unauthenticated": authenticated],
    ]

    @Test(arguments: uselessRoles)
    func `without a usable role the configuration is to blame`(_ roles: [String: String]?) {
        let choice = RoleChoice(
            roles: GetIdentityPoolRolesResponse(roles: roles), keys: LoginKey(deployment: Deployment())
        )
        let fault = ServiceFault(
            .invalidIdentityPoolConfiguration,
            "Invalid identity pool configuration. Check assigned IAM roles for this pool."
        )
        #expect(throws: fault) {
            try choice.role(of: [Self.login(Line(expected: .ambiguous))], customRole: nil)
        }
    }

    @Test(arguments: ["", "a.b", "e30.e30.c2ln", "eyJraWQiOiJrIiwiYWxnIjoiUlMyNTYifQ.W10.c2ln"])
    func `a token that no verifier lets pass has no claims`(_ token: String) throws {
        let verified = VerifiedLogin(subject: "alice", audience: "web", groups: [], roles: [], preferredRole: nil)
        let login = ProvenLogin(provider: UserPool.first.key, verified: verified, token: token)
        let choice = Self.choice(mappings: [Self.key: Self.rules(.authenticatedRole)])
        let refusal = #expect(throws: ServiceFault.self) { try choice.role(of: [login], customRole: nil) }
        #expect(refusal?.code == .internalError)
    }

    @Test func `guests get their role and no other`() throws {
        let choice = Self.choice(mappings: nil)
        #expect(try choice.roleOfGuest(customRole: nil).arn.text == House.guestRole)
        #expect(throws: ServiceFault(.notAuthorized, "Access to Role '\(House.guestRole)' is forbidden.")) {
            try choice.roleOfGuest(customRole: House.guestRole)
        }
    }

    static func choice(mappings: [String: RoleMapping]?) -> RoleChoice {
        let roles = ["authenticated": authenticated, "unauthenticated": House.guestRole]
        return RoleChoice(
            roles: GetIdentityPoolRolesResponse(roles: roles, roleMappings: mappings),
            keys: LoginKey(deployment: Deployment())
        )
    }

    static func login(_ line: Line, of pool: UserPool = .first) -> ProvenLogin {
        let verified = VerifiedLogin(
            subject: "alice", audience: "web", groups: [], roles: line.roles, preferredRole: line.preferred
        )
        let header = Base64URL.encode(Array(#"{"kid":"key","alg":"RS256"}"#.utf8))
        let claims = Base64URL.encode(Array(WireValue.object(line.claims).json()))
        return ProvenLogin(provider: pool.key, verified: verified, token: "\(header).\(claims).c2ln")
    }
}
