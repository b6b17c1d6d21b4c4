// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// `amplify/backend/backend-config.json`, and the same shape in `amplify-meta.json`: the resources of a project.
package struct BackendConfig: Sendable, Equatable {
    /// A resource.
    package struct Resource: Sendable, Equatable {
        /// The category, for example `auth`.
        package let category: String
        /// The name in the project.
        package let name: String
        /// The service, for example `Cognito` or `AppSync`.
        package let service: String
        /// Whether the resource names one that was made elsewhere.
        package let isImported: Bool
        /// The resources that this one needs, as `category/name`.
        package let dependencies: [String]
        /// The values that a push left in `amplify-meta.json`: texts alone.
        package let outputs: [String: String]
    }

    /// The categories that Gatehouse makes, or whose files it reads.
    package static let knownCategories = ["auth", "api", "function"]
    /// The service of the list of groups.
    package static let groupsService = "Cognito-UserPool-Groups"

    /// All resources, in the order of the file.
    package let resources: [Resource]

    /// Reads the file.
    ///
    /// - Throws: `JSONFlaw` at a member of another kind.
    package init(_ document: JSONDocument) throws(JSONFlaw) {
        var resources: [Resource] = []
        for (category, cursor) in try document.cursor.members() {
            // They are not categories: values of functions, and the places of providers.
            if category == "parameters" || category == "providers" { continue }
            for (name, resource) in try cursor.members() {
                guard case .object = resource.value else { continue }
                resources.append(try Self.resource(category, name, resource))
            }
        }
        self.resources = resources
    }

    private static func resource(
        _ category: String, _ name: String, _ cursor: JSONCursor
    ) throws(JSONFlaw) -> Resource {
        guard isName(category), isName(name) else { throw cursor.flaw("The name is not one of a folder.") }
        var dependencies: [String] = []
        for dependency in try cursor.member("dependsOn")?.elements() ?? [] {
            guard let category = try dependency.member("category")?.string(),
                let name = try dependency.member("resourceName")?.string()
            else { continue }
            dependencies.append("\(category)/\(name)")
        }
        var outputs: [String: String] = [:]
        for (name, value) in try cursor.member("output")?.members() ?? [] {
            if case .string(let text) = value.value { outputs[name] = text }
        }
        return Resource(
            category: category, name: name, service: try cursor.member("service")?.string() ?? "",
            isImported: try cursor.member("serviceType")?.string() == "imported", dependencies: dependencies,
            outputs: outputs)
    }

    /// Names are parts of paths, which commands write and remove.
    private static func isName(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") && $0 != 0x7F }
    }

    /// The auth resource: of several, the first that is a user pool or an identity pool.
    package var auth: Resource? {
        resources.first { $0.category == "auth" && $0.service != Self.groupsService }
    }

    /// The GraphQL API.
    package var api: Resource? {
        resources.first { $0.category == "api" && $0.service == "AppSync" }
    }

    /// The categories that Gatehouse does not have, sorted: they are listed once and stay as they are.
    package var foreignCategories: [String] {
        Set(resources.map(\.category)).subtracting(Self.knownCategories).sorted()
    }

    /// The resources that need another one, as `category/name`.
    package func dependents(of resource: Resource) -> [String] {
        let name = "\(resource.category)/\(resource.name)"
        return resources.filter { $0.dependencies.contains(name) }.map { "\($0.category)/\($0.name)" }
    }

    // MARK: - Changes

    /// The file with an auth resource; other members of the resource stay.
    ///
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package static func document(
        changing document: JSONDocument?, to settings: AuthSettings
    ) throws(JSONFlaw) -> JSONDocument {
        var changed = if let document { document } else { try JSONDocument(JSONValue.object([])) }
        let place = JSONPointer(["auth", settings.resourceName])
        if changed[place] == nil {
            var list = MemberList()
            list.text("service", "Cognito")
            list.text("providerPlugin", "awscloudformation")
            list.add("dependsOn", dependencies(on: settings))
            list.flag("customAuth", settings.hasCustomChallenges)
            try changed.set(.object(list.members), at: place)
        } else {
            try changed.set(.bool(settings.hasCustomChallenges), at: place.appending("customAuth"))
            try changeDependencies(&changed, settings, place.appending("dependsOn"))
        }
        try changed.mergeDeep(settings.frontendAuthConfig, at: place.appending("frontendAuthConfig"))
        try changeGroups(&changed, settings)
        try changeFunctions(&changed, settings)
        return changed
    }

    /// The functions of triggers that a resource needs.
    private static func dependencies(on settings: AuthSettings) -> JSONValue {
        let names = settings.triggers.keys.sorted().map { settings.resourceName + $0 }
        return .array(names.map(functionDependency))
    }

    private static func functionDependency(_ name: String) -> JSONValue {
        ["category": "function", "resourceName": .string(name), "attributes": ["Arn", "Name"]]
    }

    private static func changeDependencies(
        _ document: inout JSONDocument, _ settings: AuthSettings, _ place: JSONPointer
    ) throws(JSONFlaw) {
        var present: [JSONValue] = []
        if case .array(let elements)? = document[place] { present = elements }
        let all = Set(Trigger.allCases.map { $0.functionName(resource: settings.resourceName) })
        let wanted = settings.triggers.keys.sorted().map { settings.resourceName + $0 }
        for (index, element) in present.enumerated().reversed() {
            guard case .string(let name)? = element["resourceName"], all.contains(name), !wanted.contains(name) else {
                continue
            }
            try document.remove(at: place.appending(String(index)))
            present.remove(at: index)
        }
        let names = present.compactMap { element -> String? in
            guard case .string(let name)? = element["resourceName"] else { return nil }
            return name
        }
        for name in wanted where !names.contains(name) {
            if present.isEmpty, document[place] == nil { try document.set([], at: place) }
            try document.set(functionDependency(name), at: place.appending(String(present.count)))
            present.append(.null)
        }
    }

    private static func changeGroups(_ document: inout JSONDocument, _ settings: AuthSettings) throws(JSONFlaw) {
        let place = JSONPointer(["auth", "userPoolGroups"])
        guard !settings.groups.isEmpty else { return try document.remove(at: place) }
        guard document[place] == nil else { return }
        var list = MemberList()
        list.text("service", groupsService)
        list.text("providerPlugin", "awscloudformation")
        list.add(
            "dependsOn",
            [
                [
                    "category": "auth", "resourceName": .string(settings.resourceName),
                    "attributes": ["UserPoolId", "AppClientIDWeb", "AppClientID", "IdentityPoolId"],
                ]
            ])
        try document.set(.object(list.members), at: place)
    }

    private static func changeFunctions(_ document: inout JSONDocument, _ settings: AuthSettings) throws(JSONFlaw) {
        for trigger in Trigger.allCases {
            let name = trigger.functionName(resource: settings.resourceName)
            let place = JSONPointer(["function", name])
            guard settings.triggers[trigger.rawValue] != nil else {
                try document.remove(at: place)
                continue
            }
            guard document[place] == nil else { continue }
            var list = MemberList()
            list.flag("build", true)
            list.text("providerPlugin", "awscloudformation")
            list.text("service", "Lambda")
            list.add("dependsOn", [])
            try document.set(.object(list.members), at: place)
        }
    }

    /// The file `amplify-meta.json` with values of a resource, which a push records as soon as they exist.
    ///
    /// - Parameters:
    ///   - document: the present file; `nil` if there is none.
    ///   - category: the category, for example `auth`.
    ///   - name: the name of the resource.
    ///   - outputs: the values, for example `UserPoolId`; others stay.
    /// - Returns: the file.
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package static func meta(
        changing document: JSONDocument?, category: String, name: String, outputs: [String: String]
    ) throws(JSONFlaw) -> JSONDocument {
        var changed = if let document { document } else { try JSONDocument(JSONValue.object([])) }
        for (key, value) in outputs.sorted(by: { $0.key < $1.key }) {
            try changed.set(.string(value), at: JSONPointer([category, name, "output", key]))
        }
        return changed
    }

    /// The file without a resource, and without its category if that is empty then.
    ///
    /// With an auth resource go the functions of its triggers, which no other command removes; their folders stay.
    ///
    /// - Throws: `JSONFlaw` if the file has another shape.
    package static func document(
        removing resource: Resource, from document: JSONDocument
    ) throws(JSONFlaw) -> JSONDocument {
        var changed = document
        let category = JSONPointer([resource.category])
        try changed.remove(at: category.appending(resource.name))
        if resource.category == "auth", resource.service != groupsService {
            var none = AuthSettings()
            none.resourceName = resource.name
            let functions = JSONPointer(["function"])
            let former = changed[functions]
            try changeFunctions(&changed, none)
            if changed[functions] == .object([]), former != .object([]) { try changed.remove(at: functions) }
        }
        if changed[category] == .object([]) { try changed.remove(at: category) }
        return changed
    }
}
