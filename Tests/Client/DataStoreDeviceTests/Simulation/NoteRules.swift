// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The rules of the service for a run's records, beside the one for their owners.
///
/// The owners may do the same under all of them, so that each accepted change stays accepted.
enum NoteRules: CaseIterable {
    /// Members of the group may do everything.
    case members
    /// Members of the group may read.
    case readingMembers
    /// Owners alone have rights.
    case ownersOnly

    /// The rules after the one for owners, as a schema has them.
    var text: String {
        switch self {
        case .members: #", { allow: groups, groups: ["Admin"] }"#
        case .readingMembers: #", { allow: groups, groups: ["Admin"], operations: [read] }"#
        case .ownersOnly: ""
        }
    }

    /// Whether members of the group may read the records of all owners.
    var membersRead: Bool { self != .ownersOnly }
}
