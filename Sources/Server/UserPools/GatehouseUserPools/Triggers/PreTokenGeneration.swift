// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// What a function changes about tokens before they are signed.
struct PreTokenGeneration: Sendable, Equatable {
    /// Why there are new tokens.
    enum Source: String, Sendable {
        case authentication = "TokenGeneration_Authentication"
        case newPasswordChallenge = "TokenGeneration_NewPasswordChallenge"
        case authenticateDevice = "TokenGeneration_AuthenticateDevice"
        case refreshTokens = "TokenGeneration_RefreshTokens"
    }

    /// What the function may change, by the version that the pool asks for.
    enum Version: String, Sendable {
        /// The ID token, with texts only, and the groups of both tokens.
        case v1 = "1"
        /// Both tokens, with values of any type, and scopes.
        case v2 = "2"
        /// As version 2; machines' tokens too.
        case v3 = "3"

        init(_ pool: UserPoolRecord) {
            self =
                switch pool.description.lambdaConfig?.preTokenGenerationConfig?.lambdaVersion {
                case .some(.v2_0): .v2
                case .some(.v3_0): .v3
                default: .v1
                }
        }
    }

    /// What becomes of the claims of one token.
    struct Claims: Sendable, Equatable {
        var added: [WireName: WireValue] = [:]
        var suppressed: Set<String> = []
    }

    var idToken = Claims()
    var accessToken = Claims()
    var addedScopes: [String] = []
    var suppressedScopes: Set<String> = []
    /// What takes the place of the user's groups; `nil` leaves them.
    var groups: GroupClaims?

    /// What happens where the pool has no function.
    static let nothing = PreTokenGeneration()

    /// The event that the function is told.
    static func event(
        _ source: Source, of subject: TriggerSubject, groups: GroupClaims, scopes: [String], version: Version,
        metadata: [String: String]?
    ) -> TriggerEvent {
        var request: [WireName: WireValue] = .metadata(metadata)
        request["groupConfiguration"] = [
            "groupsToOverride": .array(groups.names.map(WireValue.string)),
            "iamRolesToOverride": .array(groups.roles.map(WireValue.string)),
            "preferredRole": groups.preferredRole.map(WireValue.string) ?? .null,
        ]
        if version != .v1 { request["scopes"] = .array(scopes.map(WireValue.string)) }
        return TriggerEvent(
            subject: subject, source: source.rawValue, version: version.rawValue, request: request,
            response: [WireName(version.responseMember): nil])
    }
}

extension PreTokenGeneration.Version {
    fileprivate var responseMember: String {
        self == .v1 ? "claimsOverrideDetails" : "claimsAndScopeOverrideDetails"
    }
}

// MARK: - Reading

extension PreTokenGeneration {
    /// Claims and scopes of one issue, counted over all tokens.
    private static let limit = 5_000

    /// - Throws: `InvalidLambdaResponseException` for values that the version does not allow.
    init(_ response: TriggerResponse, version: Version) throws(ServiceFault) {
        guard let details = try response.part(version.responseMember) else { return }
        switch version {
        case .v1:
            idToken = try Claims(details)
            guard idToken.added.values.allSatisfy({ $0.stringValue != nil }) else { throw .unrecognizableOutput }
        case .v2, .v3:
            if let part = try details.part("idTokenGeneration") { idToken = try Claims(part).checked() }
            if let part = try details.part("accessTokenGeneration") {
                accessToken = try Claims(part).checked()
                addedScopes = try part.list("scopesToAdd") ?? []
                suppressedScopes = Set(try part.list("scopesToSuppress") ?? [])
            }
        }
        if details.has("groupOverrideDetails") {
            groups = try GroupClaims(overriddenBy: details.part("groupOverrideDetails"))
        }
        try check()
    }

    private func check() throws(ServiceFault) {
        guard addedScopes.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else {
            throw ServiceFault(.invalidLambdaResponse, "PreTokenGeneration returned a scope with a blank in it.")
        }
        let count = [idToken, accessToken].map { $0.added.count + $0.suppressed.count }.reduce(0, +)
        guard count + addedScopes.count + suppressedScopes.count <= Self.limit else {
            throw ServiceFault(
                .invalidLambdaResponse, "PreTokenGeneration returned more than \(Self.limit) claims and scopes.")
        }
    }
}

extension PreTokenGeneration.Claims {
    fileprivate init(_ part: TriggerResponse) throws(ServiceFault) {
        added = try part.values("claimsToAddOrOverride") ?? [:]
        suppressed = Set(try part.list("claimsToSuppress") ?? [])
    }

    /// - Throws: `InvalidLambdaResponseException` where a standard claim that is no text would become something else, or
    ///   any claim `null`.
    fileprivate func checked() throws(ServiceFault) -> PreTokenGeneration.Claims {
        for (name, value) in added {
            let isRight =
                switch name {
                case "email_verified", "phone_number_verified": value.boolValue != nil
                case "updated_at": value.integerValue != nil
                case "address": value.objectValue != nil
                default: !value.isNull
                }
            guard isRight else { throw .unrecognizableOutput }
        }
        return self
    }
}

extension GroupClaims {
    /// The groups that a function names; without any there are none.
    fileprivate init(overriddenBy part: TriggerResponse?) throws(ServiceFault) {
        self.init(
            names: try part?.list("groupsToOverride") ?? [], roles: try part?.list("iamRolesToOverride") ?? [],
            preferredRole: try part?.text("preferredRole"))
    }
}

extension UserPools {
    /// Asks the pool's function, if it has one, before tokens are signed.
    /// - Throws: what ``run(_:_:)`` throws; there are no tokens then.
    func preTokenGeneration(
        _ source: PreTokenGeneration.Source, of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord,
        groups: GroupClaims, metadata: [String: String]?
    ) async throws(ServiceFault) -> PreTokenGeneration {
        // Every sign-in and renewal comes by here, and most pools have no function to make an event for.
        guard Trigger.preTokenGeneration.function(in: pool) != nil else { return .nothing }
        let version = PreTokenGeneration.Version(pool)
        let event = PreTokenGeneration.event(
            source, of: TriggerSubject(user, in: pool, by: client), groups: groups, scopes: [TokenClaims.scope],
            version: version, metadata: metadata)
        guard let response = try await run(.preTokenGeneration, event) else { return .nothing }
        return try PreTokenGeneration(response, version: version)
    }
}
