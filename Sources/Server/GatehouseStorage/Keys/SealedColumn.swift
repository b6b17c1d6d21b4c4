// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The columns that hold sealed values: all that a new master key must seal again.
///
/// A new column with sealed values begins with a new case; the compiler then shows what belongs to it. A test compares
/// the cases with the schema and with a database in which every kind of value was stored.
package enum SealedColumn: String, CaseIterable, Sendable {
    case passwords = "users.password"
    case secondFactors = "users.mfa"
    case formerPasswords = "former_passwords.password"
    case deviceVerifiers = "devices.verifier"
    case waitingSignIns = "devices.waiting_session"
    case clientSecrets = "app_client_secrets.sealed"
    case signingKeys = "signing_keys.sealed_private_key"
    case serviceSigningKeys = "service_signing_keys.sealed_private_key"
    case samlKeys = "saml_keys.sealed_private_key"
    case providerDetails = "identity_providers.sealed_details"
    case importChunks = "import_chunks.sealed"
    case queuedMessages = "queued_messages.sealed"
    case indexKeys = "index_keys.sealed"
    case userKeys = "iam_user_keys.sealed"
    case dataAPIKeys = "data_api_keys.sealed"

    /// The number of rows in a batch, so that a transaction stays short: an imported chunk has 256 KiB, and the
    /// metadata of a SAML provider up to 128 KiB.
    package var batch: Int {
        switch self {
        case .importChunks: 4
        case .providerDetails: 8
        default: 200
        }
    }

    var table: SQLFragment {
        switch self {
        case .passwords, .secondFactors: "users"
        case .formerPasswords: "former_passwords"
        case .deviceVerifiers, .waitingSignIns: "devices"
        case .clientSecrets: "app_client_secrets"
        case .signingKeys: "signing_keys"
        case .serviceSigningKeys: "service_signing_keys"
        case .samlKeys: "saml_keys"
        case .providerDetails: "identity_providers"
        case .importChunks: "import_chunks"
        case .queuedMessages: "queued_messages"
        case .indexKeys: "index_keys"
        case .userKeys: "iam_user_keys"
        case .dataAPIKeys: "data_api_keys"
        }
    }

    var name: SQLFragment {
        switch self {
        case .passwords, .formerPasswords: "password"
        case .secondFactors: "mfa"
        case .deviceVerifiers: "verifier"
        case .waitingSignIns: "waiting_session"
        case .signingKeys, .serviceSigningKeys, .samlKeys: "sealed_private_key"
        case .providerDetails: "sealed_details"
        case .clientSecrets, .importChunks, .queuedMessages, .indexKeys, .userKeys, .dataAPIKeys: "sealed"
        }
    }

    /// The columns of the primary key.
    var key: SQLFragment {
        switch self {
        case .passwords, .secondFactors: "pool_id, sub"
        case .formerPasswords: "pool_id, sub, position"
        case .deviceVerifiers, .waitingSignIns: "pool_id, sub, device_key"
        case .clientSecrets: "client_id, position"
        case .signingKeys, .samlKeys: "pool_id, id"
        case .providerDetails: "pool_id, name"
        case .serviceSigningKeys: "service, id"
        case .dataAPIKeys: "api_id, id"
        case .importChunks: "pool_id, job_id, upload_id, position"
        case .queuedMessages, .userKeys: "id"
        case .indexKeys: "purpose"
        }
    }

    /// The number of columns at the beginning of the key to which a value is bound; they are its context, with `|`
    /// between them.
    var contextCount: Int {
        switch self {
        case .waitingSignIns: 0
        case .clientSecrets, .queuedMessages, .indexKeys, .userKeys: 1
        case .passwords, .secondFactors, .formerPasswords, .signingKeys, .serviceSigningKeys, .samlKeys,
            .providerDetails, .dataAPIKeys:
            2
        case .deviceVerifiers: 3
        case .importChunks: 4
        }
    }
}
