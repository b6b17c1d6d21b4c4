// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to change attributes.
public struct AuthUpdateUserAttributesRequest: AmplifyOperationRequest, Sendable {
    /// The attributes and their new values.
    public let userAttributes: [AuthUserAttribute]

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(userAttributes: [AuthUserAttribute], options: Options) {
        self.userAttributes = userAttributes
        self.options = options
    }

    /// The options of a request to change attributes.
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
