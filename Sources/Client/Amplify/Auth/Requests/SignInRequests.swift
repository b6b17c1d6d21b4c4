// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to sign in.
public struct AuthSignInRequest: AmplifyOperationRequest, Sendable {
    /// The user; some flows ask for it later.
    public let username: String?

    /// The password; not every flow has one.
    public let password: String?

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(username: String?, password: String?, options: Options) {
        self.username = username
        self.password = password
        self.options = options
    }

    /// The options of a request to sign in.
    public struct Options: Sendable {
        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// The window that the system's passkey dialogue belongs to.
        public let presentationAnchorForWebAuthn: AuthUIPresentationAnchor?

        /// Makes options.
        public init(presentationAnchorForWebAuthn: AuthUIPresentationAnchor? = nil, pluginOptions: Any? = nil) {
            self.presentationAnchorForWebAuthn = presentationAnchorForWebAuthn
            extra = PluginOptions(value: pluginOptions)
        }
    }
}

/// A request to answer the present step of a sign-in.
public struct AuthConfirmSignInRequest: AmplifyOperationRequest, Sendable {
    /// The answer.
    public let challengeResponse: String

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(challengeResponse: String, options: Options) {
        self.challengeResponse = challengeResponse
        self.options = options
    }

    /// The options of a request to answer the present step of a sign-in.
    public struct Options: Sendable {
        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// The window that the system's passkey dialogue belongs to.
        public let presentationAnchorForWebAuthn: AuthUIPresentationAnchor?

        /// Makes options.
        public init(presentationAnchorForWebAuthn: AuthUIPresentationAnchor? = nil, pluginOptions: Any? = nil) {
            self.presentationAnchorForWebAuthn = presentationAnchorForWebAuthn
            extra = PluginOptions(value: pluginOptions)
        }
    }
}

/// A request to sign a user in who has just signed up.
public struct AuthAutoSignInRequest: AmplifyOperationRequest, Sendable {
    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request to sign a user in who has just signed up.
    public struct Options: Sendable {
        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// Makes options.
        public init(pluginOptions: Any? = nil) {
            extra = PluginOptions(value: pluginOptions)
        }
    }
}
