// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseWire

/// The versions of a policy of the registry, of which one is in force.
package struct PolicyVersions: Sendable, Equatable {
    /// A version of a policy.
    package struct Version: Sendable, Equatable {
        /// The number in the version's id, such as 2 of `v2`.
        package let number: Int
        /// The time at which the version was created; `nil` for the first one, which is as old as the policy.
        package let createdAt: Date?
        package let policy: Policy

        /// The id in requests and responses.
        package var id: String { "v\(number)" }
    }

    /// The most versions of a policy, a quota of IAM.
    package static let maximumCount = 5
    static let members = ["defaultVersion", "lastVersion", "versions"]
    private static let numbers = 1...1_000_000_000

    /// The versions in the order of their numbers; never empty.
    package let all: [Version]
    /// The version that is in force.
    package let standard: Version
    /// The number of the last version that was created; a number is not used again.
    private let last: Int

    /// The only version of a new policy.
    init(first policy: Policy) {
        standard = Version(number: 1, createdAt: nil, policy: policy)
        all = [standard]
        last = 1
    }

    private init(all: [Version], standard: Version, last: Int) {
        self.all = all.sorted { $0.number < $1.number }
        self.standard = standard
        self.last = last
    }

    /// The version with an id; `nil` if there is none.
    package func version(_ id: String) -> Version? { all.first { $0.id == id } }

    /// The versions with a further one.
    /// - Throws: ``AccessFlaw`` for more versions than the quota.
    package func adding(_ policy: Policy, asStandard: Bool, at now: Date) throws(AccessFlaw) -> PolicyVersions {
        guard all.count < Self.maximumCount else { throw AccessFlaw(.tooMany(Self.maximumCount)) }
        let new = Version(number: last + 1, createdAt: now, policy: policy)
        return PolicyVersions(all: all + [new], standard: asStandard ? new : standard, last: new.number)
    }

    /// The versions with another one in force.
    package func choosing(_ version: Version) -> PolicyVersions {
        PolicyVersions(all: all, standard: version, last: last)
    }

    /// The versions without one that is not in force.
    package func removing(_ version: Version) -> PolicyVersions {
        PolicyVersions(all: all.filter { $0.number != version.number }, standard: standard, last: last)
    }

    /// A document that replaces all versions, as `gatehouse iam update` does; its number is a new one.
    func replacing(by policy: Policy, at now: Date) -> PolicyVersions {
        let new = Version(number: last + 1, createdAt: now, policy: policy)
        return PolicyVersions(all: [new], standard: new, last: new.number)
    }

    /// Reads the versions of a policy's document, which has the policy in force beside them.
    init(_ node: AccessNode, standard policy: Policy) throws(AccessFlaw) {
        guard let list = node["versions"] else {
            self.init(first: policy)
            return
        }
        guard let elements = list.arrayValue, (1...Self.maximumCount).contains(elements.count) else {
            throw AccessFlaw(.isNot("a list of versions"), at: ["versions"])
        }
        let number = try node.number("defaultVersion", in: Self.numbers) ?? 1
        var versions: [Version] = []
        for (index, element) in elements.enumerated() {
            do throws(AccessFlaw) {
                versions.append(try Version(element, standard: number, policy))
            } catch {
                throw error.inside("[\(index)]").inside("versions")
            }
        }
        let last = try node.number("lastVersion", in: Self.numbers) ?? 1
        guard let standard = versions.first(where: { $0.number == number }),
            Set(versions.map(\.number)).count == versions.count, versions.allSatisfy({ $0.number <= last })
        else { throw AccessFlaw(.malformed("a list of different versions with the default one"), at: ["versions"]) }
        self.init(all: versions, standard: standard, last: last)
    }

    /// The members of the document beside the policy in force; none for a policy with its first version alone.
    var members: [WireName: WireValue] {
        guard last > 1 else { return [:] }
        let list = all.map { version in
            var members: [WireName: WireValue] = ["number": .integer(Int64(version.number))]
            members["createdAt"] = version.createdAt.map { .string(WireTimestamp.iso8601($0)) }
            if version.number != standard.number { members["document"] = version.policy.document }
            return WireValue.object(members)
        }
        return [
            "defaultVersion": .integer(Int64(standard.number)), "lastVersion": .integer(Int64(last)),
            "versions": .array(list),
        ]
    }
}

extension PolicyVersions.Version {
    private static let numbers = 1...1_000_000_000

    /// Reads a version; the one in force has its policy elsewhere.
    fileprivate init(_ value: WireValue, standard: Int, _ policy: Policy) throws(AccessFlaw) {
        let node = try AccessNode(value, allowing: ["number", "createdAt", "document"])
        guard let number = try node.number("number", in: Self.numbers) else {
            throw AccessFlaw(.missing, at: ["number"])
        }
        let text = try node.text("createdAt", limit: 32)
        let moment = text.flatMap { WireTimestamp.date(iso8601: $0) }
        guard text == nil || moment != nil else { throw AccessFlaw(.isNot("a time"), at: ["createdAt"]) }
        self.number = number
        createdAt = moment
        if number == standard {
            self.policy = policy
        } else {
            guard let document = node["document"] else { throw AccessFlaw(.missing, at: ["document"]) }
            do throws(AccessFlaw) {
                self.policy = try Policy(document, for: .identity)
            } catch {
                throw error.inside("document")
            }
        }
    }
}
