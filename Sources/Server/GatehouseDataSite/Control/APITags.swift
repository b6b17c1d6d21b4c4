// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseWire

/// The tags of an API; those that begin with `gatehouse:` set what requests have no member for.
enum APITags {
    /// Reads the member `tags` of a request.
    static func read(_ value: WireValue?) throws(ServiceFault) -> [String: String] {
        guard let value, !value.isNull else { return [:] }
        guard let members = value.objectValue else { throw .badRequest("The member tags must be an object.") }
        var tags: [String: String] = [:]
        for (name, value) in members {
            guard let text = value.stringValue, (1...128).contains(name.text.utf8.count), text.utf8.count <= 256,
                !name.text.utf8.starts(with: "aws:".utf8)
            else {
                throw .badRequest("A tag has a name of 1 to 128 bytes without aws: and a text of at most 256 bytes.")
            }
            tags[name.text] = text
        }
        return tags
    }

    /// Gives an API tags, and the settings that they are.
    static func set(_ tags: [String: String], of api: inout StoredAPI) throws(ServiceFault) {
        guard tags.count <= 50 else { throw .badRequest("An API can have 50 tags.") }
        let standard = DataSettings()
        api.settings.conflicts = standard.conflicts
        api.settings.conflictFunction = standard.conflictFunction
        api.settings.modelConflicts = standard.modelConflicts
        api.settings.requiresAuthRules = standard.requiresAuthRules
        api.settings.strictOwnership = standard.strictOwnership
        api.settings.identityClaim = standard.identityClaim
        for (name, text) in tags where name.utf8.starts(with: StoredAPI.settingPrefix.utf8) {
            let setting = String(name.dropFirst(StoredAPI.settingPrefix.count))
            guard !setting.utf8.starts(with: conflictPrefix.utf8) else { continue }
            try set(setting, to: text, in: &api.settings)
        }
        try setConflicts(tags, in: &api.settings)
        api.tags = tags
    }

    private static func set(
        _ name: String, to text: String, in settings: inout DataSettings
    ) throws(ServiceFault) {
        switch name {
        case "identity-pool":
            guard !text.isEmpty else { throw refusal(name, ["the id of an identity pool"]) }
        case "domain":
            guard isDomain(text) else { throw refusal(name, ["the name of a host in lower case"]) }
            guard !isOfAWS(text) else {
                throw .badRequest(
                    "The tag \(StoredAPI.settingPrefix)\(name) must not be a name below amazonaws.com: clients of Amplify "
                        + "do not ask it as it is.")
            }
        case "hide-foreign-records": _ = try flag(name, text)
        case "require-auth-rules": settings.requiresAuthRules = try flag(name, text)
        case "strict-ownership": settings.strictOwnership = try flag(name, text)
        case "default-identity-claim":
            let known = ["sub::username", "username"]
            guard let claim = known.first(where: { $0.utf8.elementsEqual(text.utf8) }) else {
                throw refusal(name, known)
            }
            settings.identityClaim = claim
        default: throw unknown
        }
    }

    /// Whether a host has a name of AWS, which clients of Amplify rewrite.
    private static func isOfAWS(_ host: String) -> Bool {
        ["amazonaws.com", "amazonaws.com.cn"].contains { host == $0 || host.hasSuffix("." + $0) }
    }

    /// Whether a text is the name of a host.
    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
            }
    }

    private static var unknown: ServiceFault {
        let names = [
            function, handler, "default-identity-claim", "domain", "hide-foreign-records", "identity-pool",
            "require-auth-rules", "strict-ownership",
        ]
        return .badRequest(
            "Tags that begin with \(StoredAPI.settingPrefix) are settings: \(names.joined(separator: ", ")).")
    }

    // MARK: - Conflicts

    private static let conflictPrefix = "conflict-"
    private static let handler = "conflict-handler"
    private static let function = "conflict-function"

    /// Sets the handlers of conflicts: of the API, and with `:` and a name behind the tag, of a model.
    private static func setConflicts(
        _ tags: [String: String], in settings: inout DataSettings
    ) throws(ServiceFault) {
        let prefix = StoredAPI.settingPrefix + conflictPrefix
        for (name, _) in tags where name.utf8.starts(with: prefix.utf8) {
            let setting = name.dropFirst(StoredAPI.settingPrefix.count)
            guard [handler, function].contains(String(setting.prefix { $0 != ":" })), !setting.hasSuffix(":") else {
                throw unknown
            }
        }
        if let found = try conflictHandler(tags, "") {
            settings.conflicts = found.strategy
            settings.conflictFunction = found.function
        }
        let models = tags.keys.compactMap { name -> String? in
            let parts = name.split(separator: ":", maxSplits: 2)
            return name.utf8.starts(with: prefix.utf8) && parts.count == 3 ? String(parts[2]) : nil
        }
        for model in Set(models) {
            settings.modelConflicts[model] = try conflictHandler(tags, ":" + model)
        }
    }

    private static func conflictHandler(
        _ tags: [String: String], _ suffix: String
    ) throws(ServiceFault) -> ConflictHandler? {
        let text = tags[StoredAPI.settingPrefix + handler + suffix]
        let function = tags[StoredAPI.settingPrefix + function + suffix]
        guard let text else {
            guard function == nil else { throw refusal(handler + suffix, [ConflictStrategy.function.rawValue]) }
            return nil
        }
        guard let strategy = ConflictStrategy.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) })
        else {
            throw refusal(handler + suffix, ConflictStrategy.allCases.map(\.rawValue))
        }
        guard (strategy == .function) == (function?.isEmpty == false) else {
            throw .badRequest(
                "The strategy LAMBDA needs the tag \(StoredAPI.settingPrefix)\(Self.function)\(suffix) with the name of "
                    + "a function, and no other strategy takes one.")
        }
        return ConflictHandler(strategy, function: function)
    }

    private static func flag(_ name: String, _ text: String) throws(ServiceFault) -> Bool {
        switch text {
        case "true": true
        case "false": false
        default: throw refusal(name, ["true", "false"])
        }
    }

    private static func refusal(_ name: String, _ values: [String]) -> ServiceFault {
        .badRequest("The tag \(StoredAPI.settingPrefix)\(name) must be \(values.joined(separator: " or ")).")
    }
}

extension StoredAPI {
    /// Gives the API tags, and the settings that they are.
    /// - Throws: `BadRequestException` for a tag that is not allowed.
    package mutating func setTags(_ tags: [String: String]) throws(ServiceFault) {
        try APITags.set(tags, of: &self)
    }
}
