// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
#if canImport(UIKit) && !os(watchOS)
public import UIKit
#endif

extension AWSMobileClient {
    /// Passes an address that opened the app to the sign-in or sign-out that waits for it.
    ///
    /// - Parameter url: the address.
    /// - Returns: whether something waited for this address.
    @discardableResult
    public func handleAuthResponse(_ url: URL) -> Bool {
        session.handleAuthResponse(url)
    }

    #if canImport(UIKit) && !os(watchOS)
    /// Passes an address that opened the app to the sign-in or sign-out that waits for it.
    ///
    /// - Parameters:
    ///   - application: the app.
    ///   - url: the address.
    ///   - sourceApplication: the app that opened the address.
    ///   - annotation: further data of that app.
    /// - Returns: whether something waited for this address.
    @discardableResult
    public func handleAuthResponse(
        _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool {
        handleAuthResponse(url)
    }
    #endif
}
