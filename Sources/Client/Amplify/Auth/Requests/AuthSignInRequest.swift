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
