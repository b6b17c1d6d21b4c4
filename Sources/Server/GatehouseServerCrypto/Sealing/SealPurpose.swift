// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a sealed value is for; each purpose has a key of its own, derived from the master key.
///
/// The raw values are inputs of these keys and never change.
package enum SealPurpose: String, CaseIterable, Sendable {
    case passwordVerifier = "password-verifier"
    case softwareToken = "software-token"
    case deviceVerifier = "device-verifier"
    case clientSecret = "client-secret"
    case signingKey = "signing-key"
    case samlKey = "saml key"
    case providerDetails = "provider details"
    case importChunk = "import-chunk"
    case queuedMessage = "queued message"
    case indexKey = "index key"
    case accessKey = "access key"
    case sessionString = "session-string"
    case secretBlock = "srp-secret-block"
    case passkeyRegistration = "passkey-registration"
    case sessionToken = "session-token"
    case providerState = "provider state"
    case pageToken = "page-token"
    case identityPage = "identity-pools-page"
    case masterKeyCheck = "master key check"
    case outboxMessage = "outbox message"
    case pageRun = "page run"
    case pushedRequest = "pushed request"
    case dataAPIKey = "data API key"
    case dataPage = "data page"
    case poolArchive = "pool archive"
}

/// What a keyed hash is for; each purpose has an index key of its own.
///
/// The raw values name the index keys in the database and never change.
package enum HashPurpose: String, CaseIterable, Sendable {
    case code
    case signInCode = "sign-in-code"
    case refreshToken = "refresh-token"
    case browserSession = "browser session"
    case authorizationCode = "authorization code"
    case failedAttempts = "failed-attempts"
    case allowance
    case deviceGroup = "device-group"
    case deviceSignIn = "device-sign-in"
    case passkeyChallenge = "passkey-challenge"
    case importUpload = "import-upload"
    case principalID = "principal-id"
    case temporarySecret = "temporary-secret"
    case decoySalt = "decoy-salt"
    case decoyVerifier = "decoy-verifier"
    case decoyUserID = "decoy-user-id"
    case decoyDestination = "decoy-destination"
    case decoyRecovery = "decoy-recovery"
    case decoyFirstFactors = "decoy-first-factors"
    case decoyLevelFactors = "decoy-level-factors"
    case decoyPasskey = "decoy-passkey"
    case decoyPasskeyCoin = "decoy-passkey-coin"
    case csrfToken = "csrf-token"
    case dataAPIKey = "data API key"
    case refreshTokenFamily = "refresh-token-family"
}
