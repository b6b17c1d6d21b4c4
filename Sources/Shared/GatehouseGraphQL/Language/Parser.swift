// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Reads definitions from tokens by recursive descent, with one token ahead.
///
/// This file has what all productions share, values and types; the others have the productions of the two kinds of
/// documents.
struct Parser {
    private var lexer: Lexer
    private let keepsLocations: Bool
    /// The number of values and types around the next token.
    private var depth = 0
    /// The next token, which is not taken yet.
    private(set) var token: Token

    init(_ bytes: [UInt8], limits: DocumentLimits, keepsLocations: Bool) throws(GraphQLError) {
        lexer = try Lexer(bytes, limits: limits)
        self.keepsLocations = keepsLocations
        token = try lexer.next()
    }

    mutating func document() throws(GraphQLError) -> Document {
        var definitions: [Definition] = []
        repeat { definitions.append(try definition()) } while token.kind != .end
        return Document(definitions)
    }

    private mutating func definition() throws(GraphQLError) -> Definition {
        if peeks("{") { return .operation(try operation()) }
        let hasDescription = token.kind == .string
        let description = try description()
        guard token.kind == .name else { throw unexpected() }
        let keyword = lexer.text(of: token)
        switch keyword {
        case "query", "mutation", "subscription", "fragment", "extend":
            guard !hasDescription else { throw unexpected() }
            switch keyword {
            case "fragment": return .fragment(try fragment())
            case "extend": return try typeSystemExtension()
            default: return .operation(try operation())
            }
        default: return try typeSystemDefinition(keyword, description)
        }
    }

    // MARK: - Tokens

    /// The bounds of the document.
    var limits: DocumentLimits { lexer.limits }

    /// The place of the next token.
    var location: SourceLocation { keepsLocations ? token.location : .none }

    mutating func advance() throws(GraphQLError) { token = try lexer.next() }

    func peeks(_ punctuator: Unicode.Scalar) -> Bool { token.kind == .punctuator(UInt8(ascii: punctuator)) }

    /// Takes the punctuator if it is next.
    mutating func take(_ punctuator: Unicode.Scalar) throws(GraphQLError) -> Bool {
        guard peeks(punctuator) else { return false }
        try advance()
        return true
    }

    mutating func expect(_ punctuator: Unicode.Scalar) throws(GraphQLError) {
        guard try take(punctuator) else { throw expected("\"\(punctuator)\"") }
    }

    func peeks(word: String) -> Bool { token.kind == .name && lexer.text(of: token) == word }

    /// Takes the word if it is next.
    mutating func take(word: String) throws(GraphQLError) -> Bool {
        guard peeks(word: word) else { return false }
        try advance()
        return true
    }

    mutating func expect(word: String) throws(GraphQLError) {
        guard try take(word: word) else { throw expected("\"\(word)\"") }
    }

    func expectEnd() throws(GraphQLError) {
        guard token.kind == .end else { throw expected("<EOF>") }
    }

    /// The text of the next token, if it is a name.
    var peekedName: String? { token.kind == .name ? lexer.text(of: token) : nil }

    mutating func name() throws(GraphQLError) -> Name {
        guard let text = peekedName else { throw expected("Name") }
        let name = Name(text, at: location)
        try advance()
        return name
    }

    /// The description before a definition.
    mutating func description() throws(GraphQLError) -> String? {
        guard token.kind == .string else { return nil }
        let value = token.value
        try advance()
        return value
    }

    func expected(_ what: String) -> GraphQLError {
        GraphQLError(.syntax, "Syntax Error: Expected \(what), found \(found).", at: [token.location])
    }

    func unexpected() -> GraphQLError {
        GraphQLError(.syntax, "Syntax Error: Unexpected \(found).", at: [token.location])
    }

    /// The next token in words, at most 40 characters of its text.
    private var found: String {
        func quoted(_ text: String) -> String {
            let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
            return "\"\(start)\(start.utf8.count < text.utf8.count ? "…" : "")\""
        }
        return switch token.kind {
        case .end: "<EOF>"
        case .punctuator(let byte): "\"\(Unicode.Scalar(byte))\""
        case .spread: "\"...\""
        case .name: "Name \(quoted(lexer.text(of: token)))"
        case .int: "Int \(quoted(lexer.text(of: token)))"
        case .float: "Float \(quoted(lexer.text(of: token)))"
        case .string: "String \(quoted(token.value))"
        }
    }

    // MARK: - Structure

    /// One or more elements between two punctuators.
    mutating func list<Element>(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar,
        of element: (inout Parser) throws(GraphQLError) -> Element
    ) throws(GraphQLError) -> [Element] {
        try expect(open)
        var elements: [Element] = []
        repeat { elements.append(try element(&self)) } while try !take(close)
        return elements
    }

    /// The elements between two punctuators; none without the first of them.
    mutating func optionalList<Element>(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar,
        of element: (inout Parser) throws(GraphQLError) -> Element
    ) throws(GraphQLError) -> [Element] {
        peeks(open) ? try list(open, close, of: element) : []
    }

    /// Reads a value or a type that may contain itself.
    mutating func nested<Result>(
        _ body: (inout Parser) throws(GraphQLError) -> Result
    ) throws(GraphQLError) -> Result {
        depth += 1
        guard depth <= limits.valueDepth else {
            throw GraphQLError(
                .limit, "A value or a type nests deeper than \(limits.valueDepth) levels.", at: [token.location])
        }
        let result = try body(&self)
        depth -= 1
        return result
    }

    // MARK: - Directives, values and types

    mutating func directives(isConstant: Bool) throws(GraphQLError) -> [Directive] {
        var directives: [Directive] = []
        while peeks("@") {
            let start = location
            try advance()
            var name = try name()
            name.location = start
            directives.append(Directive(name, try arguments(isConstant: isConstant)))
        }
        return directives
    }

    mutating func arguments(isConstant: Bool) throws(GraphQLError) -> NamedList<Argument> {
        let arguments = try optionalList("(", ")") { (parser) throws(GraphQLError) in
            let name = try parser.name()
            try parser.expect(":")
            return Argument(name, try parser.literal(isConstant: isConstant))
        }
        return NamedList(arguments)
    }

    mutating func literal(isConstant: Bool) throws(GraphQLError) -> Literal {
        let start = location
        let kind: Literal.Kind
        switch token.kind {
        case .punctuator(UInt8(ascii: "[")):
            kind = .list(try nested { (parser) throws(GraphQLError) in try parser.elements(isConstant: isConstant) })
            return Literal(kind, at: start)
        case .punctuator(UInt8(ascii: "{")):
            kind = .object(try nested { (parser) throws(GraphQLError) in try parser.fields(isConstant: isConstant) })
            return Literal(kind, at: start)
        case .punctuator(UInt8(ascii: "$")):
            try advance()
            let name = try name()
            guard !isConstant else {
                throw GraphQLError(
                    .syntax, "Syntax Error: Unexpected variable \"$\(name)\" in constant value.", at: [start])
            }
            return Literal(.variable(name.text), at: start)
        case .int: kind = .int(lexer.text(of: token))
        case .float: kind = .float(lexer.text(of: token))
        case .string: kind = .string(token.value)
        case .name: kind = Self.word(lexer.text(of: token))
        default: throw unexpected()
        }
        try advance()
        return Literal(kind, at: start)
    }

    private static func word(_ text: String) -> Literal.Kind {
        switch text {
        case "true": .boolean(true)
        case "false": .boolean(false)
        case "null": .null
        default: .enumeration(text)
        }
    }

    private mutating func elements(isConstant: Bool) throws(GraphQLError) -> [Literal] {
        try expect("[")
        var elements: [Literal] = []
        while try !take("]") { elements.append(try literal(isConstant: isConstant)) }
        return elements
    }

    private mutating func fields(isConstant: Bool) throws(GraphQLError) -> [ObjectField] {
        try expect("{")
        var fields: [ObjectField] = []
        while try !take("}") {
            let name = try name()
            try expect(":")
            fields.append(ObjectField(name, try literal(isConstant: isConstant)))
        }
        return fields
    }

    mutating func type() throws(GraphQLError) -> TypeReference {
        var reference: TypeReference
        if try take("[") {
            reference = try nested { (parser) throws(GraphQLError) in try parser.type() }
            try expect("]")
            reference.type = .list(reference.type)
        } else {
            let name = try name()
            reference = TypeReference(.named(name.text), at: name.location)
        }
        if try take("!") { reference.type = .nonNull(reference.type) }
        return reference
    }
}
