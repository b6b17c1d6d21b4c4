// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseGraphQL
import GatehouseWire

/// The sender of a request, as the authentication of its mode found out.
package struct Caller: Hashable, Sendable {
    /// The role of a caller that signs with AWS credentials.
    package enum IAMRole: Hashable, Sendable {
        /// The role of an identity pool for signed-in users, or a role that the pool maps to them.
        case authenticated
        /// The role of an identity pool for guests.
        case unauthenticated
        /// A role to which no rule applies.
        case administrator
        /// Any other credentials.
        case other
    }

    /// The mode of the request.
    package var mode: AuthorizationMode
    /// The claims of a token; empty for other modes.
    package var claims: GraphQLObject
    /// The role of credentials.
    package var role: IAMRole
    /// The fields that a function or the policies of a role deny, as `Type.field`.
    package var deniedFields: Set<String>
    /// What functions learn of the caller besides claims: the members of AppSync's identity for the mode.
    package var attributes: GraphQLObject = [:]

    private init(
        _ mode: AuthorizationMode, claims: GraphQLObject = [:], role: IAMRole = .other, deniedFields: Set<String> = []
    ) {
        self.mode = mode
        self.claims = claims
        self.role = role
        self.deniedFields = deniedFields
    }

    /// A caller with a valid API key.
    package static let apiKey = Caller(.apiKey)

    /// A caller with AWS credentials.
    package static func iam(_ role: IAMRole, deniedFields: Set<String> = []) -> Caller {
        Caller(.iam, role: role, deniedFields: deniedFields)
    }

    /// A caller with a valid token of a user pool.
    package static func userPools(_ claims: GraphQLObject) -> Caller { Caller(.userPools, claims: claims) }

    /// A caller with a valid token of another issuer.
    package static func oidc(_ claims: GraphQLObject) -> Caller { Caller(.oidc, claims: claims) }

    /// A caller that a function let in.
    package static func function(deniedFields: Set<String> = []) -> Caller {
        Caller(.function, deniedFields: deniedFields)
    }

    /// Whether no rule applies to the caller.
    package var isAdministrator: Bool { mode == .iam && role == .administrator }

    // MARK: - What rules ask for

    /// The values by which the caller is an owner; `nil` if a claim is missing, no text or empty.
    package func owner(_ expression: [String]) -> OwnerValue? {
        var parts: [String] = []
        for claim in expression {
            guard let part = text(claim), !part.isEmpty else { return nil }
            parts.append(part)
        }
        return parts.isEmpty ? nil : OwnerValue(parts)
    }

    /// The text of a claim by its literal name; `username` is also looked for under the name of id tokens.
    private func text(_ claim: String) -> String? {
        if case .string(let text)? = claims[claim] { return text }
        guard claim == "username", case .string(let text)? = claims["cognito:username"] else { return nil }
        return text
    }

    /// The groups in a claim: a list, a text that is a list in JSON, or one text.
    package func groups(_ claim: String) -> [String] {
        switch claims[claim] {
        case .list(let elements)?: return Self.texts(elements)
        case .string(let text)?:
            guard let json = try? WireValue(foreignJSON: text.utf8), case .list(let elements) = GraphQLValue(json)
            else {
                return text.isEmpty ? [] : [text]
            }
            return Self.texts(elements)
        default: return []
        }
    }

    private static func texts(_ elements: [GraphQLValue]) -> [String] {
        elements.compactMap { if case .string(let text) = $0, !text.isEmpty { text } else { nil } }
    }
}

/// The values by which a caller is an owner.
package struct OwnerValue: Hashable, Sendable {
    /// The value that new records get.
    package let stored: String
    /// The values that make the caller the owner of a record: the stored one, and those of older settings.
    package let accepted: [String]

    /// Makes the values of the claims of an expression.
    package init(_ parts: [String]) {
        stored = parts.joined(separator: "::")
        // A name that looks like a joined value would make its bearer the owner of what another one has stored.
        let alone = parts.count > 1 ? parts.filter { !$0.hasDoubleColon } : []
        var values = [stored]
        for part in alone where !values.contains(where: { $0.utf8.elementsEqual(part.utf8) }) { values.append(part) }
        accepted = values
    }

    /// Whether a text is one of the accepted values, byte for byte.
    package func accepts(_ text: String) -> Bool { accepted.contains { $0.utf8.elementsEqual(text.utf8) } }

    /// What readers see of a stored owner: the last part of a joined value, for lists of each element.
    package static func shown(_ value: GraphQLValue, _ expression: [String]) -> GraphQLValue {
        guard expression.count > 1 else { return value }
        switch value {
        case .string(let text): return .string(text.lastPart)
        case .list(let elements): return .list(elements.map { shown($0, expression) })
        default: return value
        }
    }
}

extension String {
    /// Whether the text has two colons in a row, byte by byte.
    fileprivate var hasDoubleColon: Bool { zip(utf8, utf8.dropFirst()).contains { $0 == 58 && $1 == 58 } }

    /// The text after the last two colons in a row.
    fileprivate var lastPart: String {
        let bytes = Array(utf8)
        guard let end = bytes.indices.dropLast().last(where: { bytes[$0] == 58 && bytes[$0 + 1] == 58 }) else {
            return self
        }
        return String(decoding: bytes[(end + 2)...], as: UTF8.self)
    }
}
