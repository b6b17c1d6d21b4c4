// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// A policy document of IAM in the subset that the server evaluates.
///
/// Source: the IAM user guide, "IAM JSON policy elements reference".
package struct Policy: Sendable, Equatable {
    /// What a policy is attached to, which decides about its elements.
    package enum Use: Sendable {
        /// A role, a user or a session: the policy has resources and no principals.
        case identity
        /// The trust of a role: the policy has principals and no resources.
        case trust

        /// The longest document in JSON without blanks, in bytes; these are quotas of IAM.
        var limit: Int {
            switch self {
            case .identity: 10_240
            case .trust: 4_096
            }
        }
    }

    /// The language of a policy.
    enum Version: String, CaseIterable {
        /// The default, which has no variables.
        case of2008 = "2008-10-17"
        case of2012 = "2012-10-17"
    }

    /// The document as it was read.
    package let document: WireValue
    let statements: [PolicyStatement]

    /// Reads a policy from a text.
    /// - Throws: ``AccessFlaw`` with the place of the first flaw.
    package init(json text: String, for use: Use) throws(AccessFlaw) {
        // A text with blanks may be longer than the quota, but not without limit.
        guard text.utf8.count <= 8 * use.limit else { throw AccessFlaw(.tooLong(8 * use.limit)) }
        try self.init(try WireValue(accessJSON: Array(text.utf8)), for: use)
    }

    /// Reads a policy from a JSON value.
    /// - Throws: ``AccessFlaw`` with the place of the first flaw.
    package init(_ document: WireValue, for use: Use) throws(AccessFlaw) {
        let node = try AccessNode(document, allowing: ["Version", "Id", "Statement"])
        guard document.json().count <= use.limit else { throw AccessFlaw(.tooLong(use.limit)) }
        let version = try node.choice("Version", of: Version.self) ?? .of2008
        guard let list = node["Statement"] else { throw AccessFlaw(.missing, at: ["Statement"]) }
        let elements = list.arrayValue ?? [list]
        guard !elements.isEmpty else { throw AccessFlaw(.empty, at: ["Statement"]) }
        var statements: [PolicyStatement] = []
        for (index, element) in elements.enumerated() {
            do {
                statements.append(try PolicyStatement(element, for: use, hasVariables: version == .of2012))
            } catch {
                throw list.arrayValue == nil
                    ? error.inside("Statement") : error.inside("[\(index)]").inside("Statement")
            }
        }
        self.document = document
        self.statements = statements
    }
}

extension WireValue {
    /// Reads a JSON document of access management, which names each member of an object once.
    /// - Throws: ``AccessFlaw``.
    package init(accessJSON bytes: [UInt8]) throws(AccessFlaw) {
        do {
            try self.init(unambiguousJSON: bytes)
        } catch .repeatedMember {
            throw AccessFlaw(.repeatsMember)
        } catch {
            throw AccessFlaw(.notJSON)
        }
    }
}
