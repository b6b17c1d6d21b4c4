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

/// A request to complete a password reset.
public struct AuthConfirmResetPasswordRequest: AmplifyOperationRequest, Sendable {
    /// The user.
    public let username: String

    /// The password to set.
    public let newPassword: String

    /// The code that was delivered.
    public let confirmationCode: String

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(username: String, newPassword: String, confirmationCode: String, options: Options) {
        self.username = username
        self.newPassword = newPassword
        self.confirmationCode = confirmationCode
        self.options = options
    }

    /// The options of a request to complete a password reset.
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

/// The result of a step of a password reset.
public struct AuthResetPasswordResult: Equatable, Sendable {
    /// Whether the password was reset.
    public let isPasswordReset: Bool

    /// The app's next step: confirm with a code, or nothing.
    public let nextStep: AuthResetPasswordStep

    /// Makes a result.
    public init(isPasswordReset: Bool, nextStep: AuthResetPasswordStep) {
        self.isPasswordReset = isPasswordReset
        self.nextStep = nextStep
    }
}

/// The next step of a password reset.
public enum AuthResetPasswordStep: Equatable, Sendable {
    /// The code that was delivered and a new password, by `confirmResetPassword`.
    case confirmResetPasswordWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)

    /// Nothing.
    case done
}
