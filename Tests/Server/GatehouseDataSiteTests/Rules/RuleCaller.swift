// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseData
import GatehouseGraphQL

/// An authenticated caller of the matrix, with what the own record of the caller has.
struct RuleCaller {
    let caller: Caller
    /// The value of the claim `sub`.
    let sub: String
    /// The name, which tokens have in different claims.
    let name: String
    /// The team of the own record.
    let team: String

    /// The callers by the names of the matrix.
    static let all: [String: RuleCaller] = [
        "owner": .user("a1", "alice", ["username": .string("alice")]),
        "other user": .user("b1", "bob", ["cognito:username": .string("bob"), "token_use": .string("id")]),
        "member of the group": .user("c1", "carol", ["username": .string("carol"), groups: list("Admin")], "Admin"),
        "member of another group": .user(
            "d1", "dora", ["username": .string("dora"), groups: list("Administrators")], "Administrators"),
        "member of no group": .user("e1", "eve", ["username": .string("eve"), groups: .list([])]),
        "guest by IAM": .nobody(.iam(.unauthenticated)),
        "signed in by IAM": .nobody(.iam(.authenticated)),
        "IAM of another pool": .nobody(.iam(.other)),
        "API key": .nobody(.apiKey),
        "OIDC right issuer": RuleCaller(
            caller: .oidc([
                "iss": .string("https://issuer.example"), "sub": .string("o1"), "username": .string("olga"),
                "https://myapp.com/claims/groups": list("Admin"),
            ]),
            sub: "o1", name: "olga", team: "Admin"),
        "OIDC without claims": RuleCaller(
            caller: .oidc(["iss": .string("https://issuer.example"), "sub": .string("p1"), groups: list("Admin")]),
            sub: "p1", name: "pavel", team: "Nobody"),
        "function": .nobody(.function()),
    ]

    private static let groups = "cognito:groups"

    private static func list(_ group: String) -> GraphQLValue { .list([.string(group)]) }

    private static func user(
        _ sub: String, _ name: String, _ claims: GraphQLObject, _ team: String = "Nobody"
    ) -> RuleCaller {
        var claims = claims
        claims["iss"] = .string("https://pool.example")
        claims["sub"] = .string(sub)
        return RuleCaller(caller: .userPools(claims), sub: sub, name: name, team: team)
    }

    private static func nobody(_ caller: Caller) -> RuleCaller {
        RuleCaller(caller: caller, sub: "n1", name: "nobody", team: "Nobody")
    }
}

/// The owner and the team of a record of the matrix.
struct RuleOwner {
    /// The values of the claims whose values are the owner, joined.
    let owner: String
    /// The owner as readers see it.
    let shown: String
    let team: String

    /// The own record of a caller.
    init(_ caller: RuleCaller, _ claims: [String]) { self.init(caller.sub, caller.name, caller.team, claims) }

    private init(_ sub: String, _ name: String, _ team: String, _ claims: [String]) {
        let parts = claims.map { $0 == "sub" ? sub : name }
        owner = parts.joined(separator: "::")
        shown = parts.last ?? ""
        self.team = team
    }

    /// The foreign record of all callers.
    static func foreign(_ claims: [String]) -> RuleOwner { RuleOwner("z1", "zoe", "Others", claims) }
}
