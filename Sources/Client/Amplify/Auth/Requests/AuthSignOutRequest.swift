// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to sign out.
public struct AuthSignOutRequest: AmplifyOperationRequest, Sendable {
    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request to sign out.
    public struct Options: Sendable {
        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// Whether the user's sessions on other devices end too.
        public let globalSignOut: Bool

        /// The window that the hosted logout page belongs to.
        public let presentationAnchorForWebUI: AuthUIPresentationAnchor?

        /// Makes options.
        public init(
            globalSignOut: Bool = false,
            presentationAnchor: AuthUIPresentationAnchor? = nil,
            pluginOptions: Any? = nil
        ) {
            self.globalSignOut = globalSignOut
            presentationAnchorForWebUI = presentationAnchor
            extra = PluginOptions(value: pluginOptions)
        }
    }
}

extension AuthSignOutRequest.Options {
    /// Show the hosted logout page in that window.
    public static func presentationAnchor(_ anchor: AuthUIPresentationAnchor) -> AuthSignOutRequest.Options {
        AuthSignOutRequest.Options(presentationAnchor: anchor)
    }
}
