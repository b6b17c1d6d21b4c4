// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The name of a resource in a project: its category and its own name.
package struct ResourceName: Hashable, Sendable {
    /// The category, for example `auth`.
    package let category: String
    /// The name, for example `shop1a2b3c4d`.
    package let name: String

    /// Makes the name.
    package init(category: String, name: String) {
        self.category = category
        self.name = name
    }
}

/// The ids of what a project has on a server, by the names of its resources.
///
/// They come from `amplify-meta.json`, from tags on the server, or from a step that has just made something. The keys
/// are the names in the member `output` of `amplify-meta.json`.
package struct KnownIDs: Sendable, Equatable {
    /// The values of each resource, for example `UserPoolId`.
    package var outputs: [ResourceName: [String: String]]

    /// Makes the ids.
    package init(outputs: [ResourceName: [String: String]] = [:]) {
        self.outputs = outputs
    }

    /// A value of a resource; `nil` if it is not known.
    package subscript(_ resource: ResourceName, _ key: String) -> String? {
        get { outputs[resource]?[key] }
        set {
            outputs[resource, default: [:]][key] = newValue
            if outputs[resource]?.isEmpty == true { outputs[resource] = nil }
        }
    }
}
