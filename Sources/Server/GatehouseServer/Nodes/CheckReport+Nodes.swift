// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseStorage

extension CheckReport {
    /// Says which nodes run, whose clock is off, and why a new master key does not seal yet.
    mutating func noteNodes(of database: any SQLDatabase, time: DatabaseTime = .server) async {
        do {
            let (nodes, current) = try await database.read { reader in
                let nodes = try reader.runningNodes(at: time.now(reader))
                return (nodes, try MasterKeyLedger(records: reader.masterKeys()).currentID)
            }
            if nodes.isEmpty { note("Nodes: none runs") }
            for node in nodes { note(node, among: nodes) }
            noteBaseURLs(of: nodes)
            for id in Set(nodes.map(\.wantedKeyID)).sorted() where id != current { note(keyThatWaits: id, nodes) }
        } catch {
            problem("Nodes: \(error)")
        }
    }

    private mutating func note(_ node: NodeRecord, among nodes: [NodeRecord]) {
        if let id = node.sharedID {
            let other = nodes.first { $0.id == id }?.name ?? "another process"
            return problem(
                "Node \(node.name): it is not ready, because \(other) has its id, too: one data folder is a copy of the "
                    + "other. \(NodeFile.cureOfCopy)")
        }
        note("Node \(node.name): release \(node.version), new values are sealed under \(node.sealingKeyID)")
        guard abs(node.clockOffset) > NodeClock.tolerance else { return }
        problem(
            "The clock of node \(node.name) is \(Int(abs(node.clockOffset).rounded())) seconds "
                + (node.clockOffset > 0 ? "ahead of" : "behind") + " that of the database: let both machines use NTP")
    }

    /// Names the nodes by their base URLs if these differ.
    private mutating func noteBaseURLs(of nodes: [NodeRecord]) {
        let list = nodes.byDifferingBaseURL.map { url, names in "\(url) of \(names.joined(separator: ", "))" }
        guard !list.isEmpty else { return }
        problem(
            "Nodes have different base URLs: \(list.joined(separator: "; ")). So tokens of one node name an issuer that "
                + "another one refuses: start all nodes with the same GATEHOUSE_BASE_URL")
    }

    private mutating func note(keyThatWaits id: String, _ nodes: [NodeRecord]) {
        let lacking = nodes.filter { node in !node.keyIDs.contains(id) }.map(\.name)
        let others = nodes.filter { node in node.keyIDs.contains(id) && node.wantedKeyID != id }.map(\.name)
        if !lacking.isEmpty {
            note(
                "Master key \(id): it does not seal yet, because nodes lack it: \(lacking.joined(separator: ", ")). Restart "
                    + "them with the longer key ring")
        } else if !others.isEmpty {
            note(
                "Master key \(id): it does not seal yet, because it is not the last line of the key ring of "
                    + others.joined(separator: ", "))
        } else {
            note("Master key \(id): all nodes have it, and it seals within some seconds")
        }
    }
}

extension [NodeRecord] {
    /// The names of nodes by their base URLs, in the order of the URLs; empty if all nodes have the same one.
    ///
    /// Nodes of a release that did not record it are left out.
    var byDifferingBaseURL: [(url: String, names: [String])] {
        let nodes = filter { node in node.baseURL != nil }
        let groups = Dictionary(grouping: nodes) { node in node.baseURL ?? "" }
        guard groups.count > 1 else { return [] }
        return groups.sorted { $0.key < $1.key }.map { url, nodes in (url: url, names: nodes.map(\.name)) }
    }
}
