// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore

/// The kinds of work of an operation's or a page's requests, by which they are admitted.
package enum WorkKinds: Sendable {
    /// All requests are alike.
    case alike(WorkKind)
    /// The body decides; until the body has been read, a request counts as `head`, the kind that is refused last.
    case byBody(head: WorkKind, @Sendable (Data) -> WorkKind)

    /// The kind of a request whose body has not been read.
    package var kindOfHead: WorkKind {
        switch self {
        case .alike(let kind): kind
        case .byBody(let kind, _): kind
        }
    }

    /// The kind of a request.
    package func kind(ofBody body: Data) -> WorkKind {
        switch self {
        case .alike(let kind): kind
        case .byBody(_, let kind): kind(body)
        }
    }
}
