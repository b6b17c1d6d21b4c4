// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
import GatehouseWire

/// The element `Principal` of a trust policy.
struct PolicyPrincipals: Sendable, Equatable {
    /// A principal of AWS in a policy.
    enum AWSPrincipal: Sendable, Equatable {
        case everyone
        /// All principals of an account, which then need a permission of their own.
        case account(String)
        /// A user, a role with its sessions, or one session of a role.
        case arn(String)
    }

    let aws: [AWSPrincipal]
    let federated: [String]

    /// The ARN or address of an identity provider is at most this long.
    private static let limit = 2_048

    init(_ value: WireValue) throws(AccessFlaw) {
        if value.stringValue == "*" {
            (aws, federated) = ([.everyone], [])
            return
        }
        let node = try AccessNode(value, allowing: ["AWS", "Federated", "Service"])
        var aws: [AWSPrincipal] = []
        var federated: [String] = []
        for (place, text) in try Self.texts("AWS", in: node) { aws.append(try Self.principal(text, at: place)) }
        for (place, text) in try Self.texts("Federated", in: node) {
            guard text.utf8.count <= Self.limit, !text.utf8.contains(UInt8(ascii: "*")) else {
                throw AccessFlaw(.malformed("an identity provider without wildcards"), at: place)
            }
            federated.append(text)
        }
        // No service of AWS calls this server, so that such a principal never matches.
        let services = try Self.texts("Service", in: node)
        guard !aws.isEmpty || !federated.isEmpty || !services.isEmpty else { throw AccessFlaw(.empty) }
        (self.aws, self.federated) = (aws, federated)
    }

    private static func texts(
        _ name: String, in node: AccessNode
    ) throws(AccessFlaw) -> [(place: [String], text: String)] {
        guard let value = node[name] else { return [] }
        do {
            return try value.texts().map { (place: [name] + $0.place, text: $0.text) }
        } catch {
            throw error.inside(name)
        }
    }

    private static func principal(_ text: String, at place: [String]) throws(AccessFlaw) -> AWSPrincipal {
        if text == "*" { return .everyone }
        if isAccount(text[...]) { return .account(text) }
        let parts = text.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "arn", ["iam", "sts"].contains(parts[2]), isAccount(parts[4]),
            text.utf8.count <= limit, !text.utf8.contains(UInt8(ascii: "*"))
        else {
            throw AccessFlaw(.malformed("*, an account or an ARN of a user, a role or a session"), at: place)
        }
        return parts[5] == "root" ? .account(String(parts[4])) : .arn(text)
    }

    private static func isAccount(_ text: Substring) -> Bool {
        text.utf8.count == 12 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension PolicyPrincipals {
    /// Whether a caller is one of these principals; with `acceptsAccount`, it is enough that the caller belongs to an
    /// account of the list.
    func contains(_ caller: AccessCaller, acceptsAccount: Bool) -> Bool {
        switch caller {
        case .federated(let providers):
            federated.contains { own in providers.contains { own.hasBytes(of: $0) } }
        case .aws(let arns, let account):
            aws.contains { principal in
                switch principal {
                case .everyone: true
                case .account(let own): acceptsAccount && own == account
                case .arn(let own): arns.contains { $0.hasBytes(of: own) }
                }
            }
        }
    }
}
