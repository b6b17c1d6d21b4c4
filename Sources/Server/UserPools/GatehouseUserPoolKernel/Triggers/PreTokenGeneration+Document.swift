// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The changes of the trigger as the store keeps them between an authorization code and its tokens.
extension PreTokenGeneration {
    /// The changes as JSON; `nil` if there are none.
    package var document: String? {
        guard self != .nothing else { return nil }
        var members: [WireName: WireValue] = ["id": idToken.document, "access": accessToken.document]
        members["addedScopes"] = .texts(addedScopes)
        members["suppressedScopes"] = .texts(suppressedScopes.sorted())
        if let groups {
            members["groups"] = .texts(groups.names)
            members["roles"] = .texts(groups.roles)
            members["preferredRole"] = groups.preferredRole.map(WireValue.string)
        }
        return String(decoding: WireValue.object(members).jsonBytes(), as: UTF8.self)
    }

    /// Reads the changes from their ``document``, which this server has written; `nil` for other data.
    package init?(document: String) {
        guard let value = try? WireValue(json: Array(document.utf8)),
            let idToken = value["id"].flatMap(Claims.init(document:)),
            let accessToken = value["access"].flatMap(Claims.init(document:))
        else { return nil }
        self.init(
            idToken: idToken, accessToken: accessToken, addedScopes: value.texts("addedScopes") ?? [],
            suppressedScopes: Set(value.texts("suppressedScopes") ?? []),
            groups: value.texts("groups").map { names in
                GroupClaims(
                    names: names, roles: value.texts("roles") ?? [],
                    preferredRole: value["preferredRole"]?.stringValue)
            })
    }
}

extension PreTokenGeneration.Claims {
    fileprivate var document: WireValue {
        ["added": .object(added), "suppressed": .texts(suppressed.sorted())]
    }

    fileprivate init?(document: WireValue) {
        guard let added = document["added"]?.objectValue, let suppressed = document.texts("suppressed") else {
            return nil
        }
        self.init(added: added, suppressed: Set(suppressed))
    }
}

extension WireValue {
    fileprivate static func texts(_ texts: [String]) -> WireValue { .array(texts.map(WireValue.string)) }

    fileprivate func texts(_ name: String) -> [String]? { self[name]?.arrayValue?.compactMap(\.stringValue) }
}
