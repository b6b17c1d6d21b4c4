// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseWire

/// The parameters of an authorization request that a client has sent before the browser comes (RFC 9126).
///
/// Nothing is stored: the reference that the client gets has the parameters in sealed form, bound to the pool.
struct PushedRequest: Sendable, Equatable {
    /// The beginning of each reference.
    static let prefix = "urn:ietf:params:oauth:request_uri:"
    /// The time in seconds within which the browser must come.
    static let lifetime = 300.0
    /// The most bytes of the parameters, so that a browser accepts an address with the reference.
    static let longest = 4_096

    /// The client that has sent the parameters.
    let clientID: String
    /// The parameters as a form.
    let form: String
    /// The time by the forward clock at which the client sent them.
    let sentAt: Date

    /// Creates the request of an authenticated client.
    init(clientID: String, form: String, sentAt: Date) {
        self.clientID = clientID
        self.form = form
        self.sentAt = sentAt
    }

    /// The parameters.
    /// - Throws: the refusal of parameters that cannot be read.
    func parameters() throws(AuthorizeRefusal) -> FormParameters {
        do throws(WireSyntaxError) {
            return try FormParameters(form)
        } catch {
            throw .page(.invalidRequest, clientID: clientID)
        }
    }

    /// The reference, the value of `request_uri`.
    func reference(inPool poolID: String, by sealer: Sealer) -> String {
        var fields = SealedFields()
        fields.append(clientID)
        fields.append(form)
        fields.append(sentAt)
        let sealed = sealer.seal(fields.bytes, purpose: .pushedRequest, context: Array(poolID.utf8))
        return Self.prefix + Base64URL.encode(sealed)
    }

    /// Opens a reference; `nil` for another text, for one of another pool, and after its time.
    init?(reference: String, inPool poolID: String, by sealer: Sealer, at now: Date) {
        guard reference.hasPrefix(Self.prefix),
            let sealed = Base64URL.decode(String(reference.dropFirst(Self.prefix.count))),
            let bytes = try? sealer.open(sealed, purpose: .pushedRequest, context: Array(poolID.utf8))
        else { return nil }
        var fields = SealedFields(bytes)
        guard let clientID = fields.nextText(), let form = fields.nextText(), let sentAt = fields.nextDate(),
            fields.isAtEnd, sentAt.addingTimeInterval(Self.lifetime) > now
        else { return nil }
        self.init(clientID: clientID, form: form, sentAt: sentAt)
    }
}
