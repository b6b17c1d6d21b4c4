// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why the registry does not accept a name, a policy or another document, and its place.
package struct AccessFlaw: Error, Sendable, Equatable {
    /// What is wrong.
    package enum Problem: Sendable, Equatable {
        /// The text is not a JSON document, or one that nests too deep or is expensive to compare.
        case notJSON
        /// A member has another type than this one, such as "a list of texts".
        case isNot(String)
        case missing
        /// The member does not exist; the nearest one that does, if there is one.
        case unknown(nearest: String?)
        /// Only one of these members may be given.
        case oneOf(String, String)
        /// The value is not one of these.
        case notAmong([String])
        /// The text is longer than so many characters.
        case tooLong(Int)
        /// More than so many elements.
        case tooMany(Int)
        case empty
        /// An object of the document names a member twice.
        case repeatsMember
        /// The text does not have the form of this, such as "an ARN of a role".
        case malformed(String)
        /// What is described is accepted by AWS, but would be unsafe.
        case unsafe(String)
    }

    /// The names of members and the numbers of elements from the outside to the flaw.
    package var place: [String]
    package let problem: Problem

    /// Creates the flaw at the outermost place.
    package init(_ problem: Problem, at place: [String] = []) {
        self.place = place
        self.problem = problem
    }

    /// The same flaw as it is seen from an outer value.
    package func inside(_ outer: String) -> AccessFlaw {
        AccessFlaw(problem, at: [outer] + place)
    }
}

extension AccessFlaw: CustomStringConvertible {
    /// The place and the reason in one line, such as `Statement[0].Effect: use one of Allow, Deny`.
    package var description: String {
        let path = place.reduce("") { path, step in
            step.hasPrefix("[") || path.isEmpty ? path + step : path + "." + step
        }
        return path.isEmpty ? reason : "\(path): \(reason)"
    }

    /// The reason without its place.
    package var reason: String {
        switch problem {
        case .notJSON: "is not a JSON document in UTF-8"
        case .isNot(let type): "is not \(type)"
        case .missing: "is missing"
        case .unknown(let nearest):
            nearest.map { "is unknown, use \($0)" } ?? "is unknown"
        case .oneOf(let first, let second): "use either \(first) or \(second)"
        case .notAmong(let values): "use one of \(values.joined(separator: ", "))"
        case .tooLong(let limit): "is longer than \(limit) characters"
        case .tooMany(let limit): "has more than \(limit) elements"
        case .empty: "is empty"
        case .repeatsMember: "names a member of an object twice"
        case .malformed(let form): "is not \(form)"
        case .unsafe(let reason): reason
        }
    }
}
