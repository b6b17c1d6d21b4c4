// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Which Swift name each shape and operation of each service bears: the first service to claim a name keeps it, later
/// ones put their own name before it.
struct Names {
    private var types: [Key: String] = [:]
    private var rules: [Key: String] = [:]
    private var operations: [Key: String] = [:]

    private struct Key: Hashable {
        var service: String
        var name: String
    }

    init(services: [(Service, ServiceModel)]) {
        var takenTypes = Service.namesOfRegistry
        var takenRules: Set<String> = []
        var takenOperations: Set<String> = []
        for (service, model) in services {
            for name in model.shapeNames {
                let key = Key(service: service.name, name: name)
                switch model.shapes[name]?.kind {
                case .structure, .words: types[key] = Self.claim(Naming.capitalised(name), service.name, &takenTypes)
                default: break
                }
                rules[key] = Naming.lowerCamel(Self.claim(Naming.capitalised(name), service.name, &takenRules))
            }
            for operation in model.operations {
                operations[Key(service: service.name, name: operation.name)] = Self.claim(
                    operation.name, service.name, &takenOperations)
            }
        }
    }

    func type(_ shape: String, of service: Service) -> String {
        types[Key(service: service.name, name: shape)] ?? shape
    }

    func rule(_ shape: String, of service: Service) -> String {
        rules[Key(service: service.name, name: shape)] ?? Naming.lowerCamel(shape)
    }

    func operation(_ name: String, of service: Service) -> String {
        operations[Key(service: service.name, name: name)] ?? name
    }

    private static func claim(_ name: String, _ service: String, _ taken: inout Set<String>) -> String {
        taken.insert(name).inserted ? name : service + name
    }
}

/// Converts names of the models to names of Swift.
enum Naming {
    /// `policyScopeType` as `PolicyScopeType`.
    static func capitalised(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    /// `ClientId` as `clientId`, `MFAOptions` as `mfaOptions`, `AWSAccountId` as `awsAccountId`.
    static func lowerCamel(_ name: String) -> String {
        let run = name.prefix { $0.isUppercase }
        switch run.count {
        case 0: return name
        case name.count: return name.lowercased()
        case 1: return run.lowercased() + name.dropFirst()
        default: return name.prefix(run.count - 1).lowercased() + name.dropFirst(run.count - 1)
        }
    }

    /// `USER_SRP_AUTH` as `userSrpAuth`, `phone_number` as `phoneNumber`, `V1_0` as `v1_0`.
    static func word(_ value: String) -> String {
        let parts = value.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
        guard let first = parts.first else { return "empty" }
        var name = isCapitals(first) ? first.lowercased() : lowerCamel(first)
        for part in parts.dropFirst() {
            let tail = isCapitals(part) ? part.lowercased() : part
            let isBetweenDigits = name.last?.isNumber == true && tail.first?.isNumber == true
            name += (isBetweenDigits ? "_" : "") + tail.prefix(1).uppercased() + tail.dropFirst()
        }
        return name.first?.isNumber == true ? "value" + name : name
    }

    /// `UserNotFoundException` as `userNotFound`.
    static func faultCode(_ exception: String) -> String {
        lowerCamel(exception.hasSuffix("Exception") ? String(exception.dropLast("Exception".count)) : exception)
    }

    /// The name in backticks if Swift reserves it.
    static func escaped(_ name: String) -> String {
        reserved.contains(name) ? "`\(name)`" : name
    }

    private static func isCapitals(_ text: String) -> Bool {
        text.allSatisfy { $0.isUppercase || $0.isNumber }
    }

    private static let reserved: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
