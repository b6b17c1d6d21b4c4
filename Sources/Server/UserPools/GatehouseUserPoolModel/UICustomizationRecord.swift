// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The style sheet and the logo of the classic pages, for a client or for all clients of a pool.
package struct UICustomizationRecord: Sendable, Equatable {
    /// The pool.
    package let poolID: String
    /// The client; `nil` for all clients without a style of their own.
    package let clientID: String?
    /// The style sheet, as it was sent.
    package var css: String?
    /// The id of the stored logo.
    package var imageID: String?
    /// The time at which the style was created.
    package let createdAt: Date
    /// The time at which the style last changed.
    package var modifiedAt: Date

    /// Creates the record of a style.
    package init(
        poolID: String, clientID: String?, css: String?, imageID: String?, createdAt: Date, modifiedAt: Date
    ) {
        self.poolID = poolID
        self.clientID = clientID
        self.css = css
        self.imageID = imageID
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}
