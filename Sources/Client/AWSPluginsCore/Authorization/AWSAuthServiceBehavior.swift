// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The parts of Auth that other categories use.
public protocol AWSAuthServiceBehavior: AnyObject {
    /// The claims of a JWT, whose signature is **not** checked; `.validation` if it is malformed.
    func getTokenClaims(tokenString: String) -> Result<[String: AnyObject], AuthError>

    /// The identity pool's id for the user or guest.
    ///
    /// - Throws: `AuthError` if there is none.
    func getIdentityID() async throws -> String

    /// The access token of the signed-in user.
    ///
    /// - Throws: `AuthError` if no user is signed in.
    func getUserPoolAccessToken() async throws -> String
}
