// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A passkey.
public protocol AuthWebAuthnCredential: Sendable {
    /// The passkey's id.
    var credentialId: String { get }

    /// When it was registered.
    var createdAt: Date { get }

    /// The domain it is for.
    var relyingPartyId: String { get }

    /// The user's name for the passkey.
    var friendlyName: String? { get }
}

/// A request to register a passkey.
public struct AuthAssociateWebAuthnCredentialRequest: AmplifyOperationRequest, Sendable {
    /// The window that the system's dialogue belongs to.
    public let presentationAnchor: AuthUIPresentationAnchor?

    /// The settings of this request, which may contain the plugin's own.
    public let options: Options

    /// Makes a request.
    public init(presentationAnchor: AuthUIPresentationAnchor?, options: Options) {
        self.presentationAnchor = presentationAnchor
        self.options = options
    }

    /// The options of a request to register a passkey.
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

/// A request to delete a passkey.
public struct AuthDeleteWebAuthnCredentialRequest: AmplifyOperationRequest, Sendable {
    /// The passkey.
    public let credentialId: String

    /// The settings of this request, which may contain the plugin's own.
    public let options: Options

    /// Makes a request.
    public init(credentialId: String, options: Options) {
        self.credentialId = credentialId
        self.options = options
    }

    /// The options of a request to delete a passkey.
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

/// A page of passkeys.
public struct AuthListWebAuthnCredentialsResult: Sendable {
    /// The passkeys.
    public var credentials: [any AuthWebAuthnCredential]

    /// The token of the next page; `nil` after the last.
    public let nextToken: String?

    /// Makes a page.
    public init(credentials: [any AuthWebAuthnCredential], nextToken: String?) {
        self.credentials = credentials
        self.nextToken = nextToken
    }
}
