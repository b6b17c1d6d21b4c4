// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to delete a passkey.
public struct AuthDeleteWebAuthnCredentialRequest: AmplifyOperationRequest, Sendable {
    /// The passkey.
    public let credentialId: String

    /// The settings of this request, which may contain the plugin's own.
    public let options: Options

    /// Makes a request.
    public init(credentialId: String, options: Options) {
        self.credentialId = credentialId
        self.options = options
    }

    /// The options of a request to delete a passkey.
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
