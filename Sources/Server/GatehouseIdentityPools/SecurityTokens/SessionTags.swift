// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseWire

/// The tags of a session: those of the request, and those that the caller's session keeps.
struct SessionTags: Sendable {
    private static let maximumTags = 50

    let tags: [String: String]
    /// The keys of the tags that stay in further roles.
    let transitive: [String]

    /// Checks the tags of a request.
    /// - Throws: `ValidationError` for a key that occurs twice, also in other case, and for one that the caller's
    ///   session keeps with another value.
    init(_ list: [Tag]?, transitive keys: [String]?, of caller: Principal) throws(ServiceFault) {
        var tags: [String: String] = [:]
        var seen: Set<String> = []
        for tag in list ?? [] {
            guard seen.insert(tag.key.lowercased()).inserted else {
                throw .stsValidation("Duplicate tag keys found. Please note that Tag keys are case insensitive.")
            }
            tags[tag.key] = tag.value
        }
        var transitive = keys ?? []
        guard transitive.allSatisfy({ tags[$0] != nil }) else {
            throw .stsValidation("The specified transitive tag key must be included in the requested tags.")
        }
        for (key, value) in Self.kept(by: caller) {
            guard !seen.contains(key.lowercased()) else {
                throw .stsValidation(
                    "One of the specified transitive tag keys can't be set because it conflicts with a transitive tag "
                        + "key from the calling session.")
            }
            tags[key] = value
            transitive.append(key)
        }
        guard tags.count <= Self.maximumTags else {
            throw .stsValidation("A session can have at most \(Self.maximumTags) tags.")
        }
        self.tags = tags
        self.transitive = transitive
    }

    private static func kept(by caller: Principal) -> [(String, String)] {
        guard case .role(let session) = caller else { return [] }
        return session.scope.transitiveTagKeys.sorted().compactMap { key in
            session.principalTags[key].map { (key, $0) }
        }
    }
}
