// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// The response of the PreTokenGeneration trigger: changes to tokens before they are signed.
package struct PreTokenGeneration: Sendable, Equatable {
    /// The reason for the new tokens.
    package enum Source: String, Sendable {
        case authentication = "TokenGeneration_Authentication"
        case newPasswordChallenge = "TokenGeneration_NewPasswordChallenge"
        case authenticateDevice = "TokenGeneration_AuthenticateDevice"
        case refreshTokens = "TokenGeneration_RefreshTokens"
        /// Tokens after a sign-in on the hosted pages.
        case hostedAuth = "TokenGeneration_HostedAuth"
        /// The tokens of a machine, which is the client itself.
        case clientCredentials = "TokenGeneration_ClientCredentials"
    }

    /// The version of the event in the pool's settings; it determines the changes that the trigger can make.
    enum Version: String, Sendable {
        /// The ID token, with string values only, and the groups in both tokens.
        case v1 = "1"
        /// Both tokens, with values of any type, and the scopes.
        case v2 = "2"
        /// As version 2, for tokens of machines as well.
        case v3 = "3"

        init(_ pool: UserPoolRecord) {
            self =
                switch pool.functions?.preTokenGenerationConfig?.lambdaVersion {
                case .some(.v2_0): .v2
                case .some(.v3_0): .v3
                default: .v1
                }
        }
    }

    /// The changes to the claims of one token.
    struct Claims: Sendable, Equatable {
        var added: [WireName: WireValue] = [:]
        var suppressed: Set<String> = []
    }

    var idToken = Claims()
    var accessToken = Claims()
    var addedScopes: [String] = []
    var suppressedScopes: Set<String> = []
    /// The groups that replace the user's groups; `nil` for no change.
    var groups: GroupClaims?

    /// The response in a pool without this trigger.
    package static let nothing = PreTokenGeneration()

    /// Returns the trigger's event; a machine has no groups.
    static func event(
        _ source: Source, of subject: TriggerSubject, groups: GroupClaims?, scopes: [String], version: Version,
        metadata: [String: String]?
    ) -> TriggerEvent {
        var request: [WireName: WireValue] = .metadata(metadata)
        request["groupConfiguration"] =
            groups.map { groups in
                [
                    "groupsToOverride": .array(groups.names.map(WireValue.string)),
                    "iamRolesToOverride": .array(groups.roles.map(WireValue.string)),
                    "preferredRole": groups.preferredRole.map(WireValue.string) ?? .null,
                ]
            } ?? .null
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
    /// The maximum number of changed claims and scopes, in all tokens together.
    private static let limit = 5_000

    /// Creates the changes from the trigger's response.
    ///
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

    /// Returns the claims after a check of their values.
    ///
    /// - Throws: `InvalidLambdaResponseException` if a standard claim that is not a string would change its type, or if
    ///   any claim is `null`.
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
    /// Creates the groups from the trigger's response; without a response there are none.
    fileprivate init(overriddenBy part: TriggerResponse?) throws(ServiceFault) {
        self.init(
            names: try part?.list("groupsToOverride") ?? [], roles: try part?.list("iamRolesToOverride") ?? [],
            preferredRole: try part?.text("preferredRole"))
    }
}

extension TriggerRunner {
    /// Calls the pool's trigger, if it has one, before tokens are signed.
    ///
    /// - Throws: the faults of ``run(_:_:)``; the server then issues no tokens.
    func preTokenGeneration(
        _ source: PreTokenGeneration.Source, of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord,
        groups: GroupClaims, scopes: [String], metadata: [String: String]?
    ) async throws(ServiceFault) -> PreTokenGeneration {
        // This code runs for every sign-in and renewal, and most pools have no trigger that needs the event.
        guard Trigger.preTokenGeneration.function(in: pool) != nil else { return .nothing }
        let version = PreTokenGeneration.Version(pool)
        let event = PreTokenGeneration.event(
            source, of: TriggerSubject(user, in: pool, by: client), groups: groups, scopes: scopes,
            version: version, metadata: metadata)
        return try await changes(by: event, version)
    }

    /// Calls the pool's trigger before the access token of a machine is signed, if its version covers machines.
    ///
    /// - Throws: the faults of ``run(_:_:)``; the server then issues no token.
    func preTokenGeneration(
        ofMachine client: AppClientRecord, in pool: UserPoolRecord, scopes: [String], metadata: [String: String]?
    ) async throws(ServiceFault) -> PreTokenGeneration {
        let version = PreTokenGeneration.Version(pool)
        guard version == .v3, Trigger.preTokenGeneration.function(in: pool) != nil else { return .nothing }
        let subject = TriggerSubject(userName: "ClientCredentials", attributes: [:], in: pool, by: client)
        let event = PreTokenGeneration.event(
            .clientCredentials, of: subject, groups: nil, scopes: scopes, version: version, metadata: metadata)
        return try await changes(by: event, version)
    }

    private func changes(
        by event: TriggerEvent, _ version: PreTokenGeneration.Version
    ) async throws(ServiceFault) -> PreTokenGeneration {
        guard let response = try await run(.preTokenGeneration, event) else { return .nothing }
        return try PreTokenGeneration(response, version: version)
    }
}

/// The changes of the trigger as the store keeps them between an authorization code and its tokens.
extension PreTokenGeneration {
    /// The changes as JSON; `nil` if there are none.
    package var document: String? {
        guard self != .nothing else { return nil }
        var members: [WireName: WireValue] = ["id": idToken.document, "access": accessToken.document]
        members["addedScopes"] = .texts(addedScopes)
        members["suppressedScopes"] = .texts(suppressedScopes.sorted())
        if let groups {
            members["groups"] = .texts(groups.names)
            members["roles"] = .texts(groups.roles)
            members["preferredRole"] = groups.preferredRole.map(WireValue.string)
        }
        return String(decoding: WireValue.object(members).jsonBytes(), as: UTF8.self)
    }

    /// Reads the changes from their ``document``, which this server has written; `nil` for other data.
    package init?(document: String) {
        guard let value = try? WireValue(json: Array(document.utf8)),
            let idToken = value["id"].flatMap(Claims.init(document:)),
            let accessToken = value["access"].flatMap(Claims.init(document:))
        else { return nil }
        self.init(
            idToken: idToken, accessToken: accessToken, addedScopes: value.texts("addedScopes") ?? [],
            suppressedScopes: Set(value.texts("suppressedScopes") ?? []),
            groups: value.texts("groups").map { names in
                GroupClaims(
                    names: names, roles: value.texts("roles") ?? [],
                    preferredRole: value["preferredRole"]?.stringValue)
            })
    }
}

extension PreTokenGeneration.Claims {
    fileprivate var document: WireValue {
        ["added": .object(added), "suppressed": .texts(suppressed.sorted())]
    }

    fileprivate init?(document: WireValue) {
        guard let added = document["added"]?.objectValue, let suppressed = document.texts("suppressed") else {
            return nil
        }
        self.init(added: added, suppressed: Set(suppressed))
    }
}

extension WireValue {
    fileprivate static func texts(_ texts: [String]) -> WireValue { .array(texts.map(WireValue.string)) }

    fileprivate func texts(_ name: String) -> [String]? { self[name]?.arrayValue?.compactMap(\.stringValue) }
}
