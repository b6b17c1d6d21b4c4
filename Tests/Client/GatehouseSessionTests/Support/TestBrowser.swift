// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Synchronization

/// A browser that the test plays.
final class TestBrowser: WebPagePresenter {
    typealias Visit = @Sendable (WebPage) async throws(WebSignInError) -> URL

    let offersPrivateSessions: Bool
    private let visit: Mutex<Visit>
    private let seen = Mutex<[WebPage]>([])

    init(offersPrivateSessions: Bool = true, _ visit: @escaping Visit) {
        self.offersPrivateSessions = offersPrivateSessions
        self.visit = Mutex(visit)
    }

    /// The pages that were shown, in order.
    var pages: [WebPage] { seen.withLock { $0 } }

    /// Lets later visits end in that way.
    func onVisit(_ visit: @escaping Visit) { self.visit.withLock { $0 = visit } }

    func show(_ page: WebPage) async throws(WebSignInError) -> URL {
        seen.withLock { $0.append(page) }
        return try await visit.withLock { $0 }(page)
    }
}
