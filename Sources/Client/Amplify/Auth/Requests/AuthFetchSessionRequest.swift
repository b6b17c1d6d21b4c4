// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request for the session.
public struct AuthFetchSessionRequest: AmplifyOperationRequest, Sendable {
    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request for the session.
    public struct Options: Sendable {
        /// Whether to fetch new tokens and credentials even if the present ones are valid.
        public let forceRefresh: Bool

        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// Makes options.
        public init(forceRefresh: Bool = false, pluginOptions: Any? = nil) {
            self.forceRefresh = forceRefresh
            extra = PluginOptions(value: pluginOptions)
        }
    }
}

extension AuthFetchSessionRequest.Options {
    /// Fetch new tokens and credentials even if the present ones are valid.
    public static func forceRefresh() -> AuthFetchSessionRequest.Options {
        AuthFetchSessionRequest.Options(forceRefresh: true)
    }
}
