// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

/// One sign-in with an authorization code and PKCE, by a browser without cookies.
struct HostedFlow {
    private static let mostRedirects = 8
    /// The verifier of flows that end at the page.
    private static let anyVerifier = String(repeating: "v", count: 43)

    let endpoints: HostedEndpoints
    let clientID: String
    let username: String

    /// Goes from the authorization endpoint through the login page to the tokens.
    func signIn() async throws -> WireValue {
        let verifier = Base64URL.encode(Entropy.system.bytes(32))
        var browser = Browser()
        let page = try await browser.open(authorization(verifier: verifier))
        var fields = Self.hiddenFields(of: page.text)
        fields += [("username", username), ("password", ServerLoad.password)]
        let address = try await browser.submit(fields, to: page.address, until: HostedEndpoints.callback)
        let parameters = URLComponents(string: address)?.queryItems ?? []
        guard let code = parameters.first(where: { $0.name == "code" })?.value else {
            throw IncompleteAnswer(from: "the login page")
        }
        let form = [
            ("grant_type", "authorization_code"), ("code", code), ("client_id", clientID),
            ("redirect_uri", HostedEndpoints.callback), ("code_verifier", verifier),
        ]
        return try await WebRequest.form(form, to: endpoints.tokenEndpoint).tokens()
    }

    /// Opens the login page by the authorization endpoint.
    func openPage() async throws {
        var browser = Browser()
        _ = try await browser.open(authorization(verifier: Self.anyVerifier))
    }

    /// The size of the login page and of the files that it loads, in bytes.
    func pageSize() async throws -> Int {
        var browser = Browser()
        let page = try await browser.open(authorization(verifier: Self.anyVerifier))
        var size = page.text.utf8.count
        for file in page.text.matches(of: /<(?:link|script|img)[^>]*(?:href|src)="([^"]*)"/) {
            guard let address = URL(string: String(file.1), relativeTo: URL(string: page.address)) else {
                throw URLError(.badURL)
            }
            size += try await browser.open(address.absoluteString).text.utf8.count
        }
        return size
    }

    /// The address of the authorization endpoint with the parameters of a sign-in.
    private func authorization(verifier: String) -> String {
        let query = FormFields.text([
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", HostedEndpoints.callback),
            ("scope", "openid email"), ("state", "bench"), ("code_challenge_method", "S256"),
            ("code_challenge", Base64URL.encode(sha256(Array(verifier.utf8)))),
        ])
        return endpoints.domain + "/oauth2/authorize?" + query
    }

    /// The hidden fields of the first form of a page, each once.
    private static func hiddenFields(of page: String) -> [(String, String)] {
        let form = page.prefix(upTo: page.range(of: "</form>")?.lowerBound ?? page.endIndex)
        return form.components(separatedBy: "<input type=\"hidden\" name=\"").dropFirst().compactMap { field in
            let parts = field.components(separatedBy: "\"")
            return parts.count > 2 ? (parts[0], parts[2]) : nil
        }
    }

    /// The cookies of one browser, and the redirects that it follows.
    private struct Browser {
        private var cookies: [String: String] = [:]

        /// Opens an address, and returns the page at the end of the redirects.
        mutating func open(_ address: String) async throws -> (address: String, text: String) {
            var address = address
            for _ in 0..<HostedFlow.mostRedirects {
                let answer = try await send(.get(address))
                guard let next = location(of: answer, from: address) else {
                    guard answer.status == 200 else {
                        throw UnexpectedAnswer(operation: address, status: answer.status)
                    }
                    return (address, String(decoding: answer.body, as: UTF8.self))
                }
                address = next
            }
            throw IncompleteAnswer(from: address)
        }

        /// Submits a form, and follows the redirects to an address of the app.
        mutating func submit(
            _ fields: [(String, String)], to address: String, until callback: String
        ) async throws -> String {
            var (address, answer) = (address, try await send(.form(fields, to: address)))
            for _ in 0..<HostedFlow.mostRedirects {
                guard let next = location(of: answer, from: address) else {
                    throw UnexpectedAnswer(operation: "the login form", status: answer.status)
                }
                guard !next.hasPrefix(callback) else { return next }
                address = next
                answer = try await send(.get(address))
            }
            throw IncompleteAnswer(from: address)
        }

        private mutating func send(_ request: WebRequest) async throws -> TransportResponse {
            let cookie = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            var request = request
            if !cookie.isEmpty { request.headers.append(("Cookie", cookie)) }
            let answer = try await request.send()
            for header in answer.headers where header.name.lowercased() == "set-cookie" {
                let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
                if pair.count == 2 { cookies[String(pair[0])] = String(pair[1]) }
            }
            return answer
        }

        private func location(of answer: TransportResponse, from address: String) -> String? {
            guard (300..<400).contains(answer.status), let location = answer.header("Location") else { return nil }
            return URL(string: location, relativeTo: URL(string: address))?.absoluteString
        }
    }
}
