// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseWire
import Synchronization

/// The browser of a test.
final class TestBrowser: Sendable {
    /// The end of a visit.
    enum End: Sendable {
        case arrived(URL)
        case failed(any Error)
        case cancelled
        /// The browser does not answer: the address arrives from outside, or never.
        case open
    }

    typealias Visit = @Sendable (URL) async -> End

    struct Page: Sendable {
        let url: URL
        let isPrivate: Bool

        /// The parameters of the address, in their order.
        var fields: [(name: String, value: String)] {
            (try? FormFields.read(url.query(percentEncoded: true) ?? "", maximum: 50)) ?? []
        }

        subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
    }

    /// The scheme of the redirect URIs.
    let scheme: String
    private let visit: Mutex<Visit>
    private let seen = Mutex<[Page]>([])

    init(_ visit: @escaping Visit = { _ in .cancelled }) {
        scheme = "app\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        self.visit = Mutex(visit)
    }

    /// The redirect URI of sign-ins.
    var signInRedirect: String { "\(scheme)://signin/" }

    /// The redirect URI of sign-outs.
    var signOutRedirect: String { "\(scheme)://signout/" }

    /// The pages that were opened.
    var pages: [Page] { seen.withLock(\.self) }

    /// Lets later visits end in that way.
    func onVisit(_ visit: @escaping Visit) { self.visit.withLock { $0 = visit } }

    /// Lets later visits arrive at once, with these parameters.
    func arrive(_ parameters: [String: String]) {
        onVisit { [self] url in .arrived(arrival(at: url, parameters)) }
    }

    /// The redirect URI with the parameters, and with the state of the page unless they contain one.
    func arrival(at url: URL, _ parameters: [String: String]) -> URL {
        let page = Page(url: url, isPrivate: false)
        var parameters = parameters
        parameters["state"] = parameters["state"] ?? page["state"]
        let redirect = page["redirect_uri"] ?? page["logout_uri"] ?? page["returnTo"] ?? signInRedirect
        let query = FormFields.text(parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return URL(string: redirect + (query.isEmpty ? "" : "?\(query)")) ?? url
    }

    private func open(_ page: Page) async -> End {
        seen.withLock { $0.append(page) }
        return await visit.withLock { $0 }(page.url)
    }

    /// The completion of a visit.
    ///
    /// Unchecked: presenters may call it on any thread.
    private struct VisitCompletion: @unchecked Sendable {
        let call: (URL?, (any Error)?) -> Void
    }
}

extension TestBrowser: HostedUIPresenter {
    func present(
        _ url: URL, callbackURLScheme: String?, prefersEphemeralSession: Bool,
        completion: @escaping (URL?, (any Error)?) -> Void
    ) {
        guard callbackURLScheme == scheme else { return completion(nil, URLError(.badURL)) }
        let completion = VisitCompletion(call: completion)
        let page = Page(url: url, isPrivate: prefersEphemeralSession)
        Task {
            switch await open(page) {
            case .arrived(let url): completion.call(url, nil)
            case .failed(let error): completion.call(nil, error)
            case .cancelled: completion.call(nil, nil)
            case .open: break
            }
        }
    }

    func dismiss() {}
}
