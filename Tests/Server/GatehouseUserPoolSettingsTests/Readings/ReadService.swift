// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

/// A service whose readings have a table in a document.
enum ReadService: CaseIterable {
    case userPools, identityPools

    /// The file of the service's model.
    var model: String {
        switch self {
        case .userPools: "Models/cognito-idp.json"
        case .identityPools: "Models/cognito-identity.json"
        }
    }

    /// The document with the table.
    var document: String {
        switch self {
        case .userPools: "docs/readings.md"
        case .identityPools: "docs/identity-pools.md"
        }
    }

    /// Calls that only look like readings: they give tokens, ids or credentials, or send a code.
    private var others: Set<String> {
        switch self {
        case .userPools:
            ["GetTokensFromRefreshToken", "GetUserAttributeVerificationCode", "GetClientToken", "GetDerivedToken"]
        case .identityPools:
            ["GetCredentialsForIdentity", "GetId", "GetOpenIdToken", "GetOpenIdTokenForDeveloperIdentity"]
        }
    }

    /// Whether an operation reads.
    func isReading(_ operation: String) -> Bool {
        operation.starts(with: /(Admin)?(Describe|Get|List|Lookup)[A-Z]/) && !others.contains(operation)
    }

    /// What the server returns about objects in different states.
    func samples() async throws -> [ReadingSamples.Answer] {
        switch self {
        case .userPools: try await ReadingSamples.new() + ReadingSamples.sparse() + ReadingSamples.complete()
        case .identityPools: try await IdentityPoolSamples.new() + IdentityPoolSamples.complete()
        }
    }
}
