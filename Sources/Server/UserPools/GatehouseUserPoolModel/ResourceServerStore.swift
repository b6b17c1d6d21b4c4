// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// Reads resource servers inside a transaction.
package protocol ResourceServerReading {
    /// Returns a pool's resource server by its identifier; `nil` if the pool has none with it.
    func resourceServer(_ identifier: String, inPool poolID: String) throws -> ResourceServerType?

    /// Returns resource servers of a pool in the order of their identifiers, beginning after `after`.
    func resourceServers(
        inPool poolID: String, after identifier: String?, limit: Int
    ) throws -> [ResourceServerType]

    /// Returns whether a pool has at least `count` resource servers; `count` is 1 or more.
    func hasResourceServers(_ count: Int, inPool poolID: String) throws -> Bool
}

/// Reads and writes resource servers inside a transaction.
package protocol ResourceServerWriting: ResourceServerReading {
    /// Adds a resource server to a pool.
    ///
    /// - Throws: `StoreConflict.taken` if the pool has one with this identifier.
    func insert(_ server: ResourceServerType, _ identifier: String, inPool poolID: String) throws
    /// Replaces the name and the scopes of a resource server.
    func update(_ server: ResourceServerType, _ identifier: String, inPool poolID: String) throws
    /// Removes a resource server; clients keep the names of its scopes.
    func deleteResourceServer(_ identifier: String, inPool poolID: String) throws
}

extension ResourceServerReading {
    /// Returns whether a resource server of the pool has a scope, by its name in tokens: `<identifier>/<scope>`.
    ///
    /// An identifier, such as a URL, may contain slashes; the name of a scope does not.
    package func hasCustomScope(_ scope: String, inPool poolID: String) throws -> Bool {
        guard let slash = scope.lastIndex(of: "/") else { return false }
        let server = try resourceServer(String(scope[..<slash]), inPool: poolID)
        return server?.scopes?.contains { $0.scopeName == scope[scope.index(after: slash)...] } ?? false
    }

    /// Returns the scopes, by their names in tokens, that resource servers of the pool still have.
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

extension ResourceServerType {
    /// The resource server as answers contain it: its scopes are in the order of their names.
    package var printed: ResourceServerType {
        var printed = self
        printed.scopes?.sort { $0.scopeName < $1.scopeName }
        return printed
    }
}
