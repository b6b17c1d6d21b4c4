// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseWire

extension RouteWork {
    /// The work of an operation.
    init(_ route: OperationRoute) {
        self.init(name: route.name, kinds: route.work, form: route.service.form)
    }
}
