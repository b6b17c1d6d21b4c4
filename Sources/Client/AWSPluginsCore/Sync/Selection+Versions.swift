// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension Selection {
    /// What a selection with versions has of related records.
    enum RelatedRecords {
        /// The key and whether the record is removed; whole records with their versions for models without paths.
        case byKey
        /// Their own fields, and whether the record is removed; with their versions for models without paths.
        case whole
        /// Their own fields and their versions.
        ///
        /// Answers of mutations are sent to subscribers, too, among them older programs that read all of it.
        case wholeWithVersions
    }

    private static let deleted = Selection(name: "_deleted")
    private static let version = [Selection(name: "_version"), deleted, Selection(name: "_lastChangedAt")]

    /// The fields of a model with the version of the record, and with its owners.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - related: what the selection has of related records.
    ///   - mode: the authorization of the request; nil for the default of the API, which is not known here.
    /// - Returns: the fields. The owner field of each owner rule for the mode is one of them, whether the model has it or
    ///   only the service.
    static func versionedFields(
        of schema: ModelSchema, related: RelatedRecords, mode: AWSAuthorizationType?
    ) -> [Selection] {
        let isLazy = ModelRegistry.modelType(from: schema.name)?.rootPath != nil
        let ofRelated = isLazy && related != .wholeWithVersions ? [deleted] : version
        let own = fields(of: schema, isLazy: isLazy && related == .byKey).map { field in
            guard schema.field(withName: field.name)?.hasAssociation == true else { return field }
            return Selection(name: field.name, fields: field.fields + ofRelated)
        }
        return own + version + owners(of: schema, mode)
    }

    /// The owner fields that the model itself does not have.
    private static func owners(of schema: ModelSchema, _ mode: AWSAuthorizationType?) -> [Selection] {
        let names = schema.ownerRules(for: mode).map(\.ownerFieldOrDefault)
        let unknown = names.filter { schema.field(withName: $0) == nil }
        return Set(unknown).sorted().map { Selection(name: $0) }
    }
}
