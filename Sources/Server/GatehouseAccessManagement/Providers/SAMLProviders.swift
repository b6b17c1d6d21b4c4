// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AccessManagementShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
package import GatehouseWire

extension AccessManager {
    /// Registers a SAML provider.
    /// - Throws: `EntityAlreadyExists`, `InvalidInput` also for a document that is not the metadata of a provider, or
    ///   has expired; `LimitExceeded`.
    package func createSAMLProvider(
        _ request: CreateSAMLProviderRequest
    ) async throws(ServiceFault) -> CreateSAMLProviderResponse {
        try refuse([
            "AssertionEncryptionMode": request.assertionEncryptionMode != nil,
            "AddPrivateKey": request.addPrivateKey != nil, "ContextProvider": request.contextProvider != nil,
            "IdentityCenterInstanceArn": request.identityCenterInstanceArn != nil,
        ])
        let tags = try tags(request.tags)
        var members: [WireName: WireValue] = ["metadata": .string(request.samlMetadataDocument)]
        members["tags"] = tags.document
        let entry = WireValue.object(members)
        let registry = registry
        let record = try await changing(request.name) {
            try await registry.add(SAMLProvider(name: request.name, document: entry))
        }
        return CreateSAMLProviderResponse(
            samlProviderArn: record.entry.arn(inAccount: account), tags: tags.shapes)
    }

    /// Describes a SAML provider with its metadata.
    /// - Throws: `NoSuchEntity`, `InvalidInput` for a text that is not the ARN of a provider.
    package func getSAMLProvider(
        _ request: GetSAMLProviderRequest
    ) async throws(ServiceFault) -> GetSAMLProviderResponse {
        let record = try await samlProvider(request.samlProviderArn)
        return GetSAMLProviderResponse(
            samlMetadataDocument: record.entry.metadata, createDate: record.createdAt,
            validUntil: try? registry.end(ofMetadataOf: record.entry), tags: record.entry.tags.shapes)
    }

    /// Lists all SAML providers.
    package func listSAMLProviders(
        _ request: ListSAMLProvidersRequest
    ) async throws(ServiceFault) -> ListSAMLProvidersResponse {
        let records = try await read {
            try $0.records(of: SAMLProvider.self, after: nil, limit: AccessKind.samlProvider.limit)
        }
        return ListSAMLProvidersResponse(
            samlProviderList: records.map { record in
                SAMLProviderListEntry(
                    arn: record.entry.arn(inAccount: account),
                    validUntil: try? registry.end(ofMetadataOf: record.entry), createDate: record.createdAt)
            })
    }

    /// Replaces the metadata of a SAML provider; a request without a document changes nothing.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `LimitExceeded`, `UnmodifiableEntity`.
    package func updateSAMLProvider(
        _ request: UpdateSAMLProviderRequest
    ) async throws(ServiceFault) -> UpdateSAMLProviderResponse {
        try refuse([
            "AssertionEncryptionMode": request.assertionEncryptionMode != nil,
            "AddPrivateKey": request.addPrivateKey != nil, "RemovePrivateKey": request.removePrivateKey != nil,
            "ContextProvider": request.contextProvider != nil,
            "IdentityCenterInstanceArn": request.identityCenterInstanceArn != nil,
            "RemoveContextProvider": request.removeContextProvider == true,
            "RemoveIdentityCenterInstance": request.removeIdentityCenterInstance == true,
        ])
        let arn = request.samlProviderArn
        let (registry, account) = (registry, account)
        let entry = try NamedEntry(.samlProvider, arn: arn, account: account)
        try await changing(arn) {
            try await registry.change(SAMLProvider.self, named: entry.name) { former, _ in
                try entry.check(former.entry, account)
                guard let metadata = request.samlMetadataDocument else { return former.entry }
                return try former.entry.changing { $0["metadata"] = .string(metadata) }
            }
        }
        return UpdateSAMLProviderResponse(samlProviderArn: arn)
    }

    /// Deletes a SAML provider; its responses are not accepted any more.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `UnmodifiableEntity`.
    package func deleteSAMLProvider(_ request: DeleteSAMLProviderRequest) async throws(ServiceFault) {
        let arn = request.samlProviderArn
        let (registry, account) = (registry, account)
        let entry = try NamedEntry(.samlProvider, arn: arn, account: account)
        try await changing(arn) {
            try await registry.remove(SAMLProvider.self, named: entry.name) { provider, _ in
                try entry.check(provider, account)
            }
        }
    }

    /// Sets tags of a SAML provider.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `LimitExceeded`, `UnmodifiableEntity`.
    package func tagSAMLProvider(_ request: TagSAMLProviderRequest) async throws(ServiceFault) {
        let pairs = Self.pairs(request.tags)
        let entry = try NamedEntry(.samlProvider, arn: request.samlProviderArn, account: account)
        try await changeTags(SAMLProvider.self, entry, of: { $0.tags }) {
            former throws(AccessFlaw) in try former.setting(pairs)
        }
    }

    /// Removes tags of a SAML provider.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `UnmodifiableEntity`.
    package func untagSAMLProvider(_ request: UntagSAMLProviderRequest) async throws(ServiceFault) {
        let entry = try NamedEntry(.samlProvider, arn: request.samlProviderArn, account: account)
        try await changeTags(SAMLProvider.self, entry, of: { $0.tags }) {
            former throws(AccessFlaw) in former.removing(request.tagKeys)
        }
    }

    /// Lists the tags of a SAML provider, in pages.
    /// - Throws: `NoSuchEntity`, `InvalidInput`.
    package func listSAMLProviderTags(
        _ request: ListSAMLProviderTagsRequest
    ) async throws(ServiceFault) -> ListSAMLProviderTagsResponse {
        let tags = try await samlProvider(request.samlProviderArn).entry.tags
        let page = ListPage(of: tags, after: request.marker, maximum: request.maxItems)
        return ListSAMLProviderTagsResponse(
            tags: page.elements, isTruncated: page.isTruncated, marker: page.marker)
    }

    private func samlProvider(_ arn: String) async throws(ServiceFault) -> AccessRecord<SAMLProvider> {
        let (entry, account) = (try NamedEntry(.samlProvider, arn: arn, account: account), account)
        return try await read { try entry.record(of: SAMLProvider.self, in: $0, account) }
    }
}
