// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What the program does.
enum Command: Equatable {
    case signIn(name: String)
    case signOut
    case add(text: String)
    case change(id: String, text: String)
    case remove(id: String)
    case list
    case sync
    case watch

    /// Reads a command line; nil if it is none of the commands.
    init?(_ words: [String]) {
        switch (words.first, words.count) {
        case ("signIn", 2): self = .signIn(name: words[1])
        case ("signOut", 1): self = .signOut
        case ("add", 2): self = .add(text: words[1])
        case ("change", 3): self = .change(id: words[1], text: words[2])
        case ("remove", 2): self = .remove(id: words[1])
        case ("list", 1): self = .list
        case ("sync", 1): self = .sync
        case ("watch", 1): self = .watch
        default: return nil
        }
    }
}
