// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
package import GatehouseClient
package import GatehouseCrypto
package import GatehouseSession
import Synchronization

/// The Auth category with Cognito, Amazon's or a self-hosted one, behind it.
///
/// Several instances work side by side, each with its own configuration and session.
public final class AWSCognitoAuthPlugin: AuthCategoryPlugin, DefaultLogger {
    private struct Setup {
        var engine: SessionEngine
        var json: JSONValue
    }

    /// `awsCognitoAuthPlugin`.
    public let key: PluginKey = "awsCognitoAuthPlugin"

    let events: AuthEvents
    private let networkPreferences: AWSCognitoNetworkPreferences?
    private let transport: any Transport
    private let clock: ClientClock
    private let entropy: Entropy
    private let openStore: @Sendable (StoreKeys) -> any CredentialStore
    private let isStoreShared: Bool
    let passkeys: AWSCognitoPasskeys
    private let webSignIn: (any WebSignInPresenter)?
    private let setup = Mutex<Setup?>(nil)

    /// Makes a plugin with the passkeys of the system, `.platform`, to be added with `Amplify.add(plugin:)`.
    public convenience init(
        networkPreferences: AWSCognitoNetworkPreferences? = nil,
        secureStoragePreferences: AWSCognitoSecureStoragePreferences = AWSCognitoSecureStoragePreferences()
    ) {
        self.init(
            networkPreferences: networkPreferences,
            secureStoragePreferences: secureStoragePreferences,
            passkeys: .platform
        )
    }

    /// Makes a plugin with passkeys in a place of the app's choice, to be added with `Amplify.add(plugin:)`.
    public convenience init(
        networkPreferences: AWSCognitoNetworkPreferences? = nil,
        secureStoragePreferences: AWSCognitoSecureStoragePreferences = AWSCognitoSecureStoragePreferences(),
        passkeys: AWSCognitoPasskeys
    ) {
        self.init(
            networkPreferences,
            secureStoragePreferences,
            passkeys,
            DefaultPresenter.platform
        )
    }

    /// Makes a plugin that shows the hosted pages with the app's presenter, to be added with `Amplify.add(plugin:)`.
    public convenience init(
        networkPreferences: AWSCognitoNetworkPreferences? = nil,
        secureStoragePreferences: AWSCognitoSecureStoragePreferences = AWSCognitoSecureStoragePreferences(),
        passkeys: AWSCognitoPasskeys = .platform,
        webSignIn: any WebSignInPresenter
    ) {
        self.init(networkPreferences, secureStoragePreferences, passkeys, webSignIn)
    }

    private convenience init(
        _ networkPreferences: AWSCognitoNetworkPreferences?,
        _ secureStoragePreferences: AWSCognitoSecureStoragePreferences,
        _ passkeys: AWSCognitoPasskeys,
        _ webSignIn: (any WebSignInPresenter)?
    ) {
        let group = secureStoragePreferences.accessGroup
        let place = CredentialPlace.standard(sealing: secureStoragePreferences.sealing)
        self.init(
            networkPreferences: networkPreferences,
            transport: .platform,
            isStoreShared: group?.name?.isEmpty == false,
            passkeys: passkeys,
            webSignIn: webSignIn,
            openStore: { place.store(for: group, keys: $0) }
        )
    }

    /// Makes a plugin with the caller's transport, clock and store.
    ///
    /// - Parameters:
    ///   - networkPreferences: the time limits and repetitions of requests.
    ///   - transport: sends the requests.
    ///   - clock: the clock for expiry and deadlines.
    ///   - entropy: the source of SRP's ephemeral values and of random pauses.
    ///   - events: the receiver of events; `Amplify.Hub` if absent.
    ///   - isStoreShared: whether other programs sign in and out in the same store, and this one follows them.
    ///   - passkeys: the place of the app's passkeys.
    ///   - webSignIn: shows the hosted pages; nil if nothing does.
    ///   - openStore: opens the store of the session, with the names of its items; called once, by `configure`.
    package init(
        networkPreferences: AWSCognitoNetworkPreferences? = nil,
        transport: some Transport,
        clock: ClientClock = .system,
        entropy: Entropy = .system,
        events: AuthEvents? = nil,
        isStoreShared: Bool = false,
        passkeys: AWSCognitoPasskeys = .none,
        webSignIn: (any WebSignInPresenter)? = nil,
        openStore: @escaping @Sendable (StoreKeys) -> any CredentialStore
    ) {
        self.networkPreferences = networkPreferences
        self.transport = transport
        self.clock = clock
        self.entropy = entropy
        self.events = events ?? .hub
        self.isStoreShared = isStoreShared
        self.passkeys = passkeys
        self.webSignIn = webSignIn
        self.openStore = openStore
    }

    /// The plugin's block of a generation 1 configuration; for generation 2 what such a block would say.
    public var jsonConfiguration: JSONValue? {
        setup.withLock { $0?.json }
    }

    /// Takes up a configuration of either generation.
    ///
    /// No request is made, and the session is read by the first call. The Hub event `InternalConfigureAuth` says that
    /// calls can be made.
    ///
    /// - Throws: `PluginError.pluginConfigurationError` without a configuration, `AuthError.configuration` if it does
    ///   not describe a user pool or an identity pool; the error names the key and the cure.
    public func configure(using configuration: Any?) throws {
        let pools: PoolConfiguration
        let json: JSONValue
        switch configuration {
        case let outputs as AmplifyOutputsData:
            pools = try PoolConfiguration(outputs)
            json = outputs.auth.map(JSONValue.init) ?? .null
        case let block as JSONValue:
            pools = try PoolConfiguration(block)
            json = block
        default:
            throw PluginError.pluginConfigurationError(
                "There is no configuration for \(key)",
                "Add the block auth.plugins.\(key) to amplifyconfiguration.json, or auth to amplify_outputs.json"
            )
        }
        let checked = try pools.checked(
            retry: RetryPolicy(networkPreferences), tokenRetry: RetryPolicy(ofTokenRequest: networkPreferences))
        let keys = StoreKeys(userPoolID: checked.userPool?.poolID, identityPoolID: checked.identityPool?.poolID)
        let store = openStore(keys)
        let engine = SessionEngine(
            configuration: checked,
            store: store,
            isStoreShared: isStoreShared,
            view: { FetchedSession(AWSAuthCognitoSession($0)) },
            authenticator: passkeys.authenticator(store, keys, entropy),
            presenter: webSignIn.map(AppPresenter.init),
            transport: transport,
            clock: clock,
            entropy: entropy
        )
        setup.withLock { $0 = Setup(engine: engine, json: json) }
        events.send(HubPayload.EventName.Auth.configureInternally, Result<Void, AuthError>.success(()))
    }

    /// Releases the configuration and the state in memory; the stored session remains.
    public func reset() async {
        setup.withLock { $0 = nil }
    }

    /// The engine that does the work.
    ///
    /// - Throws: `.configuration` before `configure`.
    var engine: SessionEngine {
        get throws(AuthError) {
            guard let engine = setup.withLock({ $0?.engine }) else {
                throw .configuration("The plugin \(key) is not configured", "Call Amplify.configure first")
            }
            return engine
        }
    }
}

extension AWSCognitoAuthPlugin: AmplifyVersionable {}
