// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseWire

/// The session tags that a pool's maps give to logins.
struct PrincipalTags: Sendable {
    /// The quota for all values of a session together.
    static let maximumBytes = 460
    /// The limit for all keys of a session together, so that its token stays short.
    static let maximumKeyBytes = 4_096

    let maps: [String: PrincipalTagMap]
    /// The claims that give no tag.
    var distrusted = DistrustedClaims.none

    /// The tags of verified logins.
    ///
    /// If several logins have maps, the first by the key of the map is used, as with role mappings.
    /// - Throws: `InvalidParameterException` for tags beyond the quotas and keys that differ only by case;
    ///   `InternalErrorException` for a verified token without claims.
    func tags(of logins: [ProvenLogin]) throws(ServiceFault) -> [String: String] {
        let mapped = logins.filter { maps[$0.tagMapKey] != nil }.min { $0.tagMapKey < $1.tagMapKey }
        guard let login = mapped, let map = maps[login.tagMapKey] else { return [:] }
        let claims = try distrusted.trusted(of: login)
        var tags: [String: String] = [:]
        for (key, claim) in map.claims(ofProvider: login.tagMapKey) { tags[key] = claims[claim].flatMap(Self.text) }
        return try Self.checked(tags)
    }

    /// The tags, if they are within the quotas and no two keys differ only by case.
    /// - Throws: `InvalidParameterException`.
    static func checked(_ tags: [String: String]) throws(ServiceFault) -> [String: String] {
        try checkKeys(of: tags)
        guard tags.values.reduce(0, { $0 + $1.utf8.count }) <= maximumBytes,
            tags.keys.reduce(0, { $0 + $1.utf8.count }) <= maximumKeyBytes
        else { throw .tooLongTags }
        return tags
    }

    /// Checks the keys of tags, or of a map of tags to claims, and the lengths of the values.
    /// - Throws: `InvalidParameterException`.
    static func checkKeys(of tags: [String: String]) throws(ServiceFault) {
        do { _ = try CheckedTags(tags) } catch { throw .badTags(error) }
    }

    /// A claim as the value of a tag; arrays and objects give none.
    private static func text(_ claim: WireValue) -> String? {
        switch claim {
        case .string(let text): text
        case .bool(let value): String(value)
        case .integer(let value): String(value)
        case .double(let value): String(value)
        case .null, .array, .object: nil
        }
    }
}
