// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to send the sign-up code again.
public struct AuthResendSignUpCodeRequest: AmplifyOperationRequest, Sendable {
    /// The user.
    public let username: String

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(username: String, options: Options) {
        self.username = username
        self.options = options
    }

    /// The options of a request to send the sign-up code again.
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
