// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The window that the present call names, for an authenticator or a browser of the system that is shown above it.
enum PresentationAnchor {
    /// `presentationAnchorForWebAuthn` or `presentationAnchorForWebUI` of the call's options, or the anchor that the call was
    /// given; nil without one.
    @TaskLocal static var current: AuthUIPresentationAnchor?
}
