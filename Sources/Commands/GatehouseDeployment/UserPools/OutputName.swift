// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The names of the values of a user pool in `KnownIDs`, as AWS's tool has them in `amplify-meta.json`.
enum OutputName {
    static let userPoolID = "UserPoolId"
    static let userPoolARN = "UserPoolArn"
    static let userPoolName = "UserPoolName"
    static let nativeClientID = "AppClientID"
    static let webClientID = "AppClientIDWeb"
    static let domain = "HostedUIDomain"
    static let oAuthMetadata = "OAuthMetadata"
    /// The identity providers that a push made, sorted and separated by commas; AWS's tool has no such value.
    static let identityProviders = "IdentityProviders"
    /// The groups that a push made, likewise.
    static let groups = "Groups"
    /// The sealed copy of a deleted pool on the server; AWS's tool has no such value.
    static let archiveName = "ArchiveName"
    /// The command of the server that brings the copy back; AWS's tool has no such value.
    static let restoreCommand = "RestoreCommand"
    /// A digest of the users in the sealed copy, until the pool is deleted; AWS's tool has no such value.
    static let archivedUsers = "ArchivedUsers"

    /// The values of a user pool, without the values of the identity pool beside it.
    static let ofUserPools = [
        userPoolID, userPoolARN, userPoolName, nativeClientID, webClientID, domain, oAuthMetadata, identityProviders,
        groups,
    ]
}

extension KnownIDs {
    /// Removes the values of a user pool.
    mutating func forgetUserPool(of resource: ResourceName) {
        for name in OutputName.ofUserPools { self[resource, name] = nil }
        outputs[.groups] = nil
    }

    /// The names of things that a push made: identity providers or groups.
    ///
    /// A comma in a name stands as `%2C`, so that a part of the name is not taken for another thing.
    ///
    /// - Parameters:
    ///   - output: `OutputName.identityProviders` or `OutputName.groups`.
    ///   - resource: the auth resource.
    /// - Returns: the names.
    func names(_ output: String, of resource: ResourceName) -> Set<String> {
        Set((self[resource, output] ?? "").split(separator: ",").map { $0.removingPercentEncoding ?? String($0) })
    }

    /// Writes down that a push made a thing, or that it is gone.
    mutating func note(_ name: String, _ output: String, of resource: ResourceName, exists: Bool) {
        var all = names(output, of: resource)
        if exists { all.insert(name) } else { all.remove(name) }
        let texts = all.sorted().map {
            $0.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: ",", with: "%2C")
        }
        self[resource, output] = texts.isEmpty ? nil : texts.joined(separator: ",")
    }
}

extension ResourceName {
    /// The resource of the list of groups, which AWS's tool names so.
    static let groups = ResourceName(category: "auth", name: "userPoolGroups")
}
