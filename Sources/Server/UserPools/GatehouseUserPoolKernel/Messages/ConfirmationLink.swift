// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The link with which the recipient of a mail confirms a new account: the page `/confirmUser` with the code.
struct ConfirmationLink: Sendable {
    /// The placeholder of a link in a template, with the text of the link, such as `{##Verify Email##}`.
    ///
    /// It is computed, because regular expressions are not sendable.
    static var place: Regex<(Substring, Substring)> { /\{##(.+?)##\}/ }

    /// The address of the page.
    let address: String

    /// Creates the link for the code of a new account.
    ///
    /// `nil` for a message of another kind or medium, in a pool that sends codes or has no domain with pages, and for
    /// the request of an administrator, which names no client.
    init?(
        _ kind: Message.Kind, medium: Message.Medium, code: String, on occasion: MessageOccasion, deployment: Deployment
    ) {
        let pool = occasion.pool
        guard medium == .email, kind == .signUp || kind == .resendCode,
            pool.description.verificationMessageTemplate?.defaultEmailOption == .confirmWithLink,
            let clientID = occasion.clientID, let pages = deployment.pagesAddress(of: pool)
        else { return nil }
        let query = FormFields.text([
            ("client_id", clientID), ("user_name", occasion.user.username), ("confirmation_code", code),
        ])
        address = "\(pages)/confirmUser?\(query)"
    }
}
