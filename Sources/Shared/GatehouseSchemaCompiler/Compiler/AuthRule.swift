// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseGraphQL

/// One rule of `@auth`, with its defaults.
package struct AuthRule: Hashable, Sendable {
    /// The kind of callers that a rule allows.
    package enum Strategy: String, Hashable, Sendable {
        /// The owner of the record.
        case owner
        /// The members of groups.
        case groups
        /// All callers that are signed in.
        case `private`
        /// All callers.
        case `public`
        /// The callers that a function admits.
        case custom
    }

    /// Where a rule stands, which decides what it may say.
    enum Place {
        /// On a model.
        case model
        /// On a field of a model.
        case field
        /// On a field of a type without records.
        case plainField
        /// On a field of a root type.
        case rootField
    }

    /// The kind of callers that are allowed.
    package var allow: Strategy
    /// The provider as the author wrote it, or the default one.
    var provider: String
    /// The mode of the provider.
    package var mode: AuthorizationMode
    /// The field of the owner.
    package var ownerField: String
    /// The claims whose values are the owner.
    package var claims: [String]
    /// The names of the groups.
    package var groups: [String]
    /// The field of the groups; `nil` if groups are named.
    package var groupsField: String?
    /// The claim with the caller's groups.
    package var groupClaim: String
    /// What is allowed.
    package var actions: AccessActions
    /// The place of the rule.
    package var location: SourceLocation
    /// The members that the author wrote.
    private let literal: Literal

    init?(_ literal: Literal, _ settings: DataSettings) {
        guard let allow = literal["allow"]?.text.flatMap(Strategy.init) else { return nil }
        self.literal = literal
        self.allow = allow
        location = literal.location
        provider = literal["provider"]?.text ?? allow.usualProvider
        switch provider {
        case "apiKey": mode = .apiKey
        case "iam", "identityPool": mode = .iam
        case "oidc": mode = .oidc
        case "function": mode = .function
        default: mode = .userPools
        }
        ownerField = literal["ownerField"]?.text ?? "owner"
        claims = Self.claims(literal["identityClaim"]?.text ?? settings.identityClaim)
        groups = literal["groups"]?.texts ?? []
        groupsField = literal["groupsField"]?.text
        groupClaim = literal["groupClaim"]?.text ?? "cognito:groups"
        let operations = literal["operations"]?.texts ?? []
        actions = operations.isEmpty ? .all : operations.reduce(into: []) { $0.formUnion(Self.actions($1)) }
    }

    /// The claims of an expression: names between double colons, not the single one of a URL.
    static func claims(_ expression: String) -> [String] {
        var claims: [String] = [""]
        var rest = expression[...]
        while let first = rest.first {
            if rest.hasPrefix("::") {
                claims.append("")
                rest = rest.dropFirst(2)
            } else {
                claims[claims.count - 1].append(first)
                rest = rest.dropFirst()
            }
        }
        return claims
    }

    private static func actions(_ operation: String) -> AccessActions {
        if operation == "read" { return .read }
        return AccessAction.allCases.first { $0.name == operation }.map { AccessActions($0) } ?? []
    }

    /// The roles of the rule; fields of records may be lists.
    func roles(isList: (String) -> Bool) -> [AccessRole] {
        switch allow {
        case .owner: [AccessRole(mode, .owner(field: ownerField, isList: isList(ownerField), claims: claims))]
        case .groups:
            if let field = groupsField {
                [AccessRole(mode, .groupField(field: field, isList: isList(field), claim: groupClaim))]
            } else {
                groups.map { AccessRole(mode, .group($0, claim: groupClaim)) }
            }
        case .private: [AccessRole(mode, .signedIn)]
        case .public: [AccessRole(mode, .everybody)]
        case .custom: [AccessRole(mode, .custom)]
        }
    }

    /// Whether the rule has a member, so that the author has chosen its value.
    func states(_ member: String) -> Bool { literal[member] != nil }

    /// What is wrong with the rule, in the texts of the original.
    func problems(in place: Place, _ settings: DataSettings) -> [String] {
        var problems: [String] = []
        if let problem = providerProblem { problems.append(problem) }
        if problems.isEmpty, !settings.modes.contains(mode) {
            problems.append(
                "@auth directive with '\(provider)' provider found, but the project has no \(mode.title) authentication provider configured."
            )
        }
        problems += memberProblems
        problems += operationProblems(in: place)
        return problems
    }

    private var providerProblem: String? {
        let (allowed, text): (Set<String>, String)
        switch allow {
        case .groups: (allowed, text) = (["userPools", "oidc"], "'userPools' and 'oidc' providers")
        case .owner: (allowed, text) = (["userPools", "oidc"], "'userPools' (default) and 'oidc' providers")
        case .public:
            (allowed, text) = (["apiKey", "iam", "identityPool"], "'apiKey' (default) and 'identityPool' providers")
        case .private:
            (allowed, text) = (
                ["userPools", "iam", "identityPool", "oidc"], "'userPools' (default) and 'identityPool' providers"
            )
        case .custom: (allowed, text) = (["function"], "'function' (default) provider")
        }
        guard !allowed.contains(provider) else { return nil }
        return
            "@auth directive with '\(allow.rawValue)' strategy only supports \(text), but found '\(provider)' assigned."
    }

    private var memberProblems: [String] {
        var problems: [String] = []
        if allow == .groups {
            if let groups = literal["groups"], literal["groupsField"] != nil, groups.kind != .null {
                problems.append("This rule has groupsField and groups, please use one or the other")
            } else if let groups = literal["groups"], groups.texts?.isEmpty == true {
                problems.append("@auth rules using groups cannot have an empty list")
            } else if groups.isEmpty, groupsField == nil {
                problems.append("@auth directive with 'groups' should have a defined groups list or a groupsField.")
            }
            if literal["identityClaim"] != nil {
                problems.append("@auth identityClaim can only be used for 'allow: owner'")
            }
        }
        if allow == .owner, literal["groupClaim"] != nil {
            problems.append("@auth groupClaim can only be used 'allow: groups'")
        }
        return problems
    }

    private func operationProblems(in place: Place) -> [String] {
        let operations = literal["operations"]?.texts ?? []
        let parts = operations.filter { ["get", "list", "sync", "listen", "search"].contains($0) }
        switch place {
        case .model:
            guard operations.contains("read"), !parts.isEmpty else { return [] }
            let list = parts.joined(separator: ",")
            return [
                "'\(list)' operations are specified in addition to 'read'. Either remove 'read' to limit access only to '\(list)' or only keep 'read' to grant all get,list,search,listen,sync access."
            ]
        case .field:
            guard !parts.isEmpty else { return [] }
            return ["'\(parts.joined(separator: ","))' operation is not allowed at the field level."]
        case .plainField where literal["operations"] != nil:
            return [
                "@auth rules on fields within types that does not have @model directive cannot specify 'operations' argument as there are operations will be generated by the CLI."
            ]
        case .rootField where literal["operations"] != nil:
            return [
                "@auth rules on fields within Query, Mutation, Subscription cannot specify 'operations' argument as these rules are already on an operation already."
            ]
        case .plainField, .rootField: return []
        }
    }
}

extension AuthRule.Strategy {
    /// The provider of rules that name none.
    fileprivate var usualProvider: String {
        switch self {
        case .owner, .groups, .private: "userPools"
        case .public: "apiKey"
        case .custom: "function"
        }
    }
}
