// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension APISettings.Authorization {
    /// Reads the form of `cli-inputs.json` and of headless commands.
    ///
    /// - Throws: `JSONFlaw` if the mode is missing or unknown.
    init(_ cursor: JSONCursor) throws(JSONFlaw) {
        guard let member = try cursor.member("mode") else { throw cursor.flaw("The member mode is missing.") }
        switch try member.string() {
        case "API_KEY":
            self = .apiKey(
                description: try cursor.member("keyDescription")?.string() ?? "",
                days: try cursor.member("expirationTime")?.integer() ?? 7)
        case "AWS_IAM": self = .iam
        case "AMAZON_COGNITO_USER_POOLS": self = .userPool(id: try cursor.member("cognitoUserPoolId")?.string())
        case "OPENID_CONNECT":
            self = .openIDConnect(
                name: try cursor.member("openIDProviderName")?.string() ?? "",
                issuer: try cursor.member("openIDIssuerURL")?.string() ?? "",
                clientID: try cursor.member("openIDClientID")?.string(),
                issuedTTL: try Self.milliseconds(cursor.member("openIDIatTTL")),
                authenticationTTL: try Self.milliseconds(cursor.member("openIDAuthTTL")))
        case "AWS_LAMBDA":
            self = .function(
                name: try cursor.member("lambdaFunction")?.string() ?? "",
                seconds: try cursor.member("ttlSeconds")?.integer() ?? 300)
        default:
            throw member.flaw(
                "The mode is not one of API_KEY, AWS_IAM, AMAZON_COGNITO_USER_POOLS, OPENID_CONNECT and AWS_LAMBDA.")
        }
    }

    /// Files have the number as a text, which is empty when the question was passed.
    private static func milliseconds(_ cursor: JSONCursor?) throws(JSONFlaw) -> Int? {
        guard let cursor else { return nil }
        if case .string(let text) = cursor.value, text.isEmpty { return nil }
        return try cursor.integer()
    }

    /// The form of `cli-inputs.json`.
    var json: JSONValue {
        var list = MemberList()
        list.text("mode", mode)
        switch self {
        case .apiKey(let description, let days):
            list.add("expirationTime", .integer(days))
            list.text("keyDescription", description)
        case .iam: break
        case .userPool(let id): list.text("cognitoUserPoolId", id)
        case .openIDConnect(let name, let issuer, let client, let issued, let authentication):
            list.text("openIDProviderName", name)
            list.text("openIDIssuerURL", issuer)
            list.text("openIDClientID", client)
            list.text("openIDAuthTTL", authentication.map { String($0) })
            list.text("openIDIatTTL", issued.map { String($0) })
        case .function(let name, let seconds):
            list.text("lambdaFunction", name)
            list.add("ttlSeconds", .integer(seconds))
        }
        return .object(list.members)
    }

    /// The form of `output.authConfig` in `backend-config.json`.
    ///
    /// - Parameter auth: the name of the project's auth resource.
    /// - Returns: the value.
    func configJSON(auth: String?) -> JSONValue {
        var list = MemberList()
        list.text("authenticationType", mode)
        switch self {
        case .apiKey(let description, let days):
            list.add(
                "apiKeyConfig", ["apiKeyExpirationDays": .integer(days), "description": .string(description)])
        case .iam: break
        case .userPool(let id):
            list.add("userPoolConfig", ["userPoolId": .string(id ?? "auth\(auth ?? "")")])
        case .openIDConnect(let name, let issuer, let client, let issued, let authentication):
            var config = MemberList()
            config.text("name", name)
            config.text("issuerUrl", issuer)
            config.text("clientId", client)
            config.text("iatTTL", issued.map { String($0) })
            config.text("authTTL", authentication.map { String($0) })
            list.add("openIDConnectConfig", .object(config.members))
        case .function(let name, let seconds):
            list.add(
                "lambdaAuthorizerConfig", ["lambdaFunction": .string(name), "ttlSeconds": .integer(seconds)])
        }
        return .object(list.members)
    }
}

extension APISettings.Strategy {
    init(_ cursor: JSONCursor) throws(JSONFlaw) {
        guard let member = try cursor.member("type") else { throw cursor.flaw("The member type is missing.") }
        switch try member.string() {
        case "AUTOMERGE": self = .autoMerge
        case "OPTIMISTIC_CONCURRENCY": self = .optimisticConcurrency
        case "LAMBDA": self = .function(try cursor.member("resolver")?.member("name")?.string())
        default: throw member.flaw("The type is not one of AUTOMERGE, OPTIMISTIC_CONCURRENCY and LAMBDA.")
        }
    }

    var json: JSONValue {
        guard case .function(let function) = self else { return ["type": .string(name)] }
        let resolver: JSONValue =
            if let function { ["type": "EXISTING", "name": .string(function)] } else { ["type": "NEW"] }
        return ["type": .string(name), "resolver": resolver]
    }
}

extension APISettings {
    /// The member that has the settings.
    static let container = "serviceConfiguration"

    /// Reads `cli-inputs.json`.
    ///
    /// - Throws: `JSONFlaw` if the name or the default authorization is missing.
    package init(inputs: JSONDocument) throws(JSONFlaw) {
        guard let config = try inputs.cursor.member(Self.container) else {
            throw inputs.cursor.flaw("The member serviceConfiguration is missing.")
        }
        try self.init(configuration: config)
    }

    init(configuration config: JSONCursor) throws(JSONFlaw) {
        guard let name = try config.member("apiName")?.string() else {
            throw config.flaw("The member apiName is missing.")
        }
        self.init(name: name)
        guard let type = try config.member("defaultAuthType") else {
            throw config.flaw("The member defaultAuthType is missing.")
        }
        authorization = try Authorization(type)
        for row in try config.member("additionalAuthTypes")?.elements() ?? [] {
            additional.append(try Authorization(row))
        }
        guard let member = try config.member("conflictResolution") else { return }
        conflicts = try Self.conflicts(member)
    }

    static func conflicts(_ cursor: JSONCursor) throws(JSONFlaw) -> Conflicts? {
        guard let member = try cursor.member("defaultResolutionStrategy"),
            try member.member("type")?.string() != "NONE"
        else { return nil }
        var conflicts = Conflicts(strategy: try Strategy(member))
        for row in try cursor.member("perModelResolutionStrategy")?.elements() ?? [] {
            guard let model = try row.member("entityName")?.string(),
                let strategy = try row.member("resolutionStrategy")
            else { throw row.flaw("The row needs entityName and resolutionStrategy.") }
            conflicts.models[model] = try Strategy(strategy)
        }
        return conflicts
    }

    /// The file after a change: only members whose meaning has changed are written.
    ///
    /// - Parameter present: the present file and its settings; `nil` for a new API.
    /// - Returns: the file.
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package func inputs(
        changing present: (document: JSONDocument, settings: APISettings)?
    ) throws(JSONFlaw) -> JSONDocument {
        guard let present else {
            var list = MemberList()
            list.add("version", 1)
            list.add(Self.container, .object(members))
            return try JSONDocument(JSONValue.object(list.members))
        }
        var document = present.document
        let place = JSONPointer([Self.container])
        let former = present.settings.members
        for member in members where !former.contains(member) {
            try document.set(member.value, at: place.appending(member.name))
        }
        for member in former where !members.contains(where: { $0.name == member.name }) {
            try document.remove(at: place.appending(member.name))
        }
        return document
    }

    private var members: [JSONValue.Member] {
        var list = MemberList()
        list.text("apiName", name)
        list.text("serviceName", "AppSync")
        list.add("defaultAuthType", authorization.json)
        if !additional.isEmpty { list.add("additionalAuthTypes", .array(additional.map(\.json))) }
        if let conflicts {
            var resolution = MemberList()
            resolution.add("defaultResolutionStrategy", conflicts.strategy.json)
            let rows = conflicts.models.sorted { $0.key < $1.key }.map { model, strategy -> JSONValue in
                ["entityName": .string(model), "resolutionStrategy": strategy.json]
            }
            if !rows.isEmpty { resolution.add("perModelResolutionStrategy", .array(rows)) }
            list.add("conflictResolution", .object(resolution.members))
        }
        return list.members
    }

    /// The member `ResolverConfig` of `transform.conf.json`; `nil` while conflict detection is off.
    package var resolverConfig: JSONValue? {
        guard let conflicts else { return nil }
        func config(_ strategy: Strategy) -> JSONValue {
            ["ConflictHandler": .string(strategy.name), "ConflictDetection": "VERSION"]
        }
        var list = MemberList()
        list.add("project", config(conflicts.strategy))
        let models = conflicts.models.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, config($0.value)) }
        if !models.isEmpty { list.add("models", .object(models)) }
        return .object(list.members)
    }

    /// The members of `output.authConfig` in `backend-config.json`.
    func configMembers(auth: String?) -> [JSONValue.Member] {
        [
            JSONValue.Member("defaultAuthentication", authorization.configJSON(auth: auth)),
            JSONValue.Member(
                "additionalAuthenticationProviders", .array(additional.map { $0.configJSON(auth: auth) })),
        ]
    }
}
