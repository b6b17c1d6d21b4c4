// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire

/// The pages of a developer's server.
extension Gateway {
    func overview(_ request: GatewayRequest) async -> Outcome {
        guard let overview = pages.overview else { return nowhere() }
        return await forDevelopers(request, Label.overview) {
            do {
                return Outcome(OverviewPage.answer(request, try await overview()), operation: Label.overview)
            } catch {
                return failure(Label.overview, error)
            }
        }
    }

    func outbox(_ request: GatewayRequest) async -> Outcome {
        guard let messages = pages.outbox else { return nowhere() }
        return await forDevelopers(request, Label.outbox) {
            let recipient = request.queryValue("to").flatMap { $0.isEmpty ? nil : $0 }
            return Outcome(OutboxPage.answer(request, messages: messages(recipient)), operation: Label.outbox)
        }
    }

    func passkeys(_ request: GatewayRequest) async -> Outcome {
        guard pages.showsPasskeys else { return nowhere() }
        return await forDevelopers(request, Label.passkeys) {
            Outcome(PasskeyPage.answer(request, baseURL: baseURL), operation: Label.passkeys)
        }
    }

    /// The response with the metrics; a developer's server that other machines can reach demands its key.
    func metrics(_ request: GatewayRequest) async -> Outcome {
        guard let text = pages.metrics else { return nowhere() }
        // Without a key, a program may use any host name to read the metrics.
        guard settings.developerKey != nil else {
            return Outcome(MetricsPage.response(text()), operation: Label.metrics)
        }
        return await forDevelopers(request, Label.metrics) {
            Outcome(MetricsPage.response(text()), operation: Label.metrics)
        }
    }

    /// Resets the server to the state of its first start.
    ///
    /// A browser lets a page of any origin send such a request, so only pages of this server's own origin are allowed.
    func reset(_ request: GatewayRequest) async -> Outcome {
        guard let reset = pages.reset else { return nowhere() }
        return await forDevelopers(request, Label.reset) {
            guard visitors.isOwnOrigin(of: request) else {
                return refusal(
                    Label.reset, .accessDenied, 403, "A page of another origin may not reset this server.")
            }
            do {
                guard try await reset() else {
                    return refusal(Label.reset, "ConflictException", 409, "Another reset is running: try again.")
                }
                return Outcome(.json(["status": "reset"]), operation: Label.reset)
            } catch {
                return failure(Label.reset, error)
            }
        }
    }

    /// The response with a page, if the `Host` header has one of the server's own names and the request contains the
    /// key where one is needed.
    private func forDevelopers(
        _ request: GatewayRequest, _ label: String, _ page: () async -> Outcome
    ) async -> Outcome {
        guard visitors.admitsHost(of: request, orAddress: settings.developerKey != nil) else { return strangeHost() }
        var outcome: Outcome
        if let key = settings.developerKey, !key.isCarried(by: request) {
            outcome = Outcome(KeyPage.answer(request), operation: label, code: Label.keyMissing)
        } else if let redirection = settings.developerKey?.redirection(of: request, isSecure: isSecure) {
            outcome = Outcome(redirection, operation: label)
        } else {
            outcome = await page()
        }
        outcome.allowsOtherOrigins = false
        return outcome
    }

    private func refusal(_ label: String, _ code: ServiceFault.Code, _ status: Int, _ text: String) -> Outcome {
        let fault = ServiceFault(code, text)
        return Outcome(JSONAnswer.fault(fault, status: status), operation: label, fault: fault)
    }

    private func failure(_ label: String, _ error: any Error) -> Outcome {
        let fault = (error as? ServiceFault) ?? ServiceFault(unforeseen: error)
        return Outcome(JSONAnswer.fault(fault, status: 500), operation: label, fault: fault)
    }
}
