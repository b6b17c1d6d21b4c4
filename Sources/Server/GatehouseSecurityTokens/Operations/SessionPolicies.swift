// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseWire

/// The policies in a request that restrict a session.
struct SessionPolicies: Sendable {
    /// The quota for the policy in the request and the ARNs together, in characters.
    private static let maximumLength = 2_048
    private static let maximumARNs = 10
    /// The size at which `PackedPolicySize` is 100 percent.
    private static let packedLimit = 4_096

    let policy: String?
    let arns: [String]

    /// Checks the policies of a request.
    /// - Throws: `MalformedPolicyDocument` for a policy that is not valid, `PackedPolicyTooLarge`, `ValidationError` for
    ///   an ARN without a policy.
    init(
        _ policy: String?, _ descriptors: [PolicyDescriptorType]?, authority: AccessAuthority
    ) async throws(ServiceFault) {
        arns = (descriptors ?? []).compactMap(\.arn)
        self.policy = policy
        guard arns.count <= Self.maximumARNs else {
            throw .stsValidation("A session can have at most \(Self.maximumARNs) policies by ARN.")
        }
        let length = (policy?.unicodeScalars.count ?? 0) + arns.reduce(0) { $0 + $1.unicodeScalars.count }
        guard length <= Self.maximumLength else {
            throw ServiceFault(
                "PackedPolicyTooLarge", "The policies of a session can have \(Self.maximumLength) characters together.")
        }
        if let policy {
            do throws(AccessFlaw) {
                if let flaw = try Policy(json: policy, for: .identity).narrowDenials.first { throw flaw }
            } catch {
                throw ServiceFault("MalformedPolicyDocument", "The policy is not valid: \(error)")
            }
        }
        let (account, named) = (authority.deployment.accountID, arns)
        let missing = try await authority.read { store in
            try named.first { try store.managedPolicy($0, inAccount: account) == nil }
        }
        if let missing { throw .stsValidation("Policy \(missing) does not exist.") }
    }

    /// The size of policies and tags as a share of the quota in percent; `nil` without any.
    func packedSize(tags: [String: String] = [:]) -> Int? {
        let size =
            (policy?.utf8.count ?? 0) + arns.reduce(0) { $0 + $1.utf8.count }
            + tags.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        return size == 0 ? nil : max(1, min(100, size * 100 / Self.packedLimit))
    }
}

/// The tags of a session: the tags of the request, and the tags that the caller's session keeps.
struct SessionTags: Sendable {
    let tags: [String: String]
    /// The keys of the tags that stay in further roles.
    let transitive: [String]

    /// Checks the tags of a request.
    /// - Throws: `ValidationError` for a key that occurs twice, also in other case, and for one that the caller's
    ///   session keeps with another value.
    init(_ list: [Tag]?, transitive keys: [String]?, of caller: Principal) throws(ServiceFault) {
        let requested: CheckedTags
        do {
            requested = try CheckedTags((list ?? []).map { (key: $0.key, value: $0.value) }, transitive: keys ?? [])
        } catch {
            throw .badSessionTags(error)
        }
        let kept = Self.kept(by: caller)
        do {
            let all = try CheckedTags(
                Array(requested.values) + kept, transitive: requested.transitiveKeys + kept.map(\.key))
            (tags, transitive) = (all.values, all.transitiveKeys)
        } catch {
            throw error == .repeatedKey ? .keptSessionTag : .badSessionTags(error)
        }
    }

    private static func kept(by caller: Principal) -> [(key: String, value: String)] {
        guard case .role(let session) = caller else { return [] }
        return session.scope.transitiveTagKeys.sorted().compactMap { key in
            session.principalTags[key].map { (key: key, value: $0) }
        }
    }
}
