// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The source of the tokens for calls that Auth does not authorize.
///
/// An app overrides the methods for the modes that its APIs use, and passes an instance to the API plugin.
open class APIAuthProviderFactory {
    /// Makes a factory without providers.
    public init() {}

    /// The provider of tokens of an OpenID Connect provider; nil, unless overridden.
    open func oidcAuthProvider() -> (any AmplifyOIDCAuthProvider)? {
        nil
    }

    /// The provider of tokens that the API's own function checks; nil, unless overridden.
    open func functionAuthProvider() -> (any AmplifyFunctionAuthProvider)? {
        nil
    }
}

/// A provider of tokens for calls.
///
/// The library has had two forms of the same method, so a conforming type has one of them: each calls the other by default.
/// With neither, a call fails with `APIError.invalidConfiguration`.
public protocol AmplifyAuthTokenProvider {
    /// A token as it is sent.
    typealias AuthToken = String

    /// Returns a token that is valid now.
    ///
    /// - Throws: the reason why there is none.
    func getLatestAuthToken() async throws -> String

    /// Returns a token that is valid now, or the reason why there is none: the older form.
    func getLatestAuthToken() -> Result<String, any Error>
}

extension AmplifyAuthTokenProvider {
    /// Returns the token of the older form.
    ///
    /// - Throws: the reason why there is none.
    public func getLatestAuthToken() async throws -> String {
        let result: Result<String, any Error> = getLatestAuthToken()
        return try result.get()
    }

    /// Fails; it does not call the other form, so that a type with neither ends with an error.
    public func getLatestAuthToken() -> Result<String, any Error> {
        .failure(
            APIError.invalidConfiguration(
                "\(type(of: self)) does not return a token",
                "Implement getLatestAuthToken() in it"
            )
        )
    }
}

/// A provider of tokens of an OpenID Connect provider.
public protocol AmplifyOIDCAuthProvider: AmplifyAuthTokenProvider {}

/// A provider of tokens that the API's own function checks.
public protocol AmplifyFunctionAuthProvider: AmplifyAuthTokenProvider {}
