// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseStorage

/// The place of the values that are sealed for a purpose, which says how a new master key reaches them.
enum SealedPlace: Equatable {
    /// Rows of the database, which `gatehouse rotate-master-key` seals again.
    case columns([SealedColumn])
    /// Values that clients hold, for at most so many seconds.
    case clients(TimeInterval)
    /// A file or a record of the data folder, which the start or the end of the rotation seals again.
    case folder
    /// Sealed copies of user pools, which need the key that sealed them as long as they are kept.
    case archives
}

extension SealPurpose {
    /// The place of this purpose's values.
    var place: SealedPlace {
        switch self {
        case .passwordVerifier: .columns([.passwords, .formerPasswords])
        case .softwareToken: .columns([.secondFactors])
        case .deviceVerifier: .columns([.deviceVerifiers])
        case .clientSecret: .columns([.clientSecrets])
        case .signingKey: .columns([.signingKeys, .serviceSigningKeys])
        case .samlKey: .columns([.samlKeys])
        case .providerDetails: .columns([.providerDetails])
        case .importChunk: .columns([.importChunks])
        case .queuedMessage: .columns([.queuedMessages])
        case .indexKey: .columns([.indexKeys])
        case .accessKey: .columns([.userKeys])
        case .dataAPIKey: .columns([.dataAPIKeys])
        // A device of an app without session strings keeps one in its row; a session lives for 15 minutes at most.
        case .sessionString: .columns([.waitingSignIns])
        case .secretBlock: .clients(900)
        case .passkeyRegistration, .providerState, .pushedRequest: .clients(300)
        case .sessionToken: .clients(3_600)
        // A page token has no expiry; after its key has gone, the list begins anew.
        case .pageToken, .identityPage, .dataPage: .clients(3_600)
        case .pageRun: .clients(3_600)
        case .masterKeyCheck, .outboxMessage: .folder
        case .poolArchive: .archives
        }
    }

    /// The longest time for which clients hold a sealed value, in seconds.
    static let longestLife = allCases.reduce(900) { longest, purpose in
        if case .clients(let life) = purpose.place { max(longest, life) } else { longest }
    }
}

extension SealedColumn {
    /// What the column's values are sealed for.
    var purpose: SealPurpose {
        switch self {
        case .passwords, .formerPasswords: .passwordVerifier
        case .secondFactors: .softwareToken
        case .deviceVerifiers: .deviceVerifier
        case .waitingSignIns: .sessionString
        case .clientSecrets: .clientSecret
        case .signingKeys, .serviceSigningKeys: .signingKey
        case .samlKeys: .samlKey
        case .providerDetails: .providerDetails
        case .importChunks: .importChunk
        case .queuedMessages: .queuedMessage
        case .indexKeys: .indexKey
        case .userKeys: .accessKey
        case .dataAPIKeys: .dataAPIKey
        }
    }
}
