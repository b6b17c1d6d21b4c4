// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if !(AsyncHTTPClient && os(Linux))
package import Foundation

extension LoopbackListener {
    /// Fails: the app was built without a library that can listen.
    ///
    /// - Throws: `LoopbackError.noListener`.
    package func callback(
        whenReady open: @Sendable (_ port: Int) async throws -> Void
    ) async throws -> URL {
        throw LoopbackError.noListener
    }
}
#endif
