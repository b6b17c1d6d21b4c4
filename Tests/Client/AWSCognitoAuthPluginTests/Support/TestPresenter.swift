// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseTesting
import GatehouseWire
import Synchronization

/// A presenter that the test plays, and which records the pages.
final class TestPresenter: WebSignInPresenter {
    typealias Visit = @Sendable (WebSignInPage) async throws -> URL

    let offersPrivateSessions: Bool
    private let visit: Mutex<Visit>
    private let seen = Mutex<[WebSignInPage]>([])

    init(offersPrivateSessions: Bool = true, _ visit: @escaping Visit = TestPresenter.arrive) {
        self.offersPrivateSessions = offersPrivateSessions
        self.visit = Mutex(visit)
    }

    /// The pages that were shown, in order.
    var pages: [WebSignInPage] { seen.withLock { $0 } }

    /// Lets later visits end in that way.
    func onVisit(_ visit: @escaping Visit) { self.visit.withLock { $0 = visit } }

    func present(_ page: WebSignInPage) async throws -> URL {
        seen.withLock { $0.append(page) }
        return try await visit.withLock { $0 }(page)
    }

    /// The user signs in at once, with the code `code`; a sign-out page returns at once.
    static let arrive: Visit = { page in
        guard let state = page.query["state"] else { return page.redirectURI }
        return page.redirectURI.appending(queryItems: [
            URLQueryItem(name: "code", value: "code"), URLQueryItem(name: "state", value: state),
        ])
    }
}

extension WebSignInPage {
    /// The parameters of the address.
    var query: [String: String] {
        let fields = (try? FormFields.read(url.query(percentEncoded: true) ?? "", maximum: 50)) ?? []
        return Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }
}

extension ServerBrowser: WebSignInPresenter {
    func present(_ page: WebSignInPage) async throws -> URL {
        try await visit(page.url, until: page.redirectURI.scheme ?? "")
    }
}
