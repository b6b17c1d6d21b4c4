// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseDataModel
import GatehouseGraphQL

/// What authorized subscriptions of a connection, as long as they live: those with one key or token have it together.
final class RealtimeGrant: Sendable {
    /// What is checked again.
    let credentials: DataCredentials
    /// The caller at the start, with the fields that policies denied to it.
    let proven: ProvenDataCaller

    /// Keeps what a later check needs.
    init(_ credentials: DataCredentials, _ proven: ProvenDataCaller) {
        self.credentials = credentials.kept(for: proven)
        self.proven = proven
    }

    /// Whether both are of the same caller with the same key or token, byte for byte.
    ///
    /// Policies and functions decide about each subscription by itself.
    func isSame(as other: RealtimeGrant) -> Bool {
        let (one, two) = (proven.caller, other.proven.caller)
        return [.apiKey, .userPools, .oidc].contains(one.mode) && one == two
            && proven.expiresAt == other.proven.expiresAt && credentials.shows(other.credentials)
            && GraphQLValue.object(one.claims).jsonBytes() == GraphQLValue.object(two.claims).jsonBytes()
    }
}

extension DataCredentials {
    /// What a later check of an accepted caller looks at: its key or its token alone.
    ///
    /// The forms of a signature contain the request of its start, and the check of a signer looks up its key.
    fileprivate func kept(for proven: ProvenDataCaller) -> DataCredentials {
        let isKey = proven.caller.mode == .apiKey
        return DataCredentials(
            apiKeys: isKey ? apiKeys : [], authorizations: isKey || proven.signer != nil ? [] : authorizations)
    }
}
