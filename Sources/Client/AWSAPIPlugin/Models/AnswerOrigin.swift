// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation

/// The request that an answer belongs to: relations and further pages are loaded from its API, in its mode.
struct AnswerOrigin: RecordOrigin {
    let plugin: AWSAPIPlugin
    let apiName: String?
    let mode: AWSAuthorizationType
    /// The `GraphQLPaging` of the request, whose type only the list of the answer knows.
    private let paging: (any Sendable)?
    /// The JSON of the variables.
    private let variables: Data?
    /// The number of names on the way to the value of the answer, where a decoder reads it inside the whole body.
    private var depth = 0

    /// Creates the origin of the answer to a request in a mode, which its options may have decided.
    init<R>(_ request: GraphQLRequest<R>, in mode: AWSAuthorizationType, _ plugin: AWSAPIPlugin) {
        self.plugin = plugin
        apiName = request.apiName
        self.mode = mode
        paging = request.paging
        let isPaged = R.self is any ModelListMarker.Type && request.paging == nil
        variables = isPaged ? request.variables.flatMap { try? JSONSerialization.data(withJSONObject: $0) } : nil
    }

    /// The same origin for a value that a decoder reads below a number of names.
    func below(_ depth: Int) -> AnswerOrigin {
        var copy = self
        copy.depth = depth
        return copy
    }

    /// The request for the page with a token.
    func nextPage<M: Model>(of type: M.Type, after token: String) -> GraphQLRequest<List<M>> {
        if let paging = paging as? GraphQLPaging<List<M>> { return paging.request(token) }
        let values = variables.flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
        return GraphQLRequest<List<M>>.list(
            M.self, after: token, variables: values, apiName: apiName, authMode: mode)
    }

    private struct Page<M: Model>: Decodable {
        let items: [M?]
        let nextToken: String?
    }

    private enum Member: String, CodingKey {
        case items
    }

    func listProvider<M: Model>(of type: M.Type, from decoder: any Decoder) throws -> AnyModelListProvider<M>? {
        guard let members = try? decoder.container(keyedBy: Member.self) else { return nil }
        if members.contains(.items) {
            // A record that the caller may not read is null, and an error of the answer.
            let page = try Page<M>(from: decoder)
            // The documents of models select no token in a list inside a record. If the app's own document does, the token
            // is valid for that field only, for which there is no request.
            let nextToken = decoder.codingPath.count == depth ? page.nextToken : nil
            let provider = AppSyncListProvider(
                elements: page.items.compactMap(\.self), nextToken: nextToken, origin: self)
            return provider.eraseToAnyModelListProvider()
        }
        guard let mark = try? RelationMarks.Mark(from: decoder) else { return nil }
        return AppSyncListProvider<M>(mark, origin: self).eraseToAnyModelListProvider()
    }

    func modelProvider<M: Model>(of type: M.Type, from decoder: any Decoder) throws -> AnyModelProvider<M>? {
        guard let members = try? [String: JSONValue](from: decoder),
            let identifiers = [LazyReferenceIdentifier](only: members, of: M.schema)
        else { return nil }
        return AppSyncModelProvider<M>(identifiers: identifiers, origin: self).eraseToAnyModelProvider()
    }

    /// Runs the query for a list or for a record.
    ///
    /// - Throws: `CoreError.listOperation` if there is no answer, or an answer with errors and without a value.
    func load<R: Decodable & Sendable>(_ request: GraphQLRequest<R>) async throws -> R {
        let response: GraphQLResponse<R>
        do {
            response = try await plugin.query(request: request)
        } catch {
            throw CoreError.listOperation(
                "The request for related records failed", "See the underlying error for the reason", error)
        }
        switch response {
        case .success(let value), .failure(.partial(let value, _)): return value
        case .failure(let error):
            throw CoreError.listOperation(
                "The service refused the request for related records: \(error.errorDescription)",
                "See the underlying error for the reasons", error)
        }
    }
}
