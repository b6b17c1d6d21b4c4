// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// Draws authorization codes, and redeems each of them once.
struct CodeGrants: Sendable {
    /// The lengths of the groups of digits; the groups have the form of a UUID with a longer end.
    private static let groups = [8, 4, 4, 4, 44]

    let records: UserPoolRecords
    let sealer: Sealer
    let issuer: TokenIssuer
    let events: AuthEvents

    /// Draws a code: 32 random bytes as hexadecimal digits.
    static func draw(_ entropy: Entropy) -> String {
        var rest = Hex.encode(entropy.bytes(32)).utf8[...]
        return groups.map { count in
            defer { rest = rest.dropFirst(count) }
            return String(Substring(rest.prefix(count)))
        }.joined(separator: "-")
    }

    /// The hash under which a code is stored.
    func hash(of code: String) -> [UInt8] { sealer.mac(Array(code.utf8), purpose: .authorizationCode) }

    /// Redeems a code in one transaction: stores its use and the rows of its tokens, or revokes what came of an earlier
    /// use.
    func redeem(_ attempt: CodeAttempt, from origin: CallOrigin) async throws(GrantRefusal) -> RedeemedCode {
        let outcome: Result<RedeemedCode, GrantRefusal>
        do throws(ServiceFault) {
            // Unknown codes, which anyone can send, take no turn of the writers.
            let isKnown = try await records.read { try $0.authorizationCode(attempt.hash) != nil }
            outcome =
                isKnown
                ? try await records.write { [familyID = issuer.newFamilyID()] store in
                    try redeem(attempt, as: familyID, from: origin, in: store)
                }
                : .failure(.unknownCode)
        } catch {
            throw .fault(error)
        }
        return try outcome.get()
    }

    private func redeem(
        _ attempt: CodeAttempt, as familyID: String, from origin: CallOrigin, in store: any UserPoolWriting
    ) throws -> Result<RedeemedCode, GrantRefusal> {
        let stored = try store.authorizationCode(attempt.hash)
        let session = try stored.flatMap { try store.session(behind: $0) }
        let code: VerifiedCode
        do throws(GrantRefusal) {
            code = try VerifiedCode(stored, from: session, attempt, at: events.forwardClock.now)
        } catch {
            if error == .usedCode, let stored, let family = stored.familyID {
                try store.revokeTokenFamily(family, inPool: stored.poolID, at: events.clock.now)
            }
            return .failure(error)
        }
        let (client, pool) = try store.existingClient(attempt.client.id)
        // Tokens without `origin_jti` are found by their event, so each family has its own.
        let isFirst = try store.tokenFamily(ofEvent: code.record.signIn.eventID, inPool: pool.id) == nil
        let issue = issuer.grantedTokens(
            try store.current(code.record.grant, for: client), as: familyID,
            for: GrantedSignIn(code.session, eventID: isFirst ? code.record.signIn.eventID : events.newID()),
            client: client,
            in: pool, from: origin, isRenewable: true)
        guard let family = issue.familyID, try store.redeem(attempt.hash, as: family) else {
            return .failure(.usedCode)
        }
        try issue.save(in: store)
        try issue.beginSession(in: store)
        return .success(
            RedeemedCode(
                code: code.record, user: code.user, client: client, pool: pool, issue: issue,
                tokenInputs: try store.tokenInputs(of: code.user, inPool: pool.id)))
    }
}

extension UserPoolReading {
    /// Returns the session that a code came from, with what it proves today; `nil` if it gives no code any more.
    ///
    /// A session may expire before its codes; one that has ended takes them along.
    fileprivate func session(behind code: AuthorizationCodeRecord) throws -> OpenBrowserSession? {
        guard let session = try code.sessionHash.flatMap({ try browserSession($0) }), session.sub == code.sub,
            session.poolID == code.poolID, let open = try counted(session), open.isComplete
        else { return nil }
        return open
    }
}

/// A code whose use and token rows are stored; the tokens are not signed yet.
struct RedeemedCode: Sendable {
    let code: AuthorizationCodeRecord
    let user: UserRecord
    let client: AppClientRecord
    let pool: UserPoolRecord
    let issue: TokenIssue
    let tokenInputs: TokenInputs
}
