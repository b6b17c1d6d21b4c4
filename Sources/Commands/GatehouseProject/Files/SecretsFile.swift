// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The file of an environment's secrets, which is outside the project and readable by its owner alone.
///
/// This is its content; the file itself is read and written by the engine's `File`, which keeps it private.
package enum SecretsFile {
    /// The path of an environment's file.
    ///
    /// - Parameters:
    ///   - variables: the variables of the process: `XDG_CONFIG_HOME` and `HOME` count.
    ///   - appID: the id of the project's record.
    ///   - environment: the name of the environment.
    /// - Returns: the path; `nil` if no folder is known, or a name is not one of a file.
    package static func path(variables: [String: String], appID: String, environment: String) -> String? {
        let home = variables["HOME"].map { $0 + "/.config" }
        guard let folder = variables["XDG_CONFIG_HOME"].flatMap({ $0.hasPrefix("/") ? $0 : nil }) ?? home,
            folder.hasPrefix("/"), isName(appID), isName(environment)
        else { return nil }
        return "\(folder)/amplify/secrets/\(appID)/\(environment).json"
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetter || $0.isDigit }
    }

    /// The secrets of an auth resource by the keys of `ProviderCredentials`.
    ///
    /// - Throws: `JSONFlaw` at a member of another kind.
    package static func secrets(_ document: JSONDocument, of resource: String) throws(JSONFlaw) -> [String: String] {
        var secrets: [String: String] = [:]
        for (key, value) in try document.cursor.member("auth")?.member(resource)?.members() ?? [] {
            secrets[key] = try value.string()
        }
        return secrets
    }

    /// The file with further secrets; those that it has stay unless they are replaced.
    ///
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package static func document(
        changing document: JSONDocument?, of resource: String, to secrets: [String: String]
    ) throws(JSONFlaw) -> JSONDocument {
        var changed = if let document { document } else { try JSONDocument(JSONValue.object([])) }
        for (key, secret) in secrets.sorted(by: { $0.key < $1.key }) {
            try changed.set(.string(secret), at: JSONPointer(["auth", resource, key]))
        }
        return changed
    }

    // MARK: - Access keys

    private static let accessKeyPlace = JSONPointer(["administration"])

    /// The access key that was typed for the environment; `nil` without one.
    ///
    /// - Throws: `JSONFlaw` at a member of another kind.
    package static func accessKey(_ document: JSONDocument) throws(JSONFlaw) -> (id: String, secret: String)? {
        let member = try document.cursor.member("administration")
        guard let id = try member?.member("accessKeyId")?.string(),
            let secret = try member?.member("secretAccessKey")?.string()
        else { return nil }
        return (id, secret)
    }

    /// The file with the access key that was typed for the environment.
    ///
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package static func document(
        changing document: JSONDocument?, accessKeyID: String, secretAccessKey: String
    ) throws(JSONFlaw) -> JSONDocument {
        var changed = if let document { document } else { try JSONDocument(JSONValue.object([])) }
        try changed.set(.string(accessKeyID), at: accessKeyPlace.appending("accessKeyId"))
        try changed.set(.string(secretAccessKey), at: accessKeyPlace.appending("secretAccessKey"))
        return changed
    }
}
