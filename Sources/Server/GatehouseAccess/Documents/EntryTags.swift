// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The tags of a role, a policy or an identity provider.
///
/// As in IAM, keys keep their case, and no two keys of an entry differ by case alone.
package struct EntryTags: Sendable, Equatable {
    /// The most tags of an entry, a quota of IAM.
    package static let maximumCount = 50
    private static let maximumKey = 128
    private static let maximumValue = 256
    static let member = "tags"

    /// An entry without tags.
    package static let none = EntryTags(values: [:])

    /// The values by their keys.
    private let values: [WireName: String]

    private init(values: [WireName: String]) {
        self.values = values
    }

    /// Creates tags.
    /// - Throws: ``AccessFlaw`` for too many tags, for a key or a value that is too long, for a reserved key, and for two
    ///   keys that differ by case alone or not at all.
    package init(_ tags: some Sequence<(key: String, value: String)>) throws(AccessFlaw) {
        var values: [WireName: String] = [:]
        var folded: Set<WireName> = []
        for (key, value) in tags {
            let place = [WireName(key).shown]
            guard folded.count < Self.maximumCount else { throw AccessFlaw(.tooMany(Self.maximumCount)) }
            guard !key.isEmpty else { throw AccessFlaw(.empty) }
            guard key.unicodeScalars.count <= Self.maximumKey else { throw AccessFlaw(.tooLong(Self.maximumKey)) }
            guard value.unicodeScalars.count <= Self.maximumValue else {
                throw AccessFlaw(.tooLong(Self.maximumValue), at: place)
            }
            let name = Self.folded(key)
            guard !name.text.hasPrefix("aws:") else {
                throw AccessFlaw(.malformed("a key without the prefix aws:, which is reserved"), at: place)
            }
            guard folded.insert(name).inserted else { throw AccessFlaw(.repeatsMember, at: place) }
            values[WireName(key)] = value
        }
        self.values = values
    }

    /// Reads the member `tags` of a document, an object of texts.
    init(_ node: AccessNode) throws(AccessFlaw) {
        guard let value = node[Self.member] else {
            self = .none
            return
        }
        do throws(AccessFlaw) {
            guard let members = value.objectValue else { throw AccessFlaw(.isNot("an object of texts by key")) }
            var tags: [(key: String, value: String)] = []
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                guard let text = value.stringValue else { throw AccessFlaw(.isNot("a text"), at: [key.shown]) }
                tags.append((key.text, text))
            }
            self = try EntryTags(tags)
        } catch {
            throw error.inside(Self.member)
        }
    }

    /// The tags with further ones; a new value replaces the former one of its key, whatever the case of the key is.
    /// - Throws: ``AccessFlaw`` as ``init(_:)`` does.
    package func setting(_ tags: [(key: String, value: String)]) throws(AccessFlaw) -> EntryTags {
        // The request alone must be valid, too: two values for one key are not.
        _ = try EntryTags(tags)
        return try EntryTags(removing(tags.map(\.key)).sorted + tags)
    }

    /// The tags without some; a key of other case is the same one, and an unknown key is not an error.
    package func removing(_ keys: [String]) -> EntryTags {
        let removed = Set(keys.map(Self.folded))
        return EntryTags(values: values.filter { !removed.contains(Self.folded($0.key.text)) })
    }

    /// The tags in the order of their keys.
    package var sorted: [(key: String, value: String)] {
        values.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
    }

    /// The values by the texts of their keys, as conditions compare them.
    package var texts: [String: String] {
        Dictionary(values.map { ($0.key.text, $0.value) }) { first, _ in first }
    }

    /// The value of the member `tags`; `nil` without tags, so that a document without them stays as it is.
    package var document: WireValue? {
        guard !values.isEmpty else { return Optional.none }
        return .object(values.mapValues { .string($0) })
    }

    private static func folded(_ key: String) -> WireName { WireName(key.lowercased()) }
}

extension AccessEntry {
    /// The entry with other members in its document.
    /// - Throws: ``AccessFlaw`` for a document that the registry does not accept.
    package func changing(_ change: (inout [WireName: WireValue]) -> Void) throws(AccessFlaw) -> Self {
        var members = document.objectValue ?? [:]
        change(&members)
        return try Self(name: name, document: .object(members))
    }

    /// The entry with other tags.
    /// - Throws: ``AccessFlaw`` for a kind without tags.
    package func tagged(_ tags: EntryTags) throws(AccessFlaw) -> Self {
        try changing { $0[WireName(EntryTags.member)] = tags.document }
    }
}
