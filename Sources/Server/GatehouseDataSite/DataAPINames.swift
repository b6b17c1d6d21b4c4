// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseCrypto
package import GatehouseDataStores

extension Deployment {
    /// The ARN of a data API, `arn:aws:appsync:<region>:<account>:apis/<id>`.
    package func dataAPIARN(_ id: String) -> String { "arn:aws:appsync:\(defaultRegion):\(accountID):apis/\(id)" }

    /// The address of a data API's GraphQL endpoint; `nil` is the default API.
    package func dataEndpoint(_ id: String?) -> String {
        id.map { "\(baseURL)/apis/\($0)/graphql" } ?? "\(baseURL)/graphql"
    }
}

extension StoredAPI {
    /// A new id.
    package static func newID(_ entropy: Entropy) -> String { entropy.characters(26, from: letters) }

    fileprivate static let letters = "abcdefghijklmnopqrstuvwxyz0123456789"
}

extension StoredAPIKey {
    /// A new key, a secret.
    package static func newSecret(_ entropy: Entropy) -> String {
        "da2-" + entropy.characters(26, from: StoredAPI.letters)
    }
}
