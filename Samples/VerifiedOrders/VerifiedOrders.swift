// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseVerifier
import GatehouseVerifierHummingbird
import Hummingbird
import Logging

/// An API of one's own that trusts what a Gatehouse server vends: it answers signed requests with their sender, and
/// requests with a token with its user.
///
/// Settings are environment variables: `GATEHOUSE_URL`, `ORDERS_ACCESS_KEY_ID` and `ORDERS_SECRET_ACCESS_KEY` for signing
/// keys, `ORDERS_HOST`, which is the value of `Host`, `ORDERS_PORT`, and for tokens `ORDERS_ISSUER` and
/// `ORDERS_CLIENT_ID`.
@main
struct VerifiedOrders {
    struct Context: CallerRequestContext, TokenRequestContext {
        var coreContext: CoreRequestContextStorage
        var caller: Caller?
        var token: VerifiedToken?

        init(source: Source) {
            coreContext = .init(source: source)
        }
    }

    struct MissingSetting: Error {
        let name: String
    }

    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        func setting(_ name: String) throws -> String {
            guard let value = environment[name] else { throw MissingSetting(name: name) }
            return value
        }
        let gatehouse = try GatehouseConnection(
            url: setting("GATEHOUSE_URL"), accessKeyID: setting("ORDERS_ACCESS_KEY_ID"),
            secretAccessKey: setting("ORDERS_SECRET_ACCESS_KEY"))
        let signatures = RequestVerifier(
            rules: RequestVerifier.Rules(service: "orders", hosts: [try setting("ORDERS_HOST")]), gatehouse: gatehouse)
        let router = Router(context: Context.self)
        let signed = router.group("signed").add(middleware: SignatureMiddleware(signatures))
        for method in [HTTPRequest.Method.get, .post, .put, .delete] {
            signed.on("**", method: method) { request, context in try await answer(request, context) }
        }
        if let issuer = environment["ORDERS_ISSUER"] {
            let tokens = try TokenVerifier(issuer: issuer, clientIDs: [try setting("ORDERS_CLIENT_ID")])
            router.group("token").add(middleware: TokenMiddleware(tokens)).get("me") { _, context in
                context.token?.subject ?? ""
            }
        }
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: Int(try setting("ORDERS_PORT")) ?? 0)))
        try await application.runService()
    }

    /// The sender, the service's view of the address and the length of the body, one in a line.
    private static func answer(_ request: Request, _ context: Context) async throws -> String {
        let body = try await request.body.collect(upTo: 1_048_576)
        let caller = context.caller
        return [caller?.arn ?? "", caller?.identityID ?? "", request.head.path ?? "", String(body.readableBytes)]
            .joined(separator: "\n")
    }
}
