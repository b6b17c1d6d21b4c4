// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// `amplify/cli.json`: flags that decide what a project's files mean.
package struct FeatureFlags: Sendable, Equatable {
    /// The flags by `section.name` in lower case.
    package let flags: [String: Bool]

    /// A project without the file.
    package init() {
        flags = [:]
    }

    /// Reads the file; flags that are not true or false are left out.
    ///
    /// - Throws: `JSONFlaw` if the sections are not objects.
    package init(_ document: JSONDocument) throws(JSONFlaw) {
        var flags: [String: Bool] = [:]
        for (section, cursor) in try document.cursor.member("features")?.members() ?? [] {
            for (name, value) in try cursor.members() {
                if case .bool(let flag) = value.value { flags["\(section).\(name)".lowercased()] = flag }
            }
        }
        self.flags = flags
    }

    /// Whether new user pools do not distinguish upper and lower case of names.
    package var hasCaseInsensitiveNames: Bool { flags["auth.enablecaseinsensitivity"] ?? true }

    /// Whether `aliasAttributes` become aliases, and not sign-in attributes.
    package var forcesAliases: Bool { flags["auth.forcealiasattributes"] ?? false }

    /// The flags of the GraphQL transformer that are on, sorted: what is not supported is named by the schema compiler.
    package var transformerFlags: [String] {
        flags.filter { $0.key.hasPrefix("graphqltransformer.") && $0.value }.map(\.key).sorted()
    }

    /// The file of a new project.
    ///
    /// - Throws: `JSONFlaw` if it would be too large.
    package static func newDocument() throws(JSONFlaw) -> JSONDocument {
        let features: JSONValue = [
            "graphqltransformer": ["transformerversion": 2, "useexperimentalpipelinedtransformer": true],
            "auth": ["enablecaseinsensitivity": true, "useenabledmfas": true, "forcealiasattributes": false],
        ]
        return try JSONDocument(["features": features] as JSONValue)
    }
}

/// `amplify/backend/tags.json`: tags of what is made on the server.
package enum Tags {
    /// Reads the tags, with the names of project and environment in place of `{project-name}` and `{project-env}`.
    ///
    /// - Throws: `JSONFlaw` if a tag has no key or value.
    package static func tags(
        _ document: JSONDocument, project: String, environment: String
    ) throws(JSONFlaw) -> [(key: String, value: String)] {
        var tags: [(key: String, value: String)] = []
        for row in try document.cursor.elements() {
            guard let key = try row.member("Key")?.string(), let value = try row.member("Value")?.string() else {
                throw row.flaw("The tag needs Key and Value.")
            }
            tags.append((key, filled(value, project, environment)))
        }
        return tags
    }

    private static func filled(_ value: String, _ project: String, _ environment: String) -> String {
        value.replacingBytes("{project-name}", with: project).replacingBytes("{project-env}", with: environment)
    }

    /// The file of a new project.
    ///
    /// - Throws: `JSONFlaw` if it would be too large.
    package static func newDocument() throws(JSONFlaw) -> JSONDocument {
        let rows: JSONValue = [
            ["Key": "user:Stack", "Value": "{project-env}"], ["Key": "user:Application", "Value": "{project-name}"],
        ]
        return try JSONDocument(rows)
    }
}
