// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// A policy of the registry, which roles, users and sessions may have in common.
package struct ManagedPolicy: AccessEntry {
    package static let kind = AccessKind.policy

    package let name: String
    /// The path in the ARN.
    package let path: String
    package let policy: Policy

    package init(name: String, document: WireValue) throws(AccessFlaw) {
        try AccessName.check(name, limit: 128, allowing: AccessName.usual)
        self.name = name
        let node = try AccessNode(document, allowing: ["path", "document"])
        path = try node.text("path", limit: 512) ?? "/"
        do throws(AccessFlaw) { try AccessName.check(path: path) } catch { throw error.inside("path") }
        guard let policy = node["document"] else { throw AccessFlaw(.missing, at: ["document"]) }
        do throws(AccessFlaw) {
            self.policy = try Policy(policy, for: .identity)
        } catch {
            throw error.inside("document")
        }
    }

    package var narrowDenials: [AccessFlaw] { policy.narrowDenials.map { $0.inside("document") } }

    package var document: WireValue { ["path": .string(path), "document": policy.document] }

    /// The ARN `arn:aws:iam::<account>:policy<path><name>`.
    package func arn(inAccount account: String) -> String {
        "arn:aws:iam::\(account):policy\(path)\(name)"
    }
}
