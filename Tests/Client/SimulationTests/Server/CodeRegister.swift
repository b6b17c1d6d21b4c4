// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseStorage
import Synchronization

/// The codes that were ever committed, and the messages that reached their recipients: neither without the other.
final class CodeRegister: Sendable {
    /// The row of a code.
    struct Code: Hashable, Sendable {
        let poolID: String
        let sub: String
        let purpose: String
        let hash: [UInt8]
        let destination: String
        let expiresAt: Date
    }

    private let sealer: Sealer
    private let users = Set(ServerLandscape.users.map(ServerLandscape.address))
    private let committed = Mutex<Set<Code>>([])

    init(_ sealer: Sealer) {
        self.sealer = sealer
    }

    /// The codes that a transaction would leave.
    static func codes(in reader: any SQLReader) throws -> [Code] {
        try reader.query("SELECT pool_id, sub, purpose, hash, destination, expires_at FROM codes").map { row in
            Code(
                poolID: try row[0], sub: try row[1], purpose: try row[2], hash: try row[3],
                destination: try row[4], expiresAt: try row[5])
        }
    }

    func commit(_ codes: [Code]) {
        committed.withLock { $0.formUnion(codes) }
    }

    /// Whether the code in a message was committed before.
    func contains(_ letter: PostOffice.Letter) -> Bool {
        committed.withLock { codes in codes.contains { isCode(letter, $0) } }
    }

    /// The valid codes without a message at a time; codes for unknown users have none.
    func unsent(after letters: [PostOffice.Letter], validAt date: Date) -> [Code] {
        committed.withLock { codes in
            codes.filter { code in
                users.contains(code.destination) && code.expiresAt > date
                    && !letters.contains { letter in isCode(letter, code) }
            }
        }
    }

    private func isCode(_ letter: PostOffice.Letter, _ code: Code) -> Bool {
        guard letter.recipient == code.destination else { return false }
        let text = "\(code.poolID)|\(code.sub)|\(code.purpose)|\(letter.code)"
        return sealer.mac(Array(text.utf8), purpose: .code) == code.hash
    }
}
