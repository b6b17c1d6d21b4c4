// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The words of a command line in the order that the program parses: the verb, the category, and then the options.
///
/// AWS's tool takes `amplify auth add` and `amplify add auth`, and global options before the verb, too.
enum CommandWords {
    /// The categories that Gatehouse has.
    private static let categories: Set<String> = ["auth", "api"]
    /// The verbs that have a category.
    private static let verbs: Set<String> = ["add", "update", "remove", "import", "push", "status", "console", "pull"]
    /// The verbs below `env` and `codegen`, which AWS's tool takes before those words, too.
    private static let verbsOfGroups: [String: Set<String>] = [
        "env": ["add", "list", "get", "checkout", "pull", "remove", "history", "restore"],
        "codegen": ["add", "remove", "configure", "models", "types", "statements"],
    ]
    /// Short words, with those that they mean.
    private static let aliases = ["ls": "status", "h": "help"]
    /// Words that mean a verb after a category.
    private static let aliasesAfterCategory = ["enable": "add", "ls": "status"]
    /// Global options with a value, which may be before the verb.
    private static let optionsWithValue: Set<String> = ["--answers", "--env", "--server"]
    /// Global options without a value.
    private static let flags: Set<String> = ["-y", "--yes", "--headless", "--debug", "--silent", "--no-color"]

    /// The arguments in the order that the program parses.
    ///
    /// - Parameter arguments: the arguments as they are typed, without the program's name.
    /// - Returns: the arguments; a command without a project keeps its arguments.
    static func ordered(_ arguments: [String]) -> [String] {
        let (leading, rest) = leadingOptions(of: arguments)
        guard let first = rest.first else { return arguments }
        var words = Array(rest)
        words[0] = aliases[first] ?? first
        if words.count > 1 {
            let second = categories.contains(words[0]) ? aliasesAfterCategory[words[1]] ?? words[1] : words[1]
            let isVerbLast =
                categories.contains(words[0]) && verbs.contains(second)
                || verbsOfGroups[second]?.contains(words[0]) == true
            if isVerbLast { words.replaceSubrange(0..<2, with: [second, words[0]]) }
        }
        return words + leading
    }

    /// Global options before the first word, and what follows them.
    private static func leadingOptions(of arguments: [String]) -> ([String], ArraySlice<String>) {
        var leading: [String] = []
        var rest = arguments[...]
        while let option = rest.first {
            let name = option.prefix { $0 != "=" }
            if flags.contains(option) || name.count < option.count && optionsWithValue.contains(String(name)) {
                leading.append(rest.removeFirst())
            } else if optionsWithValue.contains(option), rest.count > 1 {
                leading += [rest.removeFirst(), rest.removeFirst()]
            } else {
                break
            }
        }
        return (leading, rest)
    }
}
