// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to create a user.
public struct AuthSignUpRequest: AmplifyOperationRequest, Sendable {
    /// The user.
    public let username: String

    /// The password; not every flow has one.
    public let password: String?

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(username: String, password: String?, options: Options) {
        self.username = username
        self.password = password
        self.options = options
    }

    /// The options of a request to create a user.
    public struct Options: Sendable {
        /// The attributes of the new user.
        public let userAttributes: [AuthUserAttribute]?

        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// Makes options.
        public init(userAttributes: [AuthUserAttribute]? = nil, pluginOptions: Any? = nil) {
            self.userAttributes = userAttributes
            extra = PluginOptions(value: pluginOptions)
        }
    }
}

/// A request to confirm a new user.
public struct AuthConfirmSignUpRequest: AmplifyOperationRequest, Sendable {
    /// The user.
    public let username: String

    /// The code that was delivered.
    public let code: String

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(username: String, code: String, options: Options) {
        self.username = username
        self.code = code
        self.options = options
    }

    /// The options of a request to confirm a new user.
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
