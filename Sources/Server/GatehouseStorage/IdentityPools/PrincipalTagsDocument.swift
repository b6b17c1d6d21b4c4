// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseIdentityPools
import GatehouseWire

/// The principal tag maps of a pool by their providers, as a JSON object in a TEXT column; `nil` for a pool without any.
struct PrincipalTagsDocument: SQLConvertible {
    let maps: [String: PrincipalTagMap]

    init?(_ maps: [String: PrincipalTagMap]) {
        guard !maps.isEmpty else { return nil }
        self.maps = maps
    }

    var sqlValue: SQLValue {
        var members: [WireName: WireValue] = [:]
        for (provider, map) in maps {
            members[WireName(provider)] = ["defaults": .bool(map.usesDefaults), "tags": .object(ofTexts: map.tags)]
        }
        return .text(String(decoding: WireValue.object(members).jsonBytes(), as: UTF8.self))
    }

    /// Reads the document; `nil` if a member is invalid, and the error then contains the column's name.
    init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue, let members = try? WireValue(json: Array(text.utf8)).objectValue else {
            return nil
        }
        var maps: [String: PrincipalTagMap] = [:]
        for (provider, value) in members {
            guard let map = Self.map(value) else { return nil }
            maps[provider.text] = map
        }
        self.maps = maps
    }

    private static func map(_ value: WireValue) -> PrincipalTagMap? {
        guard let usesDefaults = value["defaults"]?.boolValue, let members = value["tags"]?.objectValue else {
            return nil
        }
        var tags: [String: String] = [:]
        for (key, claim) in members {
            guard let claim = claim.stringValue else { return nil }
            tags[key.text] = claim
        }
        return PrincipalTagMap(usesDefaults: usesDefaults, tags: tags)
    }
}
