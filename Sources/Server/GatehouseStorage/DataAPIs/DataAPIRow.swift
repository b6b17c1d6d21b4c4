// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseWire

/// A row of `data_apis`.
enum DataAPIRow {
    private static let columns: SQLFragment =
        "id, revision, name, definition, settings, user_pools, is_default, created_at"

    static func find(_ reader: some SQLReader, id: String) throws -> StoredAPI? {
        try reader.queryOne("SELECT \(columns) FROM data_apis WHERE id = \(id)").map(api)
    }

    /// All APIs by ascending id; ids are not empty.
    static func list(_ reader: some SQLReader) throws -> [StoredAPI] {
        try reader.query("SELECT \(columns) FROM data_apis WHERE id > \("") ORDER BY id").map(api)
    }

    /// The revisions of all APIs by their ids.
    static func revisions(_ reader: some SQLReader) throws -> [String: Int] {
        let rows = try reader.query("SELECT id, revision FROM data_apis WHERE id > \("") ORDER BY id")
        return try rows.reduce(into: [:]) { found, row in found[try row["id"]] = try row["revision"] }
    }

    /// The revision of an API; `nil` if there is none.
    static func revision(_ reader: some SQLReader, of id: String) throws -> Int? {
        try reader.queryOne("SELECT revision FROM data_apis WHERE id = \(id)").map { row in try row["revision"] }
    }

    /// Inserts an API; returns whether there was none with its id.
    static func insert(_ connection: some SQLConnection, _ api: StoredAPI) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO data_apis (id, revision, name, definition, settings, user_pools, is_default, created_at)
            VALUES (\(api.id), \(api.revision), \(api.name), \(api.schema), \(DataSettingsDocument(api)),
                \(UserPoolSourcesDocument(api.userPools)), \(api.isDefault), \(api.createdAt))
            ON CONFLICT DO NOTHING
            """, witness: witness(of: api)
        ) > 0
    }

    /// Replaces an API; returns whether there was one with its id and the expected revision.
    static func update(_ connection: some SQLConnection, _ api: StoredAPI, expecting revision: Int) throws -> Bool {
        try connection.execute(
            """
            UPDATE data_apis
            SET revision = \(api.revision), name = \(api.name), definition = \(api.schema),
                settings = \(DataSettingsDocument(api)),
                user_pools = \(UserPoolSourcesDocument(api.userPools)), is_default = \(api.isDefault)
            WHERE id = \(api.id) AND revision = \(revision)
            """, witness: witness(of: api)
        ) > 0
    }

    /// The query that finds an API as a write has left it.
    private static func witness(of api: StoredAPI) -> SQL {
        "SELECT 1 FROM data_apis WHERE id = \(api.id) AND revision = \(api.revision)"
    }

    /// Takes the mark of the default API from all others.
    static func clearDefault(_ connection: some SQLConnection, except id: String) throws {
        try connection.execute(
            """
            UPDATE data_apis SET is_default = 0, revision = revision + 1
            WHERE id > \("") AND id <> \(id) AND is_default = 1
            """)
    }

    private static func api(_ row: SQLRow) throws -> StoredAPI {
        let settings: DataSettingsDocument = try row["settings"]
        let pools: UserPoolSourcesDocument = try row["user_pools"]
        return StoredAPI(
            id: try row["id"], name: try row["name"], schema: try row["definition"], settings: settings.settings,
            userPools: pools.sources, openIDIssuers: settings.openIDIssuers, authorizer: settings.authorizer,
            bounds: settings.bounds, tags: settings.tags, isDefault: try row["is_default"],
            revision: try row["revision"], createdAt: try row["created_at"])
    }
}

/// The settings of an API, its other callers, the bounds of its requests and its tags as a JSON object in a TEXT column.
///
/// A missing member has the value that the setting has by default, so that a later release can add settings.
private struct DataSettingsDocument: SQLConvertible {
    let settings: DataSettings
    let openIDIssuers: [OpenIDSource]
    let authorizer: AuthorizerSource?
    let bounds: RequestBounds
    let tags: [String: String]

    init(_ api: StoredAPI) {
        settings = api.settings
        openIDIssuers = api.openIDIssuers
        authorizer = api.authorizer
        bounds = api.bounds
        tags = api.tags
    }

    var sqlValue: SQLValue {
        var document: [WireName: WireValue] = [
            "defaultMode": .string(settings.defaultMode.rawValue),
            "additionalModes": .array(settings.additionalModes.map { .string($0.rawValue) }),
            "requiresAuthRules": .bool(settings.requiresAuthRules),
            "strictOwnership": .bool(settings.strictOwnership),
            "identityClaim": .string(settings.identityClaim), "populatesOwners": .bool(settings.populatesOwners),
        ]
        if settings.userPoolsAction != .allow {
            document["userPoolsAction"] = .string(settings.userPoolsAction.rawValue)
        }
        if let conflicts = settings.conflicts { document["conflicts"] = .string(conflicts.rawValue) }
        document["conflictFunction"] = settings.conflictFunction.map { .string($0) }
        if !settings.modelConflicts.isEmpty {
            document["modelConflicts"] = .object(
                Dictionary(
                    uniqueKeysWithValues: settings.modelConflicts.map { (WireName($0.key), $0.value.document) }))
        }
        if !openIDIssuers.isEmpty { document["openIDIssuers"] = .array(openIDIssuers.map(\.document)) }
        document["authorizer"] = authorizer?.document
        if let depth = bounds.depth { document["depth"] = .integer(Int64(depth)) }
        if !bounds.allowsIntrospection { document["allowsIntrospection"] = false }
        if !tags.isEmpty { document["tags"] = .object(ofTexts: tags) }
        return .text(String(decoding: WireValue.object(document).jsonBytes(), as: UTF8.self))
    }

    /// Reads the document; `nil` if it is not a JSON object, or has a mode or a strategy that is unknown: the settings
    /// decide who may call the API.
    init?(sqlValue: SQLValue) {
        guard let document = WireValue(sqlText: sqlValue), case .object = document else { return nil }
        var settings = DataSettings()
        if let text = document["defaultMode"] {
            guard let mode = text.stringValue.flatMap(AuthorizationMode.init) else { return nil }
            settings.defaultMode = mode
        }
        if let texts = document["additionalModes"]?.arrayValue {
            settings.additionalModes = texts.compactMap { $0.stringValue.flatMap(AuthorizationMode.init) }
            guard settings.additionalModes.count == texts.count else { return nil }
        }
        if let text = document["userPoolsAction"] {
            guard let action = text.stringValue.flatMap(UserPoolsAction.init) else { return nil }
            settings.userPoolsAction = action
        }
        if let text = document["conflicts"] {
            guard let strategy = text.stringValue.flatMap(ConflictStrategy.init) else { return nil }
            settings.conflicts = strategy
        }
        guard document.hasTextOrNothing("conflictFunction") else { return nil }
        settings.conflictFunction = document["conflictFunction"]?.stringValue
        for (name, value) in document["modelConflicts"]?.objectValue ?? [:] {
            guard let handler = ConflictHandler(document: value) else { return nil }
            settings.modelConflicts[name.text] = handler
        }
        settings.requiresAuthRules = document["requiresAuthRules"]?.boolValue ?? settings.requiresAuthRules
        settings.strictOwnership = document["strictOwnership"]?.boolValue ?? settings.strictOwnership
        settings.identityClaim = document["identityClaim"]?.stringValue ?? settings.identityClaim
        settings.populatesOwners = document["populatesOwners"]?.boolValue ?? settings.populatesOwners
        let issuers = document["openIDIssuers"]?.arrayValue ?? []
        openIDIssuers = issuers.compactMap(OpenIDSource.init(document:))
        authorizer = document["authorizer"].flatMap(AuthorizerSource.init(document:))
        guard openIDIssuers.count == issuers.count, (authorizer == nil) == (document["authorizer"] == nil) else {
            return nil
        }
        self.settings = settings
        bounds = RequestBounds(
            depth: document["depth"]?.integerValue.map { Int($0) },
            allowsIntrospection: document["allowsIntrospection"]?.boolValue ?? true)
        tags = (document["tags"]?.objectValue ?? [:]).reduce(into: [:]) { $0[$1.key.text] = $1.value.stringValue }
    }
}

extension ConflictHandler {
    /// The handler as a member of a stored document.
    fileprivate var document: WireValue {
        var members: [WireName: WireValue] = ["strategy": .string(strategy.rawValue)]
        members["function"] = function.map { .string($0) }
        return .object(members)
    }

    /// Reads a stored handler; `nil` for an unknown strategy, or for a function of another type.
    fileprivate init?(document: WireValue) {
        guard let strategy = document["strategy"]?.stringValue.flatMap(ConflictStrategy.init),
            document.hasTextOrNothing("function")
        else { return nil }
        self.init(strategy, function: document["function"]?.stringValue)
    }
}

/// The user pools of an API as a JSON array in a TEXT column.
private struct UserPoolSourcesDocument: SQLConvertible {
    let sources: [UserPoolSource]

    init(_ sources: [UserPoolSource]) { self.sources = sources }

    var sqlValue: SQLValue {
        let elements = sources.map { source in
            var members: [WireName: WireValue] = ["id": .string(source.id)]
            if let expression = source.clientExpression { members["clients"] = .string(expression) }
            if let issuer = source.issuer { members["issuer"] = .string(issuer) }
            return WireValue.object(members)
        }
        return .text(String(decoding: WireValue.array(elements).jsonBytes(), as: UTF8.self))
    }

    /// Reads the document; `nil` if an element has no id, or an expression or an issuer of another type.
    init?(sqlValue: SQLValue) {
        guard let elements = WireValue(sqlText: sqlValue)?.arrayValue else { return nil }
        var sources: [UserPoolSource] = []
        for element in elements {
            guard let id = element["id"]?.stringValue else { return nil }
            guard element.hasTextOrNothing("clients"), element.hasTextOrNothing("issuer") else { return nil }
            sources.append(
                UserPoolSource(
                    id: id, clientExpression: element["clients"]?.stringValue, issuer: element["issuer"]?.stringValue))
        }
        self.sources = sources
    }
}

extension WireValue {
    /// The JSON document in a TEXT column; `nil` if it cannot be read.
    fileprivate init?(sqlText: SQLValue) {
        guard let text = String(sqlValue: sqlText), let value = try? WireValue(json: Array(text.utf8)) else {
            return nil
        }
        self = value
    }
}
