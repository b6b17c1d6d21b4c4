// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSPluginsCore
public import Amplify

/// A request to federate with the identity pool alone.
public struct AuthFederateToIdentityPoolRequest: AmplifyOperationRequest, Sendable {
    /// The provider's token.
    public let token: String

    /// The provider.
    public let provider: AuthProvider

    /// The options.
    public var options: Options

    /// Makes a request.
    public init(token: String, provider: AuthProvider, options: Options) {
        self.token = token
        self.provider = provider
        self.options = options
    }

    /// The options of a request to federate.
    public struct Options: Sendable {
        /// The identity id, if the app's own back end chose it.
        public let developerProvidedIdentityID: String?

        /// Makes options.
        public init(developerProvidedIdentityID: String? = nil) {
            self.developerProvidedIdentityID = developerProvidedIdentityID
        }
    }
}

/// A request to end a federation.
public struct AuthClearFederationToIdentityPoolRequest: AmplifyOperationRequest, Sendable {
    /// The options.
    public var options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request to end a federation.
    public struct Options: Sendable {
        /// Makes options.
        public init() {}
    }
}

/// The result of a federation with the identity pool.
public struct FederateToIdentityPoolResult: Sendable {
    /// The AWS credentials.
    public let credentials: any AWSTemporaryCredentials

    /// The identity pool's id for the user.
    public let identityId: String
}
