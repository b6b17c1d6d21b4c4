// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The names of the values of a user pool in `KnownIDs`, as AWS's tool has them in `amplify-meta.json`.
enum OutputName {
    static let userPoolID = "UserPoolId"
    static let userPoolARN = "UserPoolArn"
    static let userPoolName = "UserPoolName"
    static let nativeClientID = "AppClientID"
    static let webClientID = "AppClientIDWeb"
    static let domain = "HostedUIDomain"
    static let oAuthMetadata = "OAuthMetadata"
    /// The names of the identity providers that a push made, sorted and separated by commas; AWS's tool has no such value.
    static let identityProviders = "IdentityProviders"
    /// The sealed copy of a deleted pool on the server; AWS's tool has no such value.
    static let archiveName = "ArchiveName"
    /// The command of the server that brings the copy back; AWS's tool has no such value.
    static let restoreCommand = "RestoreCommand"

    /// The values of a user pool, without those of the identity pool beside it.
    static let ofUserPools = [
        userPoolID, userPoolARN, userPoolName, nativeClientID, webClientID, domain, oAuthMetadata, identityProviders,
    ]
}

extension KnownIDs {
    /// Removes the values of a user pool.
    mutating func forgetUserPool(of resource: ResourceName) {
        for name in OutputName.ofUserPools { self[resource, name] = nil }
        outputs[.groups] = nil
    }

    /// The identity providers that a push made in a pool.
    func identityProviders(of resource: ResourceName) -> Set<String> {
        let text = self[resource, OutputName.identityProviders] ?? ""
        return Set(text.split(separator: ",").map(String.init))
    }

    /// Writes down that a push made an identity provider, or removed it.
    mutating func noteIdentityProvider(_ name: String, of resource: ResourceName, exists: Bool) {
        var names = identityProviders(of: resource)
        if exists { names.insert(name) } else { names.remove(name) }
        self[resource, OutputName.identityProviders] = names.isEmpty ? nil : names.sorted().joined(separator: ",")
    }
}

extension ResourceName {
    /// The resource of the list of groups, which AWS's tool names so.
    static let groups = ResourceName(category: "auth", name: "userPoolGroups")
}
