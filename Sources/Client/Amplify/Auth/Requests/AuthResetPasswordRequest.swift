// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to start a password reset.
public struct AuthResetPasswordRequest: AmplifyOperationRequest, Sendable {
    /// The user.
    public let username: String

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(username: String, options: Options) {
        self.username = username
        self.options = options
    }

    /// The options of a request to start a password reset.
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
