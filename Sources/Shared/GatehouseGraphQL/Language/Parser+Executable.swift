// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Parser {
    /// An operation; a selection set alone is a query.
    mutating func operation() throws(GraphQLError) -> OperationDefinition {
        let start = location
        guard let word = peekedName else {
            return OperationDefinition(.query, selections: try selectionSet(), at: start)
        }
        guard let kind = OperationKind(rawValue: word) else { throw unexpected() }
        try advance()
        let name = peekedName == nil ? nil : try name()
        let variables = try optionalList("(", ")") { (parser) throws(GraphQLError) in
            try parser.variableDefinition()
        }
        return OperationDefinition(
            kind, name: name, variables: NamedList(variables), directives: try directives(isConstant: false),
            selections: try selectionSet(), at: start)
    }

    private mutating func variableDefinition() throws(GraphQLError) -> VariableDefinition {
        let start = location
        try expect("$")
        var name = try name()
        name.location = start
        try expect(":")
        let type = try type()
        let defaultValue = try take("=") ? try literal(isConstant: true) : nil
        return VariableDefinition(
            name, type, defaultValue: defaultValue, directives: try directives(isConstant: true))
    }

    /// A fragment with a name, which is not `on`.
    mutating func fragment() throws(GraphQLError) -> FragmentDefinition {
        let start = location
        try expect(word: "fragment")
        guard !peeks(word: "on") else { throw unexpected() }
        let name = try name()
        try expect(word: "on")
        return FragmentDefinition(
            name, on: try self.name(), directives: try directives(isConstant: false), selections: try selectionSet(),
            at: start)
    }

    /// A selection set that is not read to its end.
    private struct OpenSet {
        /// The field or the fragment that has the set; `nil` for the set of a definition.
        var owner: Selection?
        var selections: [Selection] = []
    }

    /// Reads a selection set with all sets in it, without recursion: threads with a small stack read requests, too.
    private mutating func selectionSet() throws(GraphQLError) -> [Selection] {
        var sets: [OpenSet] = []
        try open(nil, &sets)
        while true {
            let selection = try selectionWithoutSet()
            switch selection {
            case .field where peeks("{"), .inline:
                try open(selection, &sets)
                continue
            case .field, .spread: sets[sets.count - 1].selections.append(selection)
            }
            while try take("}") {
                let closed = sets.removeLast()
                guard let owner = closed.owner else { return closed.selections }
                sets[sets.count - 1].selections.append(owner.with(closed.selections))
            }
        }
    }

    private mutating func open(_ owner: Selection?, _ sets: inout [OpenSet]) throws(GraphQLError) {
        guard sets.count < limits.depth || !peeks("{") else {
            throw GraphQLError(
                .limit, "The document nests deeper than \(limits.depth) levels.", at: [token.location])
        }
        try expect("{")
        sets.append(OpenSet(owner: owner))
    }

    /// A selection up to its selection set.
    private mutating func selectionWithoutSet() throws(GraphQLError) -> Selection {
        guard token.kind == .spread else { return .field(try fieldWithoutSet()) }
        let start = location
        try advance()
        if token.kind == .name, !peeks(word: "on") {
            return .spread(FragmentSpread(try name(), directives: try directives(isConstant: false), at: start))
        }
        let typeCondition = try take(word: "on") ? try name() : nil
        return .inline(
            InlineFragment(
                typeCondition: typeCondition, directives: try directives(isConstant: false), selections: [],
                at: start))
    }

    private mutating func fieldWithoutSet() throws(GraphQLError) -> Field {
        let first = try name()
        let second = try take(":") ? try name() : nil
        return Field(
            second ?? first, alias: second == nil ? nil : first, arguments: try arguments(isConstant: false),
            directives: try directives(isConstant: false))
    }
}

extension Selection {
    /// The selection with its selection set.
    fileprivate func with(_ selections: [Selection]) -> Selection {
        switch self {
        case .field(var field):
            field.selections = selections
            return .field(field)
        case .inline(var fragment):
            fragment.selections = selections
            return .inline(fragment)
        case .spread: return self
        }
    }
}
