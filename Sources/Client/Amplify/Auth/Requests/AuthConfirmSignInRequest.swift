// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
