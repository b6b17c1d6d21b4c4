// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseOAuth
import GatehouseSites
import GatehouseUserPoolModel

private let callbackURLs = ["https://app.example/cb", "https://app.example/?a=b", "myapp://"]
private let scopes = ["openid", "email", "api/read"]

private let fuzzedPool = UserPoolRecord(
    id: "us-east-1_A", description: UserPoolType(id: "us-east-1_A"), createdAt: Date(timeIntervalSince1970: 0),
    modifiedAt: Date(timeIntervalSince1970: 0))

private let fuzzedClient = AppClientRecord(
    id: "c", poolID: "us-east-1_A",
    description: UserPoolClientType(
        callbackURLs: callbackURLs, allowedOAuthFlows: [.code, .implicit], allowedOAuthScopes: scopes,
        allowedOAuthFlowsUserPoolClient: true),
    secrets: [], createdAt: Date(timeIntervalSince1970: 0), modifiedAt: Date(timeIntervalSince1970: 0))

extension FuzzedParser {
    /// The query of an authorization request: the browser is redirected to registered addresses only, with parameters
    /// that cannot end the header.
    func feedAuthorize(_ bytes: [UInt8]) {
        guard let parameters = try? FormParameters(String(decoding: bytes, as: UTF8.self)) else { return }
        do throws(AuthorizeRefusal) {
            let owner = try AuthorizeClient(parameters, client: fuzzedClient, pool: fuzzedPool)
            let request = try AuthorizeRequest(parameters, of: owner)
            precondition(
                request.scopes.allSatisfy(scopes.contains), "a scope was granted that the client does not have")
            precondition(request.type == .code || request.mode != .query, "tokens would be in a query")
            check(AuthorizeResponse(code: "c", to: request, issuer: "https://id.example"))
        } catch {
            guard case .redirect(let error) = error else { return }
            check(AuthorizeResponse(error, issuer: "https://id.example"))
        }
    }

    private func check(_ response: AuthorizeResponse) {
        precondition(callbackURLs.contains(response.address.text), "a redirect leads to an unregistered address")
        precondition(response.location.hasPrefix(response.address.text), "a redirect leads elsewhere")
        precondition(
            response.location.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "a redirect has a byte that ends a header")
    }

    /// The first line is a header with a client's credentials, the second one a form.
    func feedClientCredentials(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        func line(_ index: Int) -> String { lines.count > index ? String(decoding: lines[index], as: UTF8.self) : "" }
        guard let form = try? FormParameters(line(1)) else { return }
        let headers = line(0).isEmpty ? [] : [line(0)]
        guard let credentials = try? ClientCredentials(headers: headers, form: form) else { return }
        precondition(credentials.secrets.count <= 2, "a secret has more than two readings")
        precondition(!credentials.secrets.contains(""), "an empty secret counts as one")
    }
}
