// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to send an attribute's code again.
public struct AuthAttributeResendConfirmationCodeRequest: AmplifyOperationRequest, Sendable {
    /// The attribute.
    public let attributeKey: AuthUserAttributeKey

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(attributeKey: AuthUserAttributeKey, options: Options) {
        self.attributeKey = attributeKey
        self.options = options
    }

    /// The options of a request to send an attribute's code again.
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
