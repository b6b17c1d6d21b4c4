// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

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
