// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseWire

extension FuzzedParser {
    /// A policy, by its first byte of an identity or of trust: one that was read is the same when its document is read
    /// again, and it decides about a request.
    func feedPolicy(_ bytes: [UInt8]) {
        guard let first = bytes.first, let text = String(validating: bytes.dropFirst(), as: UTF8.self) else { return }
        let use: Policy.Use = first & 1 == 0 ? .identity : .trust
        guard let policy = try? Policy(json: text, for: use) else { return }
        let again = try? Policy(policy.document, for: use)
        precondition(again == policy, "a policy that was written does not read the same")
        let request = AccessRequest(
            action: "cognito-idp:ListUsers", resource: "arn:aws:cognito-idp:us-east-1:123456789012:userpool/a",
            context: AccessContext([
                "aws:username": ["ada"], "cognito-identity.amazonaws.com:amr": ["authenticated", "a"],
                "aws:SourceIp": ["10.1.2.3"], "aws:CurrentTime": ["2026-01-01T00:00:00Z"],
            ]))
        switch use {
        case .identity: _ = policy.decision(on: request)
        case .trust:
            _ = policy.decision(
                on: request, by: .federated(providers: ["cognito-identity.amazonaws.com"]), acceptsAccount: true)
        }
    }

    /// The file with roles, users, policies and identity providers.
    func feedAccessDocument(_ bytes: [UInt8]) {
        _ = try? AccessDocument(json: bytes) { path throws(AccessFlaw) in path }
    }
}
