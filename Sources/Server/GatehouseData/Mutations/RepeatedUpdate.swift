// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseGraphQL

/// An update with an old version, which may have been applied before: its answer was lost, or the network has doubled it.
///
/// A request has no name of its own. So it is known by the version that its caller has seen, and by what it makes of it.
struct RepeatedUpdate {
    /// The greatest number of versions after the caller's that are compared.
    ///
    /// A repetition follows its first attempt soon. So few changes of others are between the two.
    static let mostVersions = 16

    let input: RecordInput
    /// The fields of the version that the caller has seen.
    let base: GraphQLObject
    /// The fields of the stored version.
    let stored: GraphQLObject
    let model: Model
    let time: Date

    /// Whether the update may have made a version.
    ///
    /// A merge without an effect counts only where it has none on the stored version either: another caller may have made
    /// that version, and the update must not be lost.
    ///
    /// - Parameters:
    ///   - fields: the fields of the version.
    ///   - former: the fields of the version before it; nil for the version that the caller has seen.
    /// - Returns: whether the update makes these fields of those before.
    func hasMade(_ fields: GraphQLObject, of former: GraphQLObject?) -> Bool {
        guard let former else { return isSame(fields, input.updated(base, model, at: time)) }
        guard isSame(fields, merged(former)) else { return false }
        return !isSame(fields, former) || isSame(stored, merged(stored))
    }

    private func merged(_ fields: GraphQLObject) -> GraphQLObject {
        input.merged(fields, since: base, model, at: time)
    }

    /// Whether two versions have the same values, without a time of the change that the server has set.
    private func isSame(_ one: GraphQLObject, _ other: GraphQLObject) -> Bool {
        var (one, other) = (one, other)
        if let name = model.updatedAt, input.values[name] ?? .null == .null {
            one[name] = nil
            other[name] = nil
        }
        return GraphQLValue.object(one).isSame(as: .object(other))
    }
}
