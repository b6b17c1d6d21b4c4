// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import Synchronization

extension MobileSession {
    /// Reads configuration and store; no request is sent, and no listener is called.
    ///
    /// - Returns: the state, or why it is unknown; a second call returns the state of now.
    package func initialize() -> Result<UserState, any Error> {
        if isInitialized { return .success(state) }
        do {
            let loaded = loaded
            let start = CallMoment.now()
            let state = try storedState(loaded)
            return .success(
                common.withLock { common in
                    // Two first calls at the same time, or a sign-in or sign-out before the start.
                    let isOvertaken = common.lastSignIn > start || loaded.engine?.isOvertaken(start) == true
                    if common.session.isInitialized || isOvertaken { return common.session.settled() }
                    _ = common.session.take(.initialized(state))
                    return common.session.userState
                })
        } catch let error as SessionError {
            return .failure(appError(error))
        } catch {
            return .failure(error)
        }
    }

    private func storedState(_ loaded: MobileSetup) throws -> UserState {
        guard let engine = loaded.engine else { return .signedOut }
        guard let record = try engine.presentRecord() else {
            if case .storeUnreadable(let trouble)? = engine.damage {
                ClientLog.write("The stored session counts as none. \(trouble)")
            }
            return .signedOut
        }
        switch record {
        case .guest: return .guest
        case .userPool(let user), .userAndIdentityPool(let user, _):
            if user.method.isOnPages { try loaded.restorePages() }
            // A session that names no user is none.
            guard user.tokens.user != nil else {
                engine.signOutLocally()
                return .signedOut
            }
        case .federated(let login, _):
            if login.pages != nil { try loaded.restorePages() }
        }
        return .signedIn
    }
}

/// The configuration of the process, and what works with it.
struct MobileSetup: Sendable {
    let configuration: MobileConfiguration
    /// The item beside the session.
    let item: MobileItemStorage?
    let engine: SessionEngine?

    /// Finds the configuration, and brings the store to it; no request is sent.
    ///
    /// - Parameters:
    ///   - environment: the dependencies of the session.
    ///   - presenter: shows pages.
    init(_ environment: MobileEnvironment, _ presenter: any WebPagePresenter) {
        let configuration = MobileConfiguration(
            environment.source.find().map(AWSConfiguration.init) ?? AWSConfiguration())
        self.configuration = configuration
        let store = environment.openStore(configuration.keys)
        let item = configuration.begin(in: store)
        self.item = item
        engine =
            (try? configuration.sessionConfiguration { item.read().pageParameters(over: $0) }).map {
                SessionEngine(
                    configuration: $0,
                    store: store,
                    isStoreShared: environment.isStoreShared,
                    rules: .mobileClient,
                    presenter: presenter,
                    transport: environment.transport,
                    clock: environment.clock,
                    entropy: environment.entropy
                )
            }
    }

    /// Whether the configured pages belong to the user pool.
    var hasPagesOfUserPool: Bool {
        guard let configuration = engine?.configuration, configuration.userPool != nil else { return false }
        return (try? configuration.pages?.get())?.isExternal == false
    }

    /// Brings a stored session of pages to the present configuration.
    ///
    /// - Throws: as `requirePages`.
    func restorePages() throws {
        try requirePages(scopes: item?.read().scopes)
        renewTokensOfOtherScopes()
    }

    /// Lets the next call renew the tokens of a session of pages whose configured scopes have changed since the sign-in.
    private func renewTokensOfOtherScopes() {
        guard let item, let engine, item.adopt(configuredScopes: configuration.scopesOfPages) else { return }
        engine.dropTokens()
        engine.dropProviderTokens()
    }

    /// Refuses calls that need hosted pages where the configuration lacks a key for them.
    ///
    /// - Parameter scopes: the scopes that the app gave; nil for the configured ones.
    /// - Throws: `invalidConfiguration`, which names the key.
    func requirePages(scopes: [String]? = nil) throws {
        try configuration.requirePages(scopes: scopes)
    }
}
