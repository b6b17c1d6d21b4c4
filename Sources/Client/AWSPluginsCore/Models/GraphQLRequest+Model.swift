// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The related records that an answer has as a whole, as paths from the model.
///
/// ```swift
/// let request = GraphQLRequest<Post>.get(Post.self, byId: id, includes: { post in [post.author, post.comments] })
/// ```
public typealias IncludedAssociations<M: Model> = (ModelPath<M>) -> [any PropertyContainerPath]

extension GraphQLRequest {
    /// Makes a subscription to changes of a model's records.
    ///
    /// - Parameters:
    ///   - modelType: the model.
    ///   - type: the kind of the changes.
    ///   - includes: the related records that an event has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; an event has the record.
    public static func subscription<M: Model>(
        of modelType: M.Type,
        type: GraphQLSubscriptionType,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M> {
        GraphQLRequest<M>(.subscription(type, M.schema, M.selection(includes)), nil, authMode)
    }

    /// Makes the request of a document.
    init(_ document: ModelDocument, _ apiName: String?, _ authMode: AWSAuthorizationType?) {
        self.init(
            apiName: apiName, document: document.text, variables: document.variables, responseType: R.self,
            decodePath: document.field, authMode: authMode)
    }
}

extension Model {
    /// The fields of the model in a document; models without paths have nothing to include.
    static func selection(
        _ includes: IncludedAssociations<Self>, of schema: ModelSchema? = nil
    ) -> [Selection] {
        let fields = Selection.fields(of: schema ?? Self.schema, isLazy: rootPath != nil)
        guard let path = rootPath as? ModelPath<Self> else { return fields }
        return includes(path).reduce(fields) { Selection.including($1, in: $0) }
    }
}
