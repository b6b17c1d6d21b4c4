// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A user and the groups with whose rights a process works.
package struct ProcessUser: Equatable, Sendable {
    package let user: uid_t
    package let group: gid_t
    /// The supplementary groups.
    package let groups: Set<gid_t>

    /// Creates a user from ids.
    package init(user: uid_t, group: gid_t, groups: Set<gid_t>) {
        self.user = user
        self.group = group
        self.groups = groups
    }

    /// Compares the rights of a process with this user's rights.
    /// - Parameter status: what Linux has in `/proc/self/status` (proc_pid_status(5)).
    /// - Returns: other rights that the process has, for people; `nil` if it has none.
    package func rightsBeside(in status: String) -> String? {
        var fields: [Substring: [Substring]] = [:]
        for line in status.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon]] = line[line.index(after: colon)...].split { $0 == "\t" || $0 == " " }
        }
        // The real, effective and saved ids, and those for files.
        if fields["Uid"] != Array(repeating: "\(user)", count: 4) { return "the user ids \(text(fields["Uid"]))" }
        if fields["Gid"] != Array(repeating: "\(group)", count: 4) { return "the group ids \(text(fields["Gid"]))" }
        guard let found = fields["Groups"], Set(found) == Set(groups.map { "\($0)" }) else {
            return "the groups \(text(fields["Groups"]))"
        }
        for name in ["CapPrm", "CapEff", "CapAmb"] {
            guard let found = fields[name[...]], found.count == 1, found[0].allSatisfy({ $0 == "0" }) else {
                return "the capabilities \(name) \(text(fields[name[...]]))"
            }
        }
        return nil
    }

    private func text(_ field: [Substring]?) -> String {
        field.map { $0.joined(separator: " ") } ?? "that Linux does not report"
    }
}

extension ProcessUser: LosslessStringConvertible {
    /// The ids as decimal numbers: the user, the group and the supplementary groups, separated by colons.
    package var description: String {
        "\(user):\(group):" + groups.sorted().map { "\($0)" }.joined(separator: ",")
    }

    /// Reads what `description` has written; `nil` for another text.
    package init?(_ description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let user = uid_t(parts[0]), let group = gid_t(parts[1]) else { return nil }
        let names = parts[2].split(separator: ",")
        let groups = names.compactMap { gid_t($0) }
        guard groups.count == names.count else { return nil }
        self.init(user: user, group: group, groups: Set(groups))
    }
}
