// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The object of `amplify add api --headless` and `amplify update api --headless`.
package struct HeadlessAPI: Sendable {
    private let name: String?
    private let authorization: APISettings.Authorization?
    private let additional: [APISettings.Authorization]?
    private let conflicts: APISettings.Conflicts??
    /// The schema; `nil` if an update does not change it.
    package let schema: String?

    /// Reads the object.
    ///
    /// - Parameters:
    ///   - bytes: the object.
    ///   - purpose: which of the two commands has it.
    /// - Throws: `HeadlessFlaws` with all that is wrong.
    package init(_ bytes: [UInt8], _ purpose: Circumstances.Purpose) throws(HeadlessFlaws) {
        let document: JSONDocument
        do throws(JSONFlaw) {
            document = try JSONDocument(bytes)
        } catch {
            throw HeadlessFlaws(flaws: [error])
        }
        let isNew = purpose == .create
        let member = isNew ? "serviceConfiguration" : "serviceModification"
        var reader = HeadlessReader()
        reader.check(document.cursor, has: ["version", member], needs: ["version", member])
        guard let service = reader.member(document.cursor, member) else {
            throw HeadlessFlaws(flaws: reader.flaws)
        }
        reader.check(
            service,
            has: [
                "serviceName", "apiName", "transformSchema", "defaultAuthType", "additionalAuthTypes",
                "conflictResolution",
            ], needs: isNew ? ["serviceName", "apiName", "transformSchema", "defaultAuthType"] : ["serviceName"])
        _ = reader.word(service, "serviceName", ["AppSync": "AppSync"])
        name = reader.text(service, "apiName")
        // The name is a part of paths.
        if let name, !APITable.isName(name), let cursor = reader.member(service, "apiName") {
            reader.report(cursor.flaw(APITable.nameRule.words))
        }
        schema = reader.text(service, "transformSchema")
        authorization = reader.member(service, "defaultAuthType").flatMap { cursor in
            reader.take { () throws(JSONFlaw) in try Self.authorization(cursor) }
        }
        additional = reader.elements(service, "additionalAuthTypes")?.compactMap { cursor in
            reader.take { () throws(JSONFlaw) in try Self.authorization(cursor) }
        }
        if let resolution = reader.member(service, "conflictResolution") {
            conflicts = reader.take { () throws(JSONFlaw) in try APISettings.conflicts(resolution) }
        } else {
            conflicts = nil
        }
        guard reader.flaws.isEmpty else { throw HeadlessFlaws(flaws: reader.flaws) }
    }

    /// Reads a type of authorization, whose values keep the rules of the dialogue.
    private static func authorization(_ cursor: JSONCursor) throws(JSONFlaw) -> APISettings.Authorization {
        let authorization = try APISettings.Authorization(cursor)
        switch authorization {
        case .apiKey(_, let days):
            guard (1...365).contains(days) else { throw cursor.flaw("The member expirationTime is not from 1 to 365.") }
        case .iam, .userPool: break
        case .openIDConnect(let name, let issuer, _, _, _):
            guard !name.isEmpty, !issuer.isEmpty else {
                throw cursor.flaw("The value needs the members openIDProviderName and openIDIssuerURL.")
            }
        case .function(let name, let seconds):
            guard APITable.isName(name) else {
                throw cursor.flaw("The member lambdaFunction is not the name of a function.")
            }
            guard (0...3_600).contains(seconds) else {
                throw cursor.flaw("The member ttlSeconds is not from 0 to 3600.")
            }
        }
        return authorization
    }

    /// The settings of a new API, or of an updated one.
    ///
    /// A member that the object lacks keeps its value.
    ///
    /// - Parameter present: the settings before; `nil` for a new API.
    /// - Returns: the settings, and what the object has of ids and secrets.
    package func settings(updating present: APISettings?) -> APISettings {
        var settings = present ?? APISettings(name: name ?? "")
        if let authorization { settings.authorization = authorization }
        if let additional { settings.additional = additional }
        // A new default type is not an additional one as well.
        var modes: Set<String> = [settings.authorization.mode]
        settings.additional.removeAll { !modes.insert($0.mode).inserted }
        if let conflicts { settings.conflicts = conflicts }
        return settings
    }
}
