// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if !(os(iOS) || os(macOS) || os(visionOS))
/// A replacement for the window type on systems without sign-in dialogues.
///
/// Amplify and AWSMobileClient both have this one type under a name of their own, so that an app can import both. Each
/// declares `init()` itself: an app that imports one of them finds it there.
public final class AuthUIPresentationAnchor: Sendable {
    /// Creates an anchor, for the `init()` of the module that the app imports.
    package init(for module: StaticString) {}
}
#endif
