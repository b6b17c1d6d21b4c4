// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// Reads settings that the store keeps apart from their pool, because few operations need them.
package protocol PoolSettingsReading {
    /// Returns the risk configuration of a pool, or of one of its clients; `nil` if it was never set.
    func riskConfiguration(ofPool poolID: String, client clientID: String?) throws -> RiskConfigurationType?

    /// Returns the log delivery configuration of a pool; `nil` if it was never set.
    func logDelivery(ofPool poolID: String) throws -> LogDeliveryConfigurationType?
}

/// Reads and writes these settings inside a transaction.
package protocol PoolSettingsWriting: PoolSettingsReading {
    /// Writes the settings over the present ones.
    func put(_ risk: RiskConfigurationType, ofPool poolID: String, client clientID: String?) throws
    /// Writes the settings over the present ones.
    func put(_ logs: LogDeliveryConfigurationType, ofPool poolID: String) throws
}

/// Reads the provisioned limits of API categories.
package protocol ProvisionedLimitReading {
    /// Returns a category's provisioned limit in requests per second; `nil` if none was set.
    func provisionedLimit(of category: APICategory, inRegion region: String) throws -> Int?
}

/// Reads and writes provisioned limits inside a transaction.
package protocol ProvisionedLimitWriting: ProvisionedLimitReading {
    /// Sets a category's limit, in requests per second.
    func putProvisionedLimit(_ limit: Int, of category: APICategory, inRegion region: String) throws
}

/// Reads terms documents inside a transaction.
///
/// A document belongs to one client, and its name is unique among the client's documents.
package protocol TermsReading {
    /// Returns a document by its id; `nil` if the pool has none with this id.
    func terms(_ id: String, inPool poolID: String) throws -> TermsType?

    /// Returns a client's document by its name; `nil` if the client has none with this name.
    func terms(named name: String, ofClient clientID: String, inPool poolID: String) throws -> TermsType?

    /// Returns documents of a pool in the order of their ids, beginning after `after`.
    func terms(inPool poolID: String, after id: String?, limit: Int) throws -> [TermsType]

    /// Returns whether a pool has at least `count` documents; `count` is 1 or more.
    func hasTerms(_ count: Int, inPool poolID: String) throws -> Bool
}

/// Reads and writes terms documents inside a transaction.
package protocol TermsWriting: TermsReading {
    /// Adds a document.
    ///
    /// - Throws: `StoreConflict.taken` if the client has a document with this name.
    func insert(_ terms: TermsType) throws
    /// Updates a document, but not its client.
    ///
    /// - Throws: `StoreConflict.taken` if the client has another document with this name.
    func update(_ terms: TermsType) throws
    /// Removes a document.
    func deleteTerms(_ id: String, inPool poolID: String) throws
}

/// A category of API operations; their requests count together for one account and region, as in Cognito's quotas.
package enum APICategory: String, Sendable, CaseIterable {
    case clientAuthentication = "ClientAuthentication"
    case userAccountRecovery = "UserAccountRecovery"
    case userAuthentication = "UserAuthentication"
    case userCreation = "UserCreation"
    case userFederation = "UserFederation"
    case userList = "UserList"
    case userPoolClientRead = "UserPoolClientRead"
    case userPoolClientUpdate = "UserPoolClientUpdate"
    case userPoolRead = "UserPoolRead"
    case userPoolResourceRead = "UserPoolResourceRead"
    case userPoolResourceUpdate = "UserPoolResourceUpdate"
    case userPoolUpdate = "UserPoolUpdate"
    case userRead = "UserRead"
    case userResourceRead = "UserResourceRead"
    case userResourceUpdate = "UserResourceUpdate"
    case userToken = "UserToken"
    case userUpdate = "UserUpdate"

    /// The default limit in requests per second, as Service Quotas lists it for Cognito.
    package var freeLimit: Int {
        switch self {
        case .clientAuthentication: 150
        case .userAuthentication, .userRead, .userToken: 120
        case .userCreation, .userResourceRead: 50
        case .userAccountRecovery, .userList: 30
        case .userFederation, .userResourceUpdate, .userUpdate: 25
        case .userPoolResourceRead: 20
        case .userPoolClientRead, .userPoolClientUpdate, .userPoolRead, .userPoolResourceUpdate, .userPoolUpdate: 15
        }
    }

    /// The highest limit that `UpdateProvisionedLimit` accepts, in requests per second.
    ///
    /// Cognito asks Service Quotas for the account's maximum. Gatehouse has no such service: an adjustable category
    /// goes up to the highest rate that the server's own settings accept, every other category has ``freeLimit`` only.
    package var highestLimit: Int {
        switch self {
        case .userAuthentication, .userCreation, .userFederation, .userRead, .userResourceRead, .userToken: 1_000_000
        default: freeLimit
        }
    }
}
