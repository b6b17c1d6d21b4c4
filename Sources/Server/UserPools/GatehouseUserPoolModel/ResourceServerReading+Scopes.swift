// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes

extension ResourceServerReading {
    /// Returns those of the scopes, by their names in tokens, that resource servers of the pool have now.
    ///
    /// Each resource server is read once.
    package func existingCustomScopes(among scopes: [String], inPool poolID: String) throws -> Set<String> {
        var servers: [String: Set<String>] = [:]
        var existing: Set<String> = []
        for scope in scopes {
            guard let slash = scope.lastIndex(of: "/") else { continue }
            let identifier = String(scope[..<slash])
            let names = try servers[identifier] ?? scopeNames(ofServer: identifier, inPool: poolID)
            servers[identifier] = names
            if names.contains(String(scope[scope.index(after: slash)...])) { existing.insert(scope) }
        }
        return existing
    }

    private func scopeNames(ofServer identifier: String, inPool poolID: String) throws -> Set<String> {
        Set(try resourceServer(identifier, inPool: poolID)?.scopes?.map(\.scopeName) ?? [])
    }
}
