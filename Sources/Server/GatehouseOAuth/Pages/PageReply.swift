// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
import GatehousePages
package import GatehouseSites
package import GatehouseWire

/// The reply of a page's controller: the response, and what went wrong.
package struct PageReply: Sendable {
    /// What went wrong, for logs and metrics.
    package enum Trouble: Sendable {
        /// The operation behind the page failed.
        case fault(ServiceFault)
        /// The browser or the client gets an error; `reason` says more than they may learn.
        case refusal(code: String, reason: (any RefusalReason)?)
    }

    /// The response; a page that waits for its style is not in it yet.
    package var response: GatewayResponse
    /// Returns the text of the page in the style of its client; `nil` for a complete response.
    private(set) var page: (@Sendable (PageBranding) -> String)?
    /// What went wrong; `nil` if nothing did.
    package var trouble: Trouble?
    /// What the log says about a refusal beyond the page.
    var note: String?

    /// Creates a reply.
    package init(_ response: GatewayResponse, _ trouble: Trouble? = nil, note: String? = nil) {
        self.response = response
        self.trouble = trouble
        self.note = note
    }

    /// Creates a reply with a page that gets its style by ``draw(in:)``.
    init(
        _ response: GatewayResponse, _ trouble: Trouble?, page: @escaping @Sendable (PageBranding) -> String
    ) {
        self.init(response, trouble)
        self.page = page
    }

    /// Completes the response with the page in a style.
    mutating func draw(in branding: PageBranding) {
        guard let page else { return }
        response.body = Data(page(branding).utf8)
        self.page = nil
    }

    /// The outcome of a route.
    package func outcome(of label: String) -> Outcome {
        var outcome =
            switch trouble {
            case nil: Outcome(response, operation: label)
            case .fault(let fault): Outcome(response, operation: label, fault: fault)
            case .refusal(let code, let reason): Outcome(response, operation: label, code: code, cause: reason)
            }
        outcome.note = note
        return outcome
    }
}
