// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseDataModel

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
    /// The user pools whose tokens the API accepts.
    package var userPools: [UserPoolSource]
    /// The issuers of OpenID Connect whose tokens the API accepts.
    package var openIDIssuers: [OpenIDSource]
    /// The function that decides about tokens of no issuer; `nil` without one.
    package var authorizer: AuthorizerSource?
    /// The bounds of requests that the owner of the API chose.
    package var bounds: RequestBounds
    /// The texts that the owner of the API attached to it; those whose names begin with `gatehouse:` are settings.
    package var tags: [String: String]
    /// Whether the API is also at `/graphql`; at most one API is.
    package var isDefault: Bool
    /// A number that grows with each change; the store sets it.
    package var revision: Int
    /// The time of the creation.
    package var createdAt: Date

    /// Makes an API.
    package init(
        id: String, name: String, schema: String, settings: DataSettings = DataSettings(),
        userPools: [UserPoolSource] = [], openIDIssuers: [OpenIDSource] = [], authorizer: AuthorizerSource? = nil,
        bounds: RequestBounds = RequestBounds(), tags: [String: String] = [:],
        isDefault: Bool = false, revision: Int = 0, createdAt: Date
    ) {
        self.id = id
        self.name = name
        self.schema = schema
        self.settings = settings
        self.userPools = userPools
        self.openIDIssuers = openIDIssuers
        self.authorizer = authorizer
        self.bounds = bounds
        self.tags = tags
        self.isDefault = isDefault
        self.revision = revision
        self.createdAt = createdAt
    }
}

extension StoredAPI {
    /// The beginning of the names of tags that are settings.
    package static let settingPrefix = "gatehouse:"

    /// The id of the identity pool whose roles are the ones that rules mean; `nil` for every identity pool of the server.
    package var identityPoolID: String? { tags[Self.settingPrefix + "identity-pool"] }

    /// The name of the host at which the API is besides its path; `nil` without one.
    package var domain: String? { tags[Self.settingPrefix + "domain"] }

    /// Whether a record that a caller may not read is answered as a missing one.
    package var hidesForeignRecords: Bool { tags[Self.settingPrefix + "hide-foreign-records"] == "true" }
}

/// The bounds of requests that the owner of an API chooses.
package struct RequestBounds: Hashable, Sendable {
    /// The deepest nesting of selections; 0 for no bound, `nil` for the server's own.
    package var depth: Int?
    /// Whether documents may ask for the schema.
    package var allowsIntrospection: Bool

    /// Makes bounds.
    package init(depth: Int? = nil, allowsIntrospection: Bool = true) {
        self.depth = depth
        self.allowsIntrospection = allowsIntrospection
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
