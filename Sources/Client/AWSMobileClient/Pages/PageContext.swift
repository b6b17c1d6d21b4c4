// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a call says about the pages that it shows.
struct PageContext: Sendable {
    /// The context of the present call.
    @TaskLocal static var current = PageContext()

    /// The window above which pages appear; nil for any.
    var anchor: AppOwned<AuthUIPresentationAnchor>?
    /// The look of the drop-in UI; nil for pages without one.
    var look: PageLook?
}
