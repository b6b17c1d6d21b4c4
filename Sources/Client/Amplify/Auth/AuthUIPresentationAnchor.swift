// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(iOS) || os(macOS) || os(visionOS)
public import AuthenticationServices

/// The window that the system's sign-in dialogues belong to.
public typealias AuthUIPresentationAnchor = ASPresentationAnchor
#else
/// A replacement for the window type on systems without sign-in dialogues.
public final class AuthUIPresentationAnchor: Sendable {
    /// Makes an anchor.
    public init() {}
}
#endif
