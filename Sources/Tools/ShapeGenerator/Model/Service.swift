// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The names of the services and the division of their operations, which the models do not contain.
struct Service: Equatable {
    /// The model's file, without its extension.
    var modelName: String
    /// The service in the names of protocols and tables, and before names that another model took first.
    var name: String
    /// The static member of `ServiceIdentity`.
    var identityName: String
    /// The code of the fault that reports violated constraints.
    var validationCode: String
    /// Operations that need no AWS credentials although the model does not say so.
    var unsignedBesides: Set<String> = []
    /// Values that the service accepts although the enumerations of the model do not list them, by the shape.
    var valuesBesides: [String: [String]] = [:]
    /// The target that holds all operations; `nil` where those that need AWS credentials are for administrators only.
    var soleModule: Module?

    /// The services in the order in which they claim names.
    static let all = [
        Service(
            modelName: "cognito-idp",
            name: "CognitoIdentityProvider",
            identityName: "cognitoIdentityProvider",
            validationCode: "InvalidParameterException",
            unsignedBesides: ["GetClientToken", "GetDerivedToken"],
            valuesBesides: ["ExplicitAuthFlowsType": ["ALLOW_CLIENT_TOKEN_AUTH"]]
        ),
        Service(
            modelName: "cognito-identity",
            name: "CognitoIdentity",
            identityName: "cognitoIdentity",
            validationCode: "ValidationException"
        ),
        Service(
            modelName: "sts",
            name: "SecurityToken",
            identityName: "securityToken",
            validationCode: "ValidationError",
            soleModule: .app
        ),
        Service(
            modelName: "iam",
            name: "AccessManagement",
            identityName: "accessManagement",
            validationCode: "ValidationError",
            soleModule: .access
        ),
        // The project's own service, whose model it writes itself.
        Service(
            modelName: "gatehouse-projects",
            name: "ProjectRecords",
            identityName: "projectRecords",
            validationCode: "ValidationException",
            soleModule: .projects
        ),
    ]

    /// The names of types that the server's registry of access management has, which no shape takes.
    static let namesOfRegistry: Set<String> = ["Policy", "Role"]

    /// Whether callers of an operation need AWS credentials.
    func isSigned(_ operation: ServiceModel.Operation) -> Bool {
        operation.isSigned && !unsignedBesides.contains(operation.name)
    }

    /// The target that holds an operation.
    func module(of operation: ServiceModel.Operation) -> Module {
        soleModule ?? (isSigned(operation) ? .admin : .app)
    }
}

/// A generated target.
enum Module: String, CaseIterable {
    case app = "CognitoShapes"
    case admin = "CognitoAdminShapes"
    case access = "AccessManagementShapes"
    case projects = "ProjectShapes"

    /// The word that distinguishes its protocols from those of another target for the same service.
    var infix: String {
        switch self {
        case .app, .access, .projects: ""
        case .admin: "Admin"
        }
    }
}

/// The limit for one user's account that an operation counts against.
enum RateClass: String, Equatable {
    case read
    case write
}

/// The rate classes of all operations, which the models do not contain.
struct RateClasses: Equatable {
    /// The file beside the models.
    static let fileName = "rate-classes.tsv"

    private var classes: [String: [String: RateClass]] = [:]

    /// Reads lines of model, operation and class, separated by tabs; `#` begins a comment.
    init(table: String) throws(GeneratorError) {
        let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) where !line.isEmpty && !line.hasPrefix("#") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 3, let rateClass = RateClass(rawValue: fields[2]),
                classes[fields[0]]?[fields[1]] == nil
            else { throw .invalidLine(number, in: Self.fileName) }
            classes[fields[0], default: [:]][fields[1]] = rateClass
        }
    }

    /// The classes of a model's operations by their names.
    func classes(of model: String) -> [String: RateClass] {
        classes[model] ?? [:]
    }
}
