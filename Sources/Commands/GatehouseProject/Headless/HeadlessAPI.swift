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
        schema = reader.text(service, "transformSchema")
        authorization = reader.member(service, "defaultAuthType").flatMap { cursor in
            reader.take { () throws(JSONFlaw) in try APISettings.Authorization(cursor) }
        }
        additional = reader.elements(service, "additionalAuthTypes")?.compactMap { cursor in
            reader.take { () throws(JSONFlaw) in try APISettings.Authorization(cursor) }
        }
        if let resolution = reader.member(service, "conflictResolution") {
            conflicts = reader.take { () throws(JSONFlaw) in try APISettings.conflicts(resolution) }
        } else {
            conflicts = nil
        }
        guard reader.flaws.isEmpty else { throw HeadlessFlaws(flaws: reader.flaws) }
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
        if let conflicts { settings.conflicts = conflicts }
        return settings
    }
}
