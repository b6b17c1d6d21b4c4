// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
