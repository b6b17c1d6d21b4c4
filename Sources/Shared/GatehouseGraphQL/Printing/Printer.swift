// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Writes documents in one form: two blanks of indentation, one field a line, an empty line between definitions.
///
/// What it writes has the meaning of what it was given: it reads back as an equal document, but for places.
struct Printer {
    private(set) var text = ""
    private var indentation = 0

    mutating func write(_ string: some StringProtocol) { text += string }

    mutating func newLine() {
        text += "\n"
        for _ in 0..<indentation { text += "  " }
    }

    /// Writes elements between braces, one a line; nothing if there are none.
    mutating func block<Element>(_ elements: some Collection<Element>, _ print: (inout Printer, Element) -> Void) {
        guard !elements.isEmpty else { return }
        write(" {")
        indentation += 1
        for element in elements {
            newLine()
            print(&self, element)
        }
        indentation -= 1
        newLine()
        write("}")
    }

    /// Writes elements with a separator between them.
    mutating func list<Element>(
        _ elements: some Collection<Element>, separator: String = ", ", _ print: (inout Printer, Element) -> Void
    ) {
        for (index, element) in elements.enumerated() {
            if index > 0 { write(separator) }
            print(&self, element)
        }
    }

    /// Writes with one more level of indentation.
    mutating func indented(_ print: (inout Printer) -> Void) {
        indentation += 1
        print(&self)
        indentation -= 1
    }

    // MARK: - Values and directives

    mutating func print(_ literal: Literal) {
        switch literal.kind {
        case .variable(let name): write("$\(name)")
        case .int(let digits): write(digits)
        case .float(let characters): write(characters)
        case .string(let value): quote(value)
        case .boolean(let value): write(value ? "true" : "false")
        case .null: write("null")
        case .enumeration(let name): write(name)
        case .list(let elements):
            write("[")
            list(elements) { $0.print($1) }
            write("]")
        case .object(let fields):
            write("{")
            list(fields) { printer, field in
                printer.write("\(field.name): ")
                printer.print(field.value)
            }
            write("}")
        }
    }

    private mutating func quote(_ value: String) {
        write("\"")
        var plain = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": plain.append(contentsOf: "\\\"".unicodeScalars)
            case "\\": plain.append(contentsOf: "\\\\".unicodeScalars)
            case "\n": plain.append(contentsOf: "\\n".unicodeScalars)
            case "\r": plain.append(contentsOf: "\\r".unicodeScalars)
            case "\t": plain.append(contentsOf: "\\t".unicodeScalars)
            case _ where scalar.value < 0x20:
                plain.append(contentsOf: "\\u\(Lexer.hexadecimal(scalar.value))".unicodeScalars)
            default: plain.append(scalar)
            }
        }
        write(String(plain))
        write("\"")
    }

    mutating func print(_ directives: [Directive]) {
        for directive in directives {
            write(" @\(directive.name)")
            print(directive.arguments)
        }
    }

    mutating func print(_ arguments: NamedList<Argument>) {
        guard !arguments.isEmpty else { return }
        write("(")
        list(arguments) { printer, argument in
            printer.write("\(argument.name): ")
            printer.print(argument.value)
        }
        write(")")
    }

    /// Writes a description in lines of its own, as a block if a block can have the text.
    mutating func print(description: String?) {
        guard let description else { return }
        guard let lines = BlockString.lines(for: description) else {
            quote(description)
            newLine()
            return
        }
        write("\"\"\"")
        for line in lines {
            if line.isEmpty {
                write("\n")
            } else {
                newLine()
                write(line)
            }
        }
        newLine()
        write("\"\"\"")
        newLine()
    }
}

extension Document {
    /// The text of the document in the printer's form.
    package func printed() -> String {
        var printer = Printer()
        for (index, definition) in definitions.enumerated() {
            if index > 0 { printer.write("\n") }
            printer.print(definition)
            printer.write("\n")
        }
        return printer.text
    }
}

extension Literal {
    /// The text of the value in the printer's form.
    package func printed() -> String {
        var printer = Printer()
        printer.print(self)
        return printer.text
    }
}
