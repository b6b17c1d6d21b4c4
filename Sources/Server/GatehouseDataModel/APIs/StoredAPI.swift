// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// An API as it is stored.
package struct StoredAPI: Hashable, Sendable {
    /// The id: 26 small letters and digits.
    package var id: String
    /// The name for people, which several APIs may have.
    package var name: String
    /// The schema in the schema definition language, as the author wrote it.
    package var schema: String
    /// The settings that the schema is compiled with.
    package var settings: DataSettings
    /// The user pools of this server whose tokens the API accepts.
    package var userPools: [UserPoolSource]
    /// Whether the API is also at `/graphql`; at most one API is.
    package var isDefault: Bool
    /// A number that grows with each change; the store sets it.
    package var revision: Int
    /// The time of the creation.
    package var createdAt: Date

    /// Makes an API.
    package init(
        id: String, name: String, schema: String, settings: DataSettings = DataSettings(),
        userPools: [UserPoolSource] = [], isDefault: Bool = false, revision: Int = 0, createdAt: Date
    ) {
        self.id = id
        self.name = name
        self.schema = schema
        self.settings = settings
        self.userPools = userPools
        self.isDefault = isDefault
        self.revision = revision
        self.createdAt = createdAt
    }
}

/// A user pool of this server whose tokens an API accepts.
package struct UserPoolSource: Hashable, Sendable {
    /// The id of the pool.
    package var id: String
    /// A regular expression that the ids of accepted app clients match; `nil` accepts all clients of the pool.
    package var clientExpression: String?

    /// Makes a source.
    package init(id: String, clientExpression: String? = nil) {
        self.id = id
        self.clientExpression = clientExpression
    }
}

/// A key that callers of an API send in the header `x-api-key`.
///
/// Its description and its mirror do not show the key.
package struct StoredAPIKey: Hashable, Sendable {
    /// The key, which is a secret: `da2-` and 26 small letters and digits.
    package var key: String
    /// The text that the owner of the API wrote for people.
    package var description: String?
    /// The time of the creation.
    package var createdAt: Date
    /// The time from which the key is refused.
    package var expiresAt: Date

    /// Makes a key.
    package init(key: String, description: String? = nil, createdAt: Date, expiresAt: Date) {
        self.key = key
        self.description = description
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

extension StoredAPIKey: CustomDebugStringConvertible, CustomReflectable {
    package var debugDescription: String { "StoredAPIKey" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
