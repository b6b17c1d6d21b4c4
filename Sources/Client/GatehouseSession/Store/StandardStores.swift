// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The places where an app's items are kept unless it chooses others; every face of the client finds them there.
package struct StandardStores: Sendable {
    /// Whether the files of items are sealed with a key in the desktop's Secret Service, where there is one.
    package typealias Sealing = SealedCredentialStore.Sealing

    private let openStore: @Sendable (_ group: String?) -> any CredentialStore

    /// The keychain on Apple's systems, else files in the user's data directory, in a directory for each group.
    ///
    /// - Parameter sealing: whether the files are sealed.
    package init(sealing: Sealing) {
        #if canImport(Security)
        openStore = { KeychainCredentialStore(accessGroup: $0) }
        #elseif os(Linux)
        let keys = SealingKeys(SecretServiceVault())
        openStore = { group in
            let directory = FileCredentialStore.defaultDirectory(accessGroup: group)
            return SealedCredentialStore(directory: directory, keys: keys, sealing: sealing)
        }
        #else
        openStore = { FileCredentialStore(directory: FileCredentialStore.defaultDirectory(accessGroup: $0)) }
        #endif
    }

    /// Opens the store of a group of apps; the app's own when nil.
    package func open(group: String? = nil) -> any CredentialStore { openStore(group) }
}

/// The name that distinguishes an app's stored items from other programs' items.
package enum AppIdentity {
    /// The environment variable with which several programs, or several names of one program, share their items.
    package static let variable = "GATEHOUSE_APP_ID"

    /// The bundle identifier, which programs on Linux hardly ever have; else the value of `GATEHOUSE_APP_ID`; else the
    /// name of the executable.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: the bundle identifier of the program, if it has one.
    ///   - environment: where `GATEHOUSE_APP_ID` is looked up.
    ///   - executableName: the name of the executable.
    /// - Returns: the first of them that is not empty.
    package static func name(
        bundleIdentifier: String? = Bundle.main.bundleIdentifier,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        executableName: String = ProcessInfo.processInfo.processName
    ) -> String {
        [bundleIdentifier, environment[variable]].compactMap(\.self).first { !$0.isEmpty } ?? executableName
    }
}
