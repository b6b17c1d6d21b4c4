// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request for the user's passkeys.
public struct AuthListWebAuthnCredentialsRequest: AmplifyOperationRequest, Sendable {
    /// The settings of this request, which may contain the plugin's own.
    public let options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request for the user's passkeys.
    public struct Options: Sendable {
        /// The largest number of passkeys to list.
        public let pageSize: UInt

        /// The token from the former page.
        public let nextToken: String?

        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// Makes options.
        public init(pageSize: UInt = 20, nextToken: String? = nil, pluginOptions: Any? = nil) {
            self.pageSize = pageSize
            self.nextToken = nextToken
            extra = PluginOptions(value: pluginOptions)
        }
    }
}
