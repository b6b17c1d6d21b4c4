// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to change an attribute.
public struct AuthUpdateUserAttributeRequest: AmplifyOperationRequest, Sendable {
    /// The attribute and its new value.
    public let userAttribute: AuthUserAttribute

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(userAttribute: AuthUserAttribute, options: Options) {
        self.userAttribute = userAttribute
        self.options = options
    }

    /// The options of a request to change an attribute.
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

/// The result of the change of an attribute.
public struct AuthUpdateAttributeResult: Sendable {
    /// Whether the attribute has its new value.
    public let isUpdated: Bool

    /// The app's next step: confirm the new value with a code, or nothing.
    public let nextStep: AuthUpdateAttributeStep

    /// Makes a result.
    public init(isUpdated: Bool, nextStep: AuthUpdateAttributeStep) {
        self.isUpdated = isUpdated
        self.nextStep = nextStep
    }
}

/// The next step of the change of an attribute.
public enum AuthUpdateAttributeStep: Sendable {
    /// The code that was delivered, by `confirm(userAttribute:confirmationCode:)`.
    case confirmAttributeWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)

    /// Nothing.
    case done
}

/// A request to verify an attribute.
public struct AuthConfirmUserAttributeRequest: AmplifyOperationRequest, Sendable {
    /// The attribute.
    public let attributeKey: AuthUserAttributeKey

    /// The code that was delivered.
    public let confirmationCode: String

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(attributeKey: AuthUserAttributeKey, confirmationCode: String, options: Options) {
        self.attributeKey = attributeKey
        self.confirmationCode = confirmationCode
        self.options = options
    }

    /// The options of a request to verify an attribute.
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

/// A request for the user's attributes.
public struct AuthFetchUserAttributesRequest: AmplifyOperationRequest, Sendable {
    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request for the user's attributes.
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

/// A request to send an attribute's code again.
public struct AuthAttributeResendConfirmationCodeRequest: AmplifyOperationRequest, Sendable {
    /// The attribute.
    public let attributeKey: AuthUserAttributeKey

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(attributeKey: AuthUserAttributeKey, options: Options) {
        self.attributeKey = attributeKey
        self.options = options
    }

    /// The options of a request to send an attribute's code again.
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

/// A request to send a code that verifies an attribute.
public struct AuthSendUserAttributeVerificationCodeRequest: AmplifyOperationRequest, Sendable {
    /// The attribute.
    public let attributeKey: AuthUserAttributeKey

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(attributeKey: AuthUserAttributeKey, options: Options) {
        self.attributeKey = attributeKey
        self.options = options
    }

    /// The options of a request to send a code that verifies an attribute.
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
