// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseSites
import GatehouseWire

extension Site {
    /// The messages of the outbox, the newest first: all messages, or those to one recipient.
    package static func outbox(_ messages: @escaping @Sendable (_ recipient: String?) -> [Message]) -> Site {
        let label = "outbox"
        let route = Route(.get, "/dev/outbox", label: label, for: .developer, isRoutine: true) { call in
            let recipient = call.request.queryValue("to").flatMap { $0.isEmpty ? nil : $0 }
            return Outcome(OutboxPage.answer(call.request, messages: messages(recipient)), operation: label)
        }
        return Site(routes: [route], isForThisMachine: true)
    }

    /// The page for trying passkeys.
    package static func passkeys(baseURL: String) -> Site {
        let label = "passkeys"
        return Site(routes: [
            Route(.get, "/dev/passkeys", label: label, for: .developer, isRoutine: true) { call in
                Outcome(PasskeyPage.answer(call.request, baseURL: baseURL), operation: label)
            }
        ])
    }

    /// The first page of a developer's server with the contents of the server, and the reset to the state of its first
    /// start.
    ///
    /// `reset` returns `false` if a reset is already running; `domain` returns the name of the domain on whose pages the
    /// users of an app client sign in.
    package static func development(
        _ deployment: Deployment, overview: @escaping @Sendable () async throws -> DevelopmentOverview,
        reset: @escaping @Sendable () async throws -> Bool,
        domain: @escaping @Sendable (_ clientID: String) async throws -> String? = { _ in nil }
    ) -> Site {
        let visitors = LocalVisitors(deployment: deployment)
        let (overviewLabel, resetLabel, signedInLabel) = ("overview", "reset", "signed-in")
        let signedInPath = RoutePath(stringLiteral: SignedInPage.path)
        return Site(routes: [
            Route(.get, signedInPath, label: signedInLabel, for: .developer, isRoutine: true, isListed: false) { call in
                do {
                    let client = call.request.queryValue("state") ?? ""
                    return Outcome(SignedInPage.answer(domain: try await domain(client)), operation: signedInLabel)
                } catch {
                    return failure(signedInLabel, error)
                }
            },
            Route(.get, "/", label: overviewLabel, for: .developer, isRoutine: true) { call in
                do {
                    return Outcome(OverviewPage.answer(call.request, try await overview()), operation: overviewLabel)
                } catch {
                    return failure(overviewLabel, error)
                }
            },
            Route(.post, "/dev/reset", label: resetLabel, for: .developer) { call in
                // A browser lets a page of any origin send such a request, so only pages of this server's own
                // origin are allowed.
                guard visitors.isOwnOrigin(of: call.request) else {
                    return refusal(
                        resetLabel, .accessDenied, 403, "A page of another origin may not reset this server.")
                }
                do {
                    guard try await reset() else {
                        return refusal(resetLabel, "ConflictException", 409, "Another reset is running: try again.")
                    }
                    return Outcome(.json(["status": "reset"]), operation: resetLabel)
                } catch {
                    return failure(resetLabel, error)
                }
            },
        ])
    }

    private static func refusal(
        _ label: String, _ code: ServiceFault.Code, _ status: Int, _ text: String
    ) -> Outcome {
        let fault = ServiceFault(code, text)
        return Outcome(JSONAnswer.fault(fault, status: status), operation: label, fault: fault)
    }

    private static func failure(_ label: String, _ error: any Error) -> Outcome {
        let fault = (error as? ServiceFault) ?? ServiceFault(unforeseen: error)
        return Outcome(JSONAnswer.fault(fault, status: 500), operation: label, fault: fault)
    }
}

extension HTMLPage {
    /// The links of the pages below `/dev`.
    static let developerLinks = [
        (name: "Overview", path: ""), (name: "Outbox", path: "dev/outbox"), (name: "Passkeys", path: "dev/passkeys"),
        (name: "GraphQL", path: "dev/graphql"),
    ]
}
