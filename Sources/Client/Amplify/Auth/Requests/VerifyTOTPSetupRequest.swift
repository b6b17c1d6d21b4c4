// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to verify that a TOTP app was set up.
public struct VerifyTOTPSetupRequest: AmplifyOperationRequest, Sendable {
    /// The code that was delivered.
    public var code: String

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(code: String, options: Options) {
        self.code = code
        self.options = options
    }

    /// The options of a request to verify that a TOTP app was set up.
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
