// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The app's present session; the plugin's own type has tokens and credentials.
public protocol AuthSession: Sendable {
    /// Whether a user is signed in, also if the session has expired or the network is away.
    var isSignedIn: Bool { get }
}

/// A request for the session.
public struct AuthFetchSessionRequest: AmplifyOperationRequest, Sendable {
    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request for the session.
    public struct Options: Sendable {
        /// Whether to fetch new tokens and credentials even if the present ones are valid.
        public let forceRefresh: Bool

        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// Makes options.
        public init(forceRefresh: Bool = false, pluginOptions: Any? = nil) {
            self.forceRefresh = forceRefresh
            extra = PluginOptions(value: pluginOptions)
        }
    }
}

extension AuthFetchSessionRequest.Options {
    /// Fetch new tokens and credentials even if the present ones are valid.
    public static func forceRefresh() -> AuthFetchSessionRequest.Options {
        AuthFetchSessionRequest.Options(forceRefresh: true)
    }
}

/// A request to sign out.
public struct AuthSignOutRequest: AmplifyOperationRequest, Sendable {
    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request to sign out.
    public struct Options: Sendable {
        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// Whether the user's sessions on other devices end too.
        public let globalSignOut: Bool

        /// The window that the hosted logout page belongs to.
        public let presentationAnchorForWebUI: AuthUIPresentationAnchor?

        /// Makes options.
        public init(
            globalSignOut: Bool = false,
            presentationAnchor: AuthUIPresentationAnchor? = nil,
            pluginOptions: Any? = nil
        ) {
            self.globalSignOut = globalSignOut
            presentationAnchorForWebUI = presentationAnchor
            extra = PluginOptions(value: pluginOptions)
        }
    }
}

extension AuthSignOutRequest.Options {
    /// Show the hosted logout page in that window.
    public static func presentationAnchor(_ anchor: AuthUIPresentationAnchor) -> AuthSignOutRequest.Options {
        AuthSignOutRequest.Options(presentationAnchor: anchor)
    }
}

/// The outcome of a sign-out; the plugin's own type has details.
public protocol AuthSignOutResult: Sendable {}

/// The result of a sign-out that reached no plugin, because Auth is not set up.
struct UnservedSignOut: AuthSignOutResult, CustomStringConvertible {
    let error: AuthError

    var description: String { error.debugDescription }
}

/// The options that only a plugin understands.
///
/// Unchecked because they may be anything: the app does not use them after it made the request, and the plugin only reads them.
struct PluginOptions: @unchecked Sendable {
    let value: Any?
}
