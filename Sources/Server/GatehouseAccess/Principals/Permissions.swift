// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// What roles and users have in common: a path, policies of their own, and the names of policies of the registry.
package struct Permissions: Sendable, Equatable {
    /// The quota of attached policies of IAM, after an increase.
    private static let maximumAttached = 20
    private static let maximumInline = 20

    static let members = ["path", "policies", "attachedPolicies"]

    /// The path in the ARN, which begins and ends with `/`.
    package let path: String
    /// The policies of the role or user alone, by name.
    package let policies: [WireName: Policy]
    /// The names of policies of the registry.
    package let attached: [String]

    init(_ node: AccessNode) throws(AccessFlaw) {
        path = try node.text("path", limit: 512) ?? "/"
        do throws(AccessFlaw) { try AccessName.check(path: path) } catch { throw error.inside("path") }
        attached = try node.texts("attachedPolicies", count: Self.maximumAttached, limit: 128)
        var policies: [WireName: Policy] = [:]
        if let value = node["policies"] {
            do throws(AccessFlaw) { policies = try Self.policies(value) } catch { throw error.inside("policies") }
        }
        self.policies = policies
    }

    /// Reads policies by name, which together have the size of one.
    private static func policies(_ value: WireValue) throws(AccessFlaw) -> [WireName: Policy] {
        guard let members = value.objectValue else { throw AccessFlaw(.isNot("an object of policies by name")) }
        guard members.count <= maximumInline else { throw AccessFlaw(.tooMany(maximumInline)) }
        var policies: [WireName: Policy] = [:]
        for (name, document) in members.sorted(by: { $0.key < $1.key }) {
            do throws(AccessFlaw) {
                try AccessName.check(name.text, limit: 128, allowing: AccessName.usual)
                policies[name] = try Policy(document, for: .identity)
            } catch {
                throw error.inside(name.shown)
            }
        }
        guard value.json().count <= Policy.Use.identity.limit else {
            throw AccessFlaw(.tooLong(Policy.Use.identity.limit))
        }
        return policies
    }

    /// The statements of the own policies that deny less than they read.
    var narrowDenials: [AccessFlaw] {
        policies.sorted { $0.key < $1.key }.flatMap { name, policy in
            policy.narrowDenials.map { $0.inside(name.shown).inside("policies") }
        }
    }

    /// The members of the document.
    var members: [WireName: WireValue] {
        var members: [WireName: WireValue] = ["path": .string(path)]
        if !policies.isEmpty { members["policies"] = .object(policies.mapValues(\.document)) }
        if !attached.isEmpty { members["attachedPolicies"] = .array(attached.map { .string($0) }) }
        return members
    }
}
