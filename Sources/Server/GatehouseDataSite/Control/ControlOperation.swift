// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseWire

/// The operations of AppSync's control plane that this server has.
enum ControlOperation: String, CaseIterable, Sendable {
    case createGraphqlApi = "CreateGraphqlApi"
    case listGraphqlApis = "ListGraphqlApis"
    case getGraphqlApi = "GetGraphqlApi"
    case updateGraphqlApi = "UpdateGraphqlApi"
    case deleteGraphqlApi = "DeleteGraphqlApi"
    case startSchemaCreation = "StartSchemaCreation"
    case getSchemaCreationStatus = "GetSchemaCreationStatus"
    case getIntrospectionSchema = "GetIntrospectionSchema"
    case createApiKey = "CreateApiKey"
    case listApiKeys = "ListApiKeys"
    case updateApiKey = "UpdateApiKey"
    case deleteApiKey = "DeleteApiKey"
    case tagResource = "TagResource"
    case untagResource = "UntagResource"
    case listTagsForResource = "ListTagsForResource"
    /// Gatehouse's own: name, modes, tags and schema in one change; GetSchemaCreationStatus says how it ends.
    case startDeployment = "StartDeployment"
    /// Gatehouse's own: what a deployment would change, and which records would lose values.
    case planDeployment = "PlanDeployment"

    /// The method and the path; the first parameter of a path is the id or the ARN of the API.
    var place: (method: RouteMethod, path: RoutePath) {
        switch self {
        case .createGraphqlApi: (.post, "/v1/apis")
        case .listGraphqlApis: (.get, "/v1/apis")
        case .getGraphqlApi: (.get, "/v1/apis/<api id>")
        case .updateGraphqlApi: (.post, "/v1/apis/<api id>")
        case .deleteGraphqlApi: (.delete, "/v1/apis/<api id>")
        case .startSchemaCreation: (.post, "/v1/apis/<api id>/schemacreation")
        case .getSchemaCreationStatus: (.get, "/v1/apis/<api id>/schemacreation")
        case .getIntrospectionSchema: (.get, "/v1/apis/<api id>/schema")
        case .createApiKey: (.post, "/v1/apis/<api id>/apikeys")
        case .listApiKeys: (.get, "/v1/apis/<api id>/apikeys")
        case .updateApiKey: (.post, "/v1/apis/<api id>/apikeys/<key>")
        case .deleteApiKey: (.delete, "/v1/apis/<api id>/apikeys/<key>")
        case .tagResource: (.post, "/v1/tags/<arn>")
        case .untagResource: (.delete, "/v1/tags/<arn>")
        case .listTagsForResource: (.get, "/v1/tags/<arn>")
        case .startDeployment: (.post, "/v1/apis/<api id>/deployment")
        case .planDeployment: (.post, "/v1/apis/<api id>/deployment/plan")
        }
    }

    /// The operations that policies must permit to the caller, by the names of AppSync.
    ///
    /// Stored values are lost only to one who may delete the API, too.
    func permissions(_ input: WireValue) -> [String] {
        switch self {
        case .startDeployment, .planDeployment:
            var needed: [ControlOperation] = [.updateGraphqlApi, .startSchemaCreation, .tagResource, .untagResource]
            if input["allowDestroy"]?.boolValue == true { needed.append(.deleteGraphqlApi) }
            return needed.map(\.rawValue)
        default: return [rawValue]
        }
    }

    /// Whether the parameter of the path is an ARN.
    var namesARN: Bool {
        switch self {
        case .tagResource, .untagResource, .listTagsForResource: true
        default: false
        }
    }
}

/// The paths of AppSync's operations that this server does not have, with what they are about.
///
/// Source: the model of boto3's client.
enum ForeignControl {
    static let paths: [(subject: String, methods: [RouteMethod], path: RoutePath)] = [
        ("caches", [.get, .post, .delete], "/v1/apis/<api id>/ApiCaches"),
        ("caches", [.post], "/v1/apis/<api id>/ApiCaches/update"),
        ("caches", [.delete], "/v1/apis/<api id>/FlushCache"),
        ("data sources", [.get, .post], "/v1/apis/<api id>/datasources"),
        ("data sources", [.get, .post, .delete], "/v1/apis/<api id>/datasources/<name>"),
        ("environment variables", [.get, .put], "/v1/apis/<api id>/environmentVariables"),
        ("pipeline functions", [.get, .post], "/v1/apis/<api id>/functions"),
        ("pipeline functions", [.get, .post, .delete], "/v1/apis/<api id>/functions/<id>"),
        ("resolvers", [.get], "/v1/apis/<api id>/functions/<id>/resolvers"),
        ("merged APIs", [.get], "/v1/apis/<api id>/sourceApiAssociations"),
        ("types apart from a schema", [.get, .post], "/v1/apis/<api id>/types"),
        ("types apart from a schema", [.get, .post, .delete], "/v1/apis/<api id>/types/<name>"),
        ("resolvers", [.get, .post], "/v1/apis/<api id>/types/<name>/resolvers"),
        ("resolvers", [.get, .post, .delete], "/v1/apis/<api id>/types/<name>/resolvers/<field>"),
        ("the evaluation of code", [.post], "/v1/dataplane-evaluatecode"),
        ("the evaluation of templates", [.post], "/v1/dataplane-evaluatetemplate"),
        ("data sources", [.post], "/v1/datasources/introspections"),
        ("data sources", [.get], "/v1/datasources/introspections/<id>"),
        ("custom domain names", [.get, .post], "/v1/domainnames"),
        ("custom domain names", [.get, .post, .delete], "/v1/domainnames/<name>"),
        ("custom domain names", [.get, .post, .delete], "/v1/domainnames/<name>/apiassociation"),
        ("merged APIs", [.post], "/v1/mergedApis/<id>/sourceApiAssociations"),
        ("merged APIs", [.get, .post, .delete], "/v1/mergedApis/<id>/sourceApiAssociations/<id>"),
        ("merged APIs", [.post], "/v1/mergedApis/<id>/sourceApiAssociations/<id>/merge"),
        ("merged APIs", [.get], "/v1/mergedApis/<id>/sourceApiAssociations/<id>/types"),
        ("merged APIs", [.post], "/v1/sourceApis/<id>/mergedApiAssociations"),
        ("merged APIs", [.delete], "/v1/sourceApis/<id>/mergedApiAssociations/<id>"),
        ("event APIs", [.get, .post], "/v2/apis"),
        ("event APIs", [.get, .post, .delete], "/v2/apis/<api id>"),
        ("event APIs", [.get, .post], "/v2/apis/<api id>/channelNamespaces"),
        ("event APIs", [.get, .post, .delete], "/v2/apis/<api id>/channelNamespaces/<name>"),
    ]
}
