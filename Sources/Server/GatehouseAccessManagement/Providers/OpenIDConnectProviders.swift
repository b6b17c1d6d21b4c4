// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AccessManagementShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
package import GatehouseWire

extension AccessManager {
    /// Registers an OpenID Connect provider.
    ///
    /// Thumbprints are kept and not used: TLS checks the certificates of providers.
    /// - Throws: `EntityAlreadyExists`, `InvalidInput`, `LimitExceeded`.
    package func createOpenIDConnectProvider(
        _ request: CreateOpenIDConnectProviderRequest
    ) async throws(ServiceFault) -> CreateOpenIDConnectProviderResponse {
        try refuse([
            "ContextProvider": request.contextProvider != nil,
            "IdentityCenterInstanceArn": request.identityCenterInstanceArn != nil,
        ])
        let tags = try tags(request.tags)
        var members: [WireName: WireValue] = ["url": .string(request.url)]
        members["clientIds"] = Self.list(request.clientIDList ?? [])
        members["thumbprints"] = Self.list(try Self.thumbprints(request.thumbprintList ?? []))
        members["tags"] = tags.document
        let (name, entry) = (OpenIDProvider.name(ofIssuer: request.url), WireValue.object(members))
        let registry = registry
        let record = try await changing(name) {
            try await registry.add(OpenIDProvider(name: name, document: entry))
        }
        return CreateOpenIDConnectProviderResponse(
            openIDConnectProviderArn: record.entry.arn(inAccount: account), tags: tags.shapes)
    }

    /// Describes an OpenID Connect provider; as in IAM, its address has no `https://`.
    /// - Throws: `NoSuchEntity`, `InvalidInput` for a text that is not the ARN of a provider.
    package func getOpenIDConnectProvider(
        _ request: GetOpenIDConnectProviderRequest
    ) async throws(ServiceFault) -> GetOpenIDConnectProviderResponse {
        let record = try await openIDProvider(request.openIDConnectProviderArn)
        let provider = record.entry
        let address = provider.issuer.firstRange(of: "://").map { String(provider.issuer[$0.upperBound...]) }
        return GetOpenIDConnectProviderResponse(
            url: address ?? provider.issuer, clientIDList: provider.clientIDs, thumbprintList: provider.thumbprints,
            createDate: record.createdAt, tags: provider.tags.shapes)
    }

    /// Lists all OpenID Connect providers.
    package func listOpenIDConnectProviders(
        _ request: ListOpenIDConnectProvidersRequest
    ) async throws(ServiceFault) -> ListOpenIDConnectProvidersResponse {
        let account = account
        let arns = try await read { store in
            try store.records(of: OpenIDProvider.self, after: nil, limit: AccessKind.openIDProvider.limit)
                .map { $0.entry.arn(inAccount: account) }
        }
        return ListOpenIDConnectProvidersResponse(
            openIDConnectProviderList: arns.map { OpenIDConnectProviderListEntry(arn: $0) })
    }

    /// Adds a client to an OpenID Connect provider; one that it has already is not an error.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `LimitExceeded`, `UnmodifiableEntity`.
    package func addClientIDToOpenIDConnectProvider(
        _ request: AddClientIDToOpenIDConnectProviderRequest
    ) async throws(ServiceFault) {
        let id = request.clientID
        try await changeProvider(request.openIDConnectProviderArn) { provider in
            guard !provider.clientIDs.contains(where: { $0.utf8.elementsEqual(id.utf8) }) else { return provider }
            return try provider.changing { $0["clientIds"] = Self.list(provider.clientIDs + [id]) }
        }
    }

    /// Removes a client of an OpenID Connect provider; an unknown one is not an error.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `UnmodifiableEntity`.
    package func removeClientIDFromOpenIDConnectProvider(
        _ request: RemoveClientIDFromOpenIDConnectProviderRequest
    ) async throws(ServiceFault) {
        let id = request.clientID
        try await changeProvider(request.openIDConnectProviderArn) { provider in
            let rest = provider.clientIDs.filter { !$0.utf8.elementsEqual(id.utf8) }
            return try provider.changing { $0["clientIds"] = Self.list(rest) }
        }
    }

    /// Replaces the thumbprints of an OpenID Connect provider.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `UnmodifiableEntity`.
    package func updateOpenIDConnectProviderThumbprint(
        _ request: UpdateOpenIDConnectProviderThumbprintRequest
    ) async throws(ServiceFault) {
        let thumbprints = try Self.thumbprints(request.thumbprintList)
        try await changeProvider(request.openIDConnectProviderArn) { provider in
            try provider.changing { $0["thumbprints"] = Self.list(thumbprints) }
        }
    }

    /// Deletes an OpenID Connect provider; its tokens are not accepted any more.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `UnmodifiableEntity`.
    package func deleteOpenIDConnectProvider(
        _ request: DeleteOpenIDConnectProviderRequest
    ) async throws(ServiceFault) {
        let arn = request.openIDConnectProviderArn
        let (registry, account) = (registry, account)
        let entry = try NamedEntry(.openIDProvider, arn: arn, account: account)
        try await changing(arn) {
            try await registry.remove(OpenIDProvider.self, named: entry.name) { provider, _ in
                try entry.check(provider, account)
            }
        }
    }

    /// Sets tags of an OpenID Connect provider.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `LimitExceeded`, `UnmodifiableEntity`.
    package func tagOpenIDConnectProvider(_ request: TagOpenIDConnectProviderRequest) async throws(ServiceFault) {
        let pairs = Self.pairs(request.tags)
        let entry = try NamedEntry(.openIDProvider, arn: request.openIDConnectProviderArn, account: account)
        try await changeTags(OpenIDProvider.self, entry, of: { $0.tags }) {
            former throws(AccessFlaw) in try former.setting(pairs)
        }
    }

    /// Removes tags of an OpenID Connect provider.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `UnmodifiableEntity`.
    package func untagOpenIDConnectProvider(
        _ request: UntagOpenIDConnectProviderRequest
    ) async throws(ServiceFault) {
        let entry = try NamedEntry(.openIDProvider, arn: request.openIDConnectProviderArn, account: account)
        try await changeTags(OpenIDProvider.self, entry, of: { $0.tags }) {
            former throws(AccessFlaw) in former.removing(request.tagKeys)
        }
    }

    /// Lists the tags of an OpenID Connect provider, in pages.
    /// - Throws: `NoSuchEntity`, `InvalidInput`.
    package func listOpenIDConnectProviderTags(
        _ request: ListOpenIDConnectProviderTagsRequest
    ) async throws(ServiceFault) -> ListOpenIDConnectProviderTagsResponse {
        let tags = try await openIDProvider(request.openIDConnectProviderArn).entry.tags
        let page = ListPage(of: tags, after: request.marker, maximum: request.maxItems)
        return ListOpenIDConnectProviderTagsResponse(
            tags: page.elements, isTruncated: page.isTruncated, marker: page.marker)
    }

    private func openIDProvider(_ arn: String) async throws(ServiceFault) -> AccessRecord<OpenIDProvider> {
        let (entry, account) = (try NamedEntry(.openIDProvider, arn: arn, account: account), account)
        return try await read { try entry.record(of: OpenIDProvider.self, in: $0, account) }
    }

    private func changeProvider(
        _ arn: String, _ change: @escaping @Sendable (OpenIDProvider) throws -> OpenIDProvider
    ) async throws(ServiceFault) {
        let (registry, account) = (registry, account)
        let entry = try NamedEntry(.openIDProvider, arn: arn, account: account)
        try await changing(arn) {
            try await registry.change(OpenIDProvider.self, named: entry.name) { former, _ in
                try entry.check(former.entry, account)
                return try change(former.entry)
            }
        }
    }

    private static func list(_ texts: [String]) -> WireValue {
        .array(texts.map { .string($0) })
    }

    private static func thumbprints(_ list: [String]) throws(ServiceFault) -> [String] {
        guard list.count <= OpenIDProvider.maximumThumbprints else {
            throw .invalidInput(
                "Thumbprint list must contain at most \(OpenIDProvider.maximumThumbprints) entries.")
        }
        return list
    }
}
