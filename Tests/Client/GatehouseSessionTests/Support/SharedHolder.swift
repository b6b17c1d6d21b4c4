// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The session that programs share, as far as commands of `SessionSharer` decide about it.
enum SharedHolder: Equatable {
    case signedOut
    case user(String)
    case federated(String)

    /// The word with which a program shows this session.
    var word: String {
        switch self {
        case .signedOut: "signedOut"
        case .user(let name), .federated(let name): name
        }
    }

    /// Performs a command.
    ///
    /// - Returns: the answer.
    mutating func perform(_ command: String) -> String {
        let words = command.split(separator: ":").map(String.init)
        switch (words[0], self) {
        case ("signIn", .signedOut): self = .user(words[1])
        case ("signOut", .signedOut), ("signOut", .user), ("clear", .federated): self = .signedOut
        case ("federate", .signedOut), ("federate", .federated): self = .federated(words[1])
        case ("signIn", _), ("signOut", _), ("federate", _), ("clear", _): return "refused"
        default: break
        }
        return "ok"
    }

    /// The sessions that can result if two programs obey their commands at the same time, and answer like this.
    func outcomes(
        _ first: ArraySlice<(command: String, answer: String)>,
        _ second: ArraySlice<(command: String, answer: String)>
    ) -> [SharedHolder] {
        if first.isEmpty, second.isEmpty { return [self] }
        return [(first, second), (second, first)].flatMap { next, other -> [SharedHolder] in
            guard let step = next.first else { return [] }
            var holder = self
            return holder.perform(step.command) == step.answer ? holder.outcomes(next.dropFirst(), other) : []
        }
    }
}
