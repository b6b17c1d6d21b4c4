// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The work of a request, by which the request is admitted.
package struct RouteWork: Sendable {
    /// The operation's or the page's name for logs and metrics, from a closed list.
    package let name: String
    /// The kinds of the work.
    package let kinds: WorkKinds
    /// The protocol in which a refusal is answered.
    package let form: WireForm

    /// Creates the work of a request.
    package init(name: String, kinds: WorkKinds, form: WireForm) {
        self.name = name
        self.kinds = kinds
        self.form = form
    }
}
