// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import Synchronization

/// The models by whose indexes and rules writes place records.
///
/// They are the models of the API in force. While another schema is taken into use, they have its indexes as well, so
/// that no record is missing in a new index that was filled before the record was written.
final class RecordPlacement: Sendable {
    private let models = Mutex<[String: Model]>([:])

    /// The model by which a record is placed; a write asks for it inside its transaction.
    func model(for model: Model) -> Model { models.withLock { $0[model.name] ?? model } }

    /// Replaces the models.
    func use(_ models: [Model]) {
        self.models.withLock { known in
            known = Dictionary(models.map { ($0.name, $0) }) { first, _ in first }
        }
    }
}

extension Model {
    /// This model with the indexes and the fields of owners and groups of a former one as well.
    func placing(alsoBy former: Model) -> Model {
        var both = self
        both.indexes += former.indexes.filter { index($0.name) == nil }
        // A role without actions admits no caller, but stores index its field.
        for role in former.access.roles { both.access.grant(.none, to: role) }
        return both
    }
}
