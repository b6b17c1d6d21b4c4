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
        var takenTypes: Set<String> = []
        var takenRules: Set<String> = []
        var takenOperations: Set<String> = []
        for (service, model) in services {
            for name in model.shapeNames {
                let key = Key(service: service.name, name: name)
                switch model.shapes[name]?.kind {
                case .structure, .words: types[key] = Self.claim(name, service.name, &takenTypes)
                default: break
                }
                rules[key] = Naming.lowerCamel(Self.claim(Self.capitalised(name), service.name, &takenRules))
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

    private static func capitalised(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }
}
