// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to register a passkey.
public struct AuthAssociateWebAuthnCredentialRequest: AmplifyOperationRequest, Sendable {
    /// The window that the system's dialogue belongs to.
    public let presentationAnchor: AuthUIPresentationAnchor?

    /// The settings of this request, which may contain the plugin's own.
    public let options: Options

    /// Makes a request.
    public init(presentationAnchor: AuthUIPresentationAnchor?, options: Options) {
        self.presentationAnchor = presentationAnchor
        self.options = options
    }

    /// The options of a request to register a passkey.
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
