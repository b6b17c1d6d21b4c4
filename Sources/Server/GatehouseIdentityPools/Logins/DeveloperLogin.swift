// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseWire

/// A user of the pool's developer provider, which the developer's own server confirms.
struct DeveloperLogin: Sendable, Equatable {
    /// The identifier as it is linked to an identity.
    let login: LinkedLogin
    let poolID: String

    init(provider: String, identifier: String, poolID: String) {
        login = LinkedLogin(provider: provider, subject: identifier)
        self.poolID = poolID
    }

    /// Takes the developer's login out of the logins of `GetOpenIdTokenForDeveloperIdentity`.
    /// - Throws: `InvalidParameterException` unless there is exactly one login of the pool's developer provider.
    init(
        takenFrom logins: inout [String: String], in pool: IdentityPool, keys: LoginKey
    ) throws(ServiceFault) {
        guard let provider = pool.developerProviderName, let identifier = logins.removeValue(forKey: provider),
            (1...1_024).contains(identifier.unicodeScalars.count), identifier.utf8.count <= LinkedLogin.maximumSubject
        else { throw .unsupportedDeveloperProvider }
        for key in logins.keys.sorted() where key != LoginProvider.cognitoIdentity {
            guard LoginProvider.listed(key, in: pool, keys: keys) != nil else { throw .severalDeveloperLogins }
        }
        self.init(provider: provider, identifier: identifier, poolID: pool.identityPoolId)
    }

    /// The developer's login of a verified identity token; `nil` for the token of an app or of a guest, which proves
    /// no login.
    init?(_ token: IdentityToken, in pool: IdentityPool) {
        guard let provider = pool.developerProviderName, token.poolID == pool.identityPoolId,
            token.authenticationMethods.first == "authenticated", token.authenticationMethods.contains(provider)
        else { return nil }
        let prefix = "\(provider):\(token.poolID):"
        // By bytes, since an identifier may begin with a character that combines with the colon before it.
        guard let method = token.authenticationMethods.first(where: { $0.utf8.starts(with: prefix.utf8) }) else {
            return nil
        }
        let identifier = String(decoding: method.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        self.init(provider: provider, identifier: identifier, poolID: token.poolID)
    }

    /// The login's authentication methods in a session: the provider, and the provider with pool and identifier.
    var authenticationMethods: [String] {
        [login.provider, "\(login.provider):\(poolID):\(login.subject)"]
    }
}
