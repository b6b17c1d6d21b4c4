// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseWire

/// The tags of a session: those of the request, and those that the caller's session keeps.
struct SessionTags: Sendable {
    let tags: [String: String]
    /// The keys of the tags that stay in further roles.
    let transitive: [String]

    /// Checks the tags of a request.
    /// - Throws: `ValidationError` for a key that occurs twice, also in other case, and for one that the caller's
    ///   session keeps with another value.
    init(_ list: [Tag]?, transitive keys: [String]?, of caller: Principal) throws(ServiceFault) {
        let requested: CheckedTags
        do {
            requested = try CheckedTags((list ?? []).map { (key: $0.key, value: $0.value) }, transitive: keys ?? [])
        } catch {
            throw .badSessionTags(error)
        }
        let kept = Self.kept(by: caller)
        do {
            let all = try CheckedTags(
                Array(requested.values) + kept, transitive: requested.transitiveKeys + kept.map(\.key))
            (tags, transitive) = (all.values, all.transitiveKeys)
        } catch {
            throw error == .repeatedKey ? .keptSessionTag : .badSessionTags(error)
        }
    }

    private static func kept(by caller: Principal) -> [(key: String, value: String)] {
        guard case .role(let session) = caller else { return [] }
        return session.scope.transitiveTagKeys.sorted().compactMap { key in
            session.principalTags[key].map { (key: key, value: $0) }
        }
    }
}
