// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// What the database knows of a node: a process that serves on a database which several may use.
package struct NodeRecord: Sendable, Equatable {
    /// The id, which stays when the process ends and another one starts in the same data folder.
    package let id: String
    /// The id of the process.
    package let run: String
    /// The name for people: the host and the port.
    package let name: String
    /// The release of the program.
    package let version: String
    /// Whether it is a server for development.
    package let isForDevelopment: Bool
    /// The base URL in tokens and links; `nil` for a release that did not record it.
    package let baseURL: String?
    /// The ids of the master keys that the node opens with.
    package let keyIDs: [String]
    /// The id of the key that the node seals with as soon as all nodes can.
    package let wantedKeyID: String
    /// The id of the key that the node seals with now.
    package var sealingKeyID: String
    /// The time in seconds by which the node's clock is ahead of the database's; negative if it is behind.
    package var clockOffset: TimeInterval
    /// The last time at which the node has written this record, by the database's clock.
    package var lastSeen: Date

    /// Creates the record of a node that is seen for the first time.
    package init(
        id: String, run: String, name: String, version: String, isForDevelopment: Bool, baseURL: String?,
        keyIDs: [String], wantedKeyID: String, sealingKeyID: String, clockOffset: TimeInterval, lastSeen: Date
    ) {
        self.id = id
        self.run = run
        self.name = name
        self.version = version
        self.isForDevelopment = isForDevelopment
        self.baseURL = baseURL
        self.keyIDs = keyIDs
        self.wantedKeyID = wantedKeyID
        self.sealingKeyID = sealingKeyID
        self.clockOffset = clockOffset
        self.lastSeen = lastSeen
    }

    init(_ row: SQLRow) throws {
        let keyIDs: String = try row["key_ids"]
        let offset: Int = try row["clock_offset"]
        self.init(
            id: try row["id"], run: try row["run"], name: try row["name"], version: try row["version"],
            isForDevelopment: try row["development"], baseURL: try row["base_url"],
            keyIDs: keyIDs.split(separator: " ").map(String.init), wantedKeyID: try row["wanted_key"],
            sealingKeyID: try row["sealing_key"], clockOffset: Double(offset) / 1_000, lastSeen: try row["last_seen"])
    }

    /// What stands between the id of a data folder and that of a process in the id of a record that has both.
    private static let separator: Character = "+"

    /// The id that another process has, too, if this record is beside the one of that process; `nil` otherwise.
    package var sharedID: String? {
        let parts = id.split(separator: Self.separator)
        return parts.count == 2 ? String(parts[0]) : nil
    }

    /// The record of this process beside that of another one with the same id.
    package var besideAnother: NodeRecord {
        NodeRecord(
            id: "\(id)\(Self.separator)\(run)", run: run, name: name, version: version,
            isForDevelopment: isForDevelopment, baseURL: baseURL, keyIDs: keyIDs, wantedKeyID: wantedKeyID,
            sealingKeyID: sealingKeyID, clockOffset: clockOffset, lastSeen: lastSeen)
    }

    /// The time for which a node counts as running after it was seen, in seconds.
    package static let life: TimeInterval = 15
    /// The time for which the record of a node that has ended without a word is kept, in seconds.
    package static let kept: TimeInterval = 3_600

    /// The offset of the clock in the unit of its column.
    fileprivate var offsetMilliseconds: Int { Int((max(-1e12, min(1e12, clockOffset)) * 1_000).rounded()) }
    /// The ids of the keys, which are made of letters, digits, `-` and `_`.
    fileprivate var joinedKeyIDs: String { keyIDs.joined(separator: " ") }
}

/// What became of a node's renewal of its record.
package enum NodeRenewal: Sendable, Equatable {
    /// The record is renewed.
    case renewed
    /// There was no record any more, or only that of another process with the id of the node that has ended.
    case forgotten
    /// Another process that runs has the id of the node.
    case replaced
}

extension SQLReader {
    /// The nodes that were seen at a time or later, by ascending id.
    ///
    /// - Throws: ``StorageError``.
    package func nodes(seenSince time: Date) throws -> [NodeRecord] {
        try query(
            """
            SELECT id, run, name, version, development, base_url, key_ids, wanted_key, sealing_key, clock_offset,
                last_seen
            FROM nodes WHERE last_seen >= \(time) ORDER BY id
            """
        ).map(NodeRecord.init)
    }

    /// The nodes that run, by ascending id; `now` is the time of the database.
    ///
    /// - Throws: ``StorageError``.
    package func runningNodes(at now: Date) throws -> [NodeRecord] {
        try nodes(seenSince: now.addingTimeInterval(-NodeRecord.life))
    }
}

extension SQLConnection {
    /// Stores the record of a node in place of the one with its id, if there is one.
    ///
    /// - Throws: ``StorageError``.
    package func store(_ node: NodeRecord) throws {
        try execute("DELETE FROM nodes WHERE id = \(node.id)", witness: .noWitness)
        try execute(
            """
            INSERT INTO nodes (id, run, name, version, development, base_url, key_ids, wanted_key, sealing_key,
                clock_offset, last_seen)
            VALUES (\(node.id), \(node.run), \(node.name), \(node.version), \(node.isForDevelopment),
                \(node.baseURL), \(node.joinedKeyIDs), \(node.wantedKeyID), \(node.sealingKeyID), \(node.offsetMilliseconds),
                \(node.lastSeen))
            """, witness: .noWitness
        )
    }

    /// Stores when a node was seen, and the key and the clock that it had then.
    ///
    /// - Throws: ``StorageError``.
    package func renew(_ node: NodeRecord) throws -> NodeRenewal {
        let changed = try execute(
            """
            UPDATE nodes SET sealing_key = \(node.sealingKeyID), clock_offset = \(node.offsetMilliseconds),
                last_seen = \(node.lastSeen)
            WHERE id = \(node.id) AND run = \(node.run)
            """, witness: .noWitness
        )
        guard changed == 0 else { return .renewed }
        guard let present = try queryOne("SELECT last_seen FROM nodes WHERE id = \(node.id)") else { return .forgotten }
        // A process that was missed for so long writes nothing before it has found this record.
        let seen: Date = try present["last_seen"]
        return seen < node.lastSeen.addingTimeInterval(-NodeRecord.life) ? .forgotten : .replaced
    }

    /// Removes the record of a node's process that ends, and ends its leases at once.
    ///
    /// - Throws: ``StorageError``.
    package func remove(node id: String, run: String) throws {
        try execute("DELETE FROM nodes WHERE id = \(id) AND run = \(run)", witness: .noWitness)
        try execute("UPDATE leases SET held_until = 0 WHERE holder = \(run)", witness: .noWitness)
    }

    /// Removes the records of nodes that were last seen before a time.
    ///
    /// - Throws: ``StorageError``.
    package func removeNodes(lastSeenBefore time: Date) throws {
        try execute("DELETE FROM nodes WHERE last_seen < \(time)", witness: .noWitness)
    }
}
