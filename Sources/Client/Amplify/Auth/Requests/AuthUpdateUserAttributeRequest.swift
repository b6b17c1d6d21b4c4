// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to change an attribute.
public struct AuthUpdateUserAttributeRequest: AmplifyOperationRequest, Sendable {
    /// The attribute and its new value.
    public let userAttribute: AuthUserAttribute

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(userAttribute: AuthUserAttribute, options: Options) {
        self.userAttribute = userAttribute
        self.options = options
    }

    /// The options of a request to change an attribute.
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
