// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to change the password.
public struct AuthChangePasswordRequest: AmplifyOperationRequest, Sendable {
    /// The present password.
    public let oldPassword: String

    /// The password to set.
    public let newPassword: String

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(oldPassword: String, newPassword: String, options: Options) {
        self.oldPassword = oldPassword
        self.newPassword = newPassword
        self.options = options
    }

    /// The options of a request to change the password.
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
