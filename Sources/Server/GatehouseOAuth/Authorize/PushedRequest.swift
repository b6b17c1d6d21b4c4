// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The parameters of an authorization request that a client has sent before the browser's request (RFC 9126).
///
/// Nothing is stored but the id of a used reference: a reference has the parameters in sealed form, bound to the pool
/// and to its holder.
struct PushedRequest: Sendable, Equatable {
    /// The party that has a reference.
    enum Holder: Sendable {
        /// The client, whose reference the authorization endpoint accepts once.
        case client
        /// The browser with an id, which keeps its reference from page to page.
        case browser(String)

        /// The time in seconds after which a reference is refused.
        var lifetime: Double {
            switch self {
            case .client: PushedRequest.lifetime
            // As long as the longest way through the pages.
            case .browser: 3_600
            }
        }
    }

    /// The beginning of each reference.
    static let prefix = "urn:ietf:params:oauth:request_uri:"
    /// The time in seconds within which the browser's request must arrive.
    static let lifetime = 300.0
    /// The most bytes of the parameters, so that a browser accepts an address with the reference.
    static let longest = 4_096
    /// The parameters that a user selects on the pages; they replace the client's parameters.
    private static let choices: Set<String> = ["identity_provider", "idp_identifier", "lang", "continue"]

    /// The random id.
    let id: String
    /// The client that has sent the parameters.
    let clientID: String
    /// The parameters as a form.
    let form: String
    /// The time by the forward clock from which the lifetime of a reference counts.
    let sentAt: Date

    /// The id that the authorization endpoint spends.
    var singleUseID: SingleUseID { SingleUseID(id: id, expiresAt: sentAt.addingTimeInterval(Self.lifetime)) }

    /// Returns the reference of a holder, the value of `request_uri`.
    func reference(of holder: Holder, inPool poolID: String, by sealer: Sealer) -> String {
        var fields = SealedFields()
        for text in [id, clientID, form] { fields.append(text) }
        fields.append(sentAt)
        let sealed = sealer.seal(fields.bytes, purpose: .pushedRequest, context: Self.context(holder, poolID))
        return Self.prefix + Base64URL.encode(sealed)
    }

    /// Opens a reference; `nil` for another text, for one of another pool or holder, and after its time.
    init?(reference: String?, of holder: Holder, inPool poolID: String, by sealer: Sealer, at now: Date) {
        guard let reference, reference.hasPrefix(Self.prefix),
            let sealed = Base64URL.decode(String(reference.dropFirst(Self.prefix.count))),
            let bytes = try? sealer.open(sealed, purpose: .pushedRequest, context: Self.context(holder, poolID))
        else { return nil }
        var fields = SealedFields(bytes)
        guard let id = fields.nextText(), let clientID = fields.nextText(), let form = fields.nextText(),
            let sentAt = fields.nextDate(), fields.isAtEnd, sentAt.addingTimeInterval(holder.lifetime) > now
        else { return nil }
        self.init(id: id, clientID: clientID, form: form, sentAt: sentAt)
    }

    /// Creates a request.
    init(id: String, clientID: String, form: String, sentAt: Date) {
        self.id = id
        self.clientID = clientID
        self.form = form
        self.sentAt = sentAt
    }

    /// The parameters as a query, with what the user has selected in the query of a page.
    func query(with page: FormParameters) -> String {
        let selected = Self.choices.sorted().compactMap { name in page.value(WireName(name)).map { (name, $0) } }
        let others = form.query(without: Set(selected.map(\.0)))
        return selected.isEmpty ? others : "\(others)&\(FormFields.text(selected))"
    }

    private static func context(_ holder: Holder, _ poolID: String) -> [UInt8] {
        switch holder {
        case .client: Array(poolID.utf8)
        // The id of a pool has no line feed.
        case .browser(let id): Array("\(poolID)\n\(id)".utf8)
        }
    }
}

extension String {
    /// The query without the parameters with these names.
    func query(without names: Set<String>) -> String {
        split(separator: "&").filter { pair in
            guard let name = try? FormFields.read(String(pair), maximum: 1).first?.name else { return true }
            return !names.contains(name)
        }.joined(separator: "&")
    }
}
