// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Reads browser sessions and authorization codes inside a transaction.
package protocol HostedSignInReading {
    /// Returns the browser session with a keyed hash, even if it has expired.
    func browserSession(_ hash: [UInt8]) throws -> BrowserSessionRecord?

    /// Returns the authorization code with a keyed hash, even if it was used or has expired.
    func authorizationCode(_ hash: [UInt8]) throws -> AuthorizationCodeRecord?
}

/// Reads and writes browser sessions and authorization codes inside a transaction.
package protocol HostedSignInWriting: HostedSignInReading {
    /// Adds a browser session.
    func insert(_ session: BrowserSessionRecord) throws
    /// Removes a browser session and its unused codes; does nothing for an unknown one.
    func deleteBrowserSession(_ hash: [UInt8]) throws
    /// Removes the browser sessions and the unused codes of a user; one session can stay, with its codes.
    func deleteBrowserSessions(ofUser sub: String, inPool poolID: String, except hash: [UInt8]?) throws
    /// Removes the browser sessions of a user that began with the sign-in of a time, with its unused codes.
    ///
    /// The sessions and the token families of one sign-in have the same time.
    func deleteBrowserSessions(ofUser sub: String, inPool poolID: String, signedInAt authTime: Date) throws
    /// Removes the browser sessions of sign-ins at an identity provider, with their unused codes.
    func deleteBrowserSessions(ofProvider name: String, inPool poolID: String) throws
    /// Records the password that the user of a browser session has proved since; does nothing for an unknown session.
    func setProvedPassword(_ version: [UInt8], ofBrowserSession hash: [UInt8]) throws
    /// Revokes the token families of a user that began with the sign-in of a time, but for one.
    func revokeTokenFamilies(
        ofUser sub: String, inPool poolID: String, signedInAt authTime: Date, at date: Date, except familyID: String?
    ) throws

    /// Adds an authorization code.
    func insert(_ code: AuthorizationCodeRecord) throws
    /// Records the first use of a code, which begins a token family.
    ///
    /// - Returns: `false` for an unknown code and for one that was used before.
    func redeem(_ hash: [UInt8], as familyID: String) throws -> Bool
}

extension HostedSignInWriting {
    /// Removes all browser sessions of a user, with the user's unused codes.
    package func deleteBrowserSessions(ofUser sub: String, inPool poolID: String) throws {
        try deleteBrowserSessions(ofUser: sub, inPool: poolID, except: nil)
    }
}
