// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(iOS) || os(macOS) || os(visionOS)
public import AuthenticationServices

/// The window that the system's sign-in dialogues belong to.
public typealias AuthUIPresentationAnchor = ASPresentationAnchor
#else
public import GatehousePresentation

/// A replacement for the window type on systems without sign-in dialogues.
public typealias AuthUIPresentationAnchor = GatehousePresentation.AuthUIPresentationAnchor

extension AuthUIPresentationAnchor {
    // An app that imports Amplify too has two of these; Amplify's is the one that it calls.
    /// Makes an anchor.
    @_disfavoredOverload
    public convenience init() {
        self.init(for: "AWSMobileClient")
    }
}
#endif
