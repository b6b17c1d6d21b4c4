// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// A registered role: its trust, its permissions, and how long its sessions may last.
package struct Role: AccessEntry {
    package static let kind = AccessKind.role

    /// The lifetimes that a role may allow its sessions, in seconds.
    package static let sessionRange = 3_600...43_200

    package let name: String
    /// The policy that says who may assume the role.
    package let trust: Policy
    package let permissions: Permissions
    /// The longest lifetime of a session, in seconds.
    package let maximumSession: Int

    package init(name: String, document: WireValue) throws(AccessFlaw) {
        try AccessName.check(name, limit: 64, allowing: AccessName.usual)
        let node = try AccessNode(
            document, allowing: Permissions.members + ["trustPolicy", "maximumSessionDuration"])
        guard let trust = node["trustPolicy"] else { throw AccessFlaw(.missing, at: ["trustPolicy"]) }
        do throws(AccessFlaw) {
            self.trust = try Policy(trust, for: .trust)
        } catch {
            throw error.inside("trustPolicy")
        }
        self.name = name
        permissions = try Permissions(node)
        maximumSession = try node.number("maximumSessionDuration", in: Self.sessionRange) ?? 3_600
    }

    package var path: String { permissions.path }

    package var narrowDenials: [AccessFlaw] {
        trust.narrowDenials.map { $0.inside("trustPolicy") } + permissions.narrowDenials
    }

    package var document: WireValue {
        var members = permissions.members
        members["trustPolicy"] = trust.document
        members["maximumSessionDuration"] = .integer(Int64(maximumSession))
        return .object(members)
    }

    /// The ARN `arn:aws:iam::<account>:role<path><name>`.
    package func arn(inAccount account: String) -> String {
        "arn:aws:iam::\(account):role\(permissions.path)\(name)"
    }
}
