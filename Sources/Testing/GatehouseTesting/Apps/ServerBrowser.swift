// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseClient
import GatehouseWire
import Synchronization

/// A browser without scripts at the pages of a server in this process, with a user who fills in the forms.
package final class ServerBrowser: Sendable {
    /// A visit that does not end at the redirect URI.
    package enum Failure: Error {
        /// The page has no form that the user could fill in.
        case noForm(status: Int, page: String)
        /// The visit did not end after 20 pages.
        case tooManyPages
    }

    /// What the user enters in a field of a form, by the field's name and the number of the form in the visit; `nil`
    /// leaves the value that the page has.
    package typealias Entries = @Sendable (_ field: String, _ form: Int) -> String?

    private struct State {
        var cookies: [String: String] = [:]
        var pages: [String] = []
        var formsSent = 0
        var redirects: [URL] = []
    }

    private let server: InProcessTransport
    private let entries: Entries
    private let state = Mutex(State())

    /// Creates a browser with a user who fills in fields that way.
    package init(_ server: InProcessTransport, entering entries: @escaping Entries) {
        (self.server, self.entries) = (server, entries)
    }

    /// Creates a browser whose user enters these values, by the names of the fields.
    package convenience init(_ server: InProcessTransport, entering entries: [String: String]) {
        self.init(server) { field, _ in entries[field] }
    }

    /// The number of forms that the user has sent.
    package var formsSent: Int { state.withLock(\.formsSent) }

    /// The pages that the user has seen.
    package var pages: [String] { state.withLock(\.pages) }

    /// The addresses with which visits ended.
    package var arrivals: [URL] { state.withLock(\.redirects) }

    /// Follows the pages to an address with a scheme.
    ///
    /// - Parameters:
    ///   - url: the address of the first page.
    ///   - scheme: the scheme of the redirect URI, in lower case.
    /// - Returns: the address with that scheme.
    /// - Throws: `Failure`, and the error of a request.
    package func visit(_ url: URL, until scheme: String) async throws -> URL {
        var request = TransportRequest(method: .get, url: url)
        let before = formsSent
        for _ in 1...20 {
            let response = try await server.send(withCookies(request))
            keepCookies(of: response)
            if (300..<400).contains(response.status),
                let location = response.header("Location").flatMap({ URL(string: $0, relativeTo: request.url) })
            {
                if location.scheme == scheme {
                    state.withLock { $0.redirects.append(location.absoluteURL) }
                    return location.absoluteURL
                }
                request = TransportRequest(method: .get, url: location.absoluteURL)
            } else {
                request = try filledIn(response, at: request.url, form: formsSent - before)
            }
        }
        throw Failure.tooManyPages
    }

    private func withCookies(_ request: TransportRequest) -> TransportRequest {
        let cookies = state.withLock(\.cookies).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        guard !cookies.isEmpty else { return request }
        var request = request
        request.headers.append(("Cookie", cookies.joined(separator: "; ")))
        return request
    }

    private func keepCookies(of response: TransportResponse) {
        for header in response.headers where header.name.lowercased() == "set-cookie" {
            let parts = header.value.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            state.withLock { $0.cookies[pair[0]] = parts.contains("Max-Age=0") ? nil : pair[1] }
        }
    }

    /// The first form of a page that is sent with POST, with the user's entries in the fields that are not hidden.
    private func filledIn(_ response: TransportResponse, at url: URL, form number: Int) throws -> TransportRequest {
        let html = String(decoding: response.body, as: UTF8.self)
        let forms = html.matches(of: /(?s)<form\b([^>]*)>(.*?)<\/form>/)
        guard let form = forms.first(where: { Self.attributes(of: $0.1)["method"]?.lowercased() == "post" }) else {
            throw Failure.noForm(status: response.status, page: html)
        }
        state.withLock { state in
            state.formsSent += 1
            state.pages.append(html)
        }
        let fields = form.2.matches(of: /(?s)<input\b([^>]*)>/).compactMap { input -> (String, String)? in
            let attributes = Self.attributes(of: input.1)
            return attributes["name"].map { ($0, entries($0, number) ?? attributes["value"] ?? "") }
        }
        let action = Self.attributes(of: form.1)["action"].flatMap { URL(string: $0, relativeTo: url) } ?? url
        return TransportRequest(
            url: action.absoluteURL, headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Data(FormFields.text(fields).utf8))
    }

    private static func attributes(of tag: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        for match in tag.matches(of: /([a-z-]+)="([^"]*)"/) {
            attributes[String(match.1)] = String(match.2).replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        }
        return attributes
    }
}
