// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject

/// What the tool wrote into the files of an app on this machine, so that it knows what a person changed since then.
///
/// The file has an object for each file of the app, by its path. It is not committed, as most files of apps are not.
struct AppFileRecord {
    /// The path of the file, which the block of `.gitignore` covers.
    static let path = "amplify/.config/local-app-files.json"

    private static let flow = "authenticationFlowType"
    private static let api = "api"

    private let present: JSONDocument?
    private var document: JSONDocument?

    /// Reads the record of a project; there need not be one.
    ///
    /// - Throws: `ProjectFault` if the file cannot be read, is not JSON or has another shape.
    init(in folder: ProjectFolder) throws(ProjectFault) {
        let present = try folder.document(Self.path)
        do throws(JSONFlaw) {
            for file in try present?.cursor.members() ?? [] { _ = try file.cursor.members() }
        } catch {
            throw ProjectFault(Self.path, error, cure: "Remove the file: the command writes it anew.")
        }
        self.present = present
        document = present
    }

    /// The record, if it is another than at the beginning.
    var changedDocument: JSONDocument? {
        document?.bytes == present?.bytes ? nil : document
    }

    /// The flow of sign-ins that the tool wrote into a file; `nil` if it is not known.
    func flow(of file: String) -> String? { text(Self.flow, file) }

    /// The name of the API that the tool wrote into a file; `nil` if it is not known.
    func api(of file: String) -> String? { text(Self.api, file) }

    /// Notes the flow that the tool writes into a file; `nil` if it writes none.
    ///
    /// - Throws: `JSONFlaw` if the record has another shape.
    mutating func note(flow: String?, of file: String) throws(JSONFlaw) { try note(flow, Self.flow, file) }

    /// Notes the API that the tool writes into a file; `nil` if it writes none.
    ///
    /// - Throws: `JSONFlaw` if the record has another shape.
    mutating func note(api: String?, of file: String) throws(JSONFlaw) { try note(api, Self.api, file) }

    private func text(_ member: String, _ file: String) -> String? {
        guard case .string(let text)? = document?[JSONPointer([file, member])] else { return nil }
        return text
    }

    private mutating func note(_ text: String?, _ member: String, _ file: String) throws(JSONFlaw) {
        let place = JSONPointer([file, member])
        if let text {
            var changed = if let document { document } else { try JSONDocument(JSONValue.object([])) }
            try changed.set(.string(text), at: place)
            document = changed
        } else {
            try document?.remove(at: place)
        }
    }
}
