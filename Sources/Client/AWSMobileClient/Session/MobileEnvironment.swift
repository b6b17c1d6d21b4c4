// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseClient
package import GatehouseCrypto
package import GatehouseSession

/// The dependencies of a session.
package struct MobileEnvironment: Sendable {
    /// Where the configuration comes from.
    var source: ConfigurationSource
    /// Opens the store of the session, with the names of its items.
    package var openStore: @Sendable (StoreKeys) -> any CredentialStore
    /// Whether other programs sign in and out in the same store, and this one follows them.
    package var isStoreShared: Bool
    package var transport: any Transport
    package var clock: ClientClock
    package var entropy: Entropy
    /// Shows the hosted pages of this session; nil for the presenter that the app has chosen for all.
    var presenter: AppOwned<any HostedUIPresenter>?
    /// What shows the drop-in UI at present; nil for the hosted pages.
    var dropInUI: @Sendable () -> (any DropInSignInProvider)?
    /// Drops the providers' tokens that the app has handed over; no sign-in has used them.
    var dropHandedTokens: @Sendable () -> Void

    /// Creates an environment.
    init(
        source: ConfigurationSource,
        isStoreShared: Bool = false,
        transport: any Transport,
        clock: ClientClock = .system,
        entropy: Entropy = .system,
        presenter: AppOwned<any HostedUIPresenter>? = nil,
        dropInUI: @escaping @Sendable () -> (any DropInSignInProvider)? = { nil },
        dropHandedTokens: @escaping @Sendable () -> Void = {},
        openStore: @escaping @Sendable (StoreKeys) -> any CredentialStore
    ) {
        self.source = source
        self.isStoreShared = isStoreShared
        self.transport = transport
        self.clock = clock
        self.entropy = entropy
        self.presenter = presenter
        self.dropInUI = dropInUI
        self.dropHandedTokens = dropHandedTokens
        self.openStore = openStore
    }
}

extension MobileEnvironment {
    /// The environment of the process; other programs and the other client may change its sessions.
    static let process = MobileEnvironment(
        source: .process,
        isStoreShared: true,
        transport: .platform,
        dropInUI: { AWSMobileClient.dropInSignInProvider },
        dropHandedTokens: { LinkedModules.dropHandedTokens() },
        openStore: MobileStore.standard
    )
}

/// Messages for developers, on the standard error.
enum ClientLog {
    static func write(_ text: String) {
        FileHandle.standardError.write(Data("AWSMobileClient: \(text)\n".utf8))
    }
}
