// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// Tokens (specification, section 2.1), seen through the values of documents.
struct LexerTests {
    private func value(_ text: String) throws -> Literal.Kind { try Literal(parsing: text).kind }

    @Test(arguments: ["0", "-0", "12", "-9007199254740993", "2147483648"])
    func `a whole number keeps its digits`(_ text: String) throws {
        #expect(try value(text) == .int(text))
    }

    @Test(arguments: ["0.5", "-1.25", "1e50", "1E-7", "6.0221413e23", "123e+4"])
    func `another number keeps its characters`(_ text: String) throws {
        #expect(try value(text) == .float(text))
    }

    @Test(arguments: ["00", "01", "-", "1.", ".5", "1.e3", "1e", "1e+", "0x1", "1_000", "1.5.2", "-a", "123abc", "+1"])
    func `a malformed number is refused`(_ text: String) {
        #expect(failure(of: "{ a(b: \(text)) }").hasPrefix("Syntax Error: "))
    }

    @Test(arguments: [
        (#""""#, ""), (#""a b""#, "a b"), (#""\" \\ \/ \b \f \n \r \t""#, "\" \\ / \u{8} \u{C} \n \r \t"),
        (#""\u0041\u00e9\u00E9""#, "Aéé"), (#""\uD83D\uDE00""#, "😀"), ("\"é 中 😀\"", "é 中 😀"),
        ("\"# no comment, \"", "# no comment, "), ("\"tab\there\"", "tab\there"),
    ])
    func `a string has its escapes replaced`(_ text: String, _ expected: String) throws {
        #expect(try value(text) == .string(expected))
    }

    @Test(arguments: [
        #""\uD83D""#, #""\uDE00""#, #""\uD83Da""#, #""\uD83D\u0041""#, #""\uDE00\uD83D""#, #""\u{1F600}""#, #""\u12""#,
        #""\u12G4""#, #""\x""#, #""\U0041""#, "\"\\", "\"open", "\"line\nbreak\"", "\"line\rbreak\"", "\"nul \0\"",
        "\"bell \u{7}\"", "'single'",
    ])
    func `a malformed string is refused`(_ text: String) {
        #expect(failure(of: "{ a(b: \(text)) }").hasPrefix("Syntax Error: "))
    }

    @Test(arguments: [
        ("\"\"\"\"\"\"", ""), ("\"\"\" a \"\"\"", " a "),
        (
            "\"\"\"\n    Hello,\n      World!\n\n    Yours,\n      GraphQL.\n  \"\"\"",
            "Hello,\n  World!\n\nYours,\n  GraphQL."
        ),
        ("\"\"\"first\n    second\n   third\"\"\"", "first\n second\nthird"),
        ("\"\"\"\n\n  \t\n  a\n\n\"\"\"", "a"), ("\"\"\"a\r\nb\rc\"\"\"", "a\nb\nc"),
        (#""""a \""" b \n \u0041""""#, #"a """ b \n \u0041"#), ("\"\"\"\"quoted\" text\"\"\"", "\"quoted\" text"),
        ("\"\"\" \n \n \"\"\"", ""),
    ])
    func `a block string has no common indentation and no blank lines at its ends`(
        _ text: String, _ expected: String
    ) throws {
        #expect(try value(text) == .string(expected))
    }

    @Test func `white space, commas, comments and byte order marks mean nothing`() throws {
        let plain = try Document(parsing: "{ a(b: [1 2]) c }", keepsLocations: false)
        let other = "\u{FEFF}{,,a(b:[1,2,])#comment é\n\t\r\n\u{FEFF}c#end\r},"
        #expect(try Document(parsing: other, keepsLocations: false) == plain)
    }

    @Test(arguments: [
        ("{\n  a\n  ?", "3:3"), ("{\r\n  a\r  ?", "3:3"), ("{ a(b: \"é😀\") ?", "1:14"), ("\u{FEFF}{ ?", "1:4"),
        ("# é\n{ a(b: \"\"\"é\n  é\"\"\") ?", "3:9"), ("{ a(b: \"\\q\")", "1:9"),
    ])
    func `an error names line and column, counted in characters`(_ text: String, _ place: String) {
        #expect(failure(of: text).hasSuffix("(\(place))"), "\(failure(of: text))")
    }

    @Test(
        arguments: [
            ([0x7B, 0x61, 0xFF, 0x7D], "1:3"), ([0x7B, 0x0A, 0xC3, 0x28, 0x7D], "2:1"),
            ([0x7B, 0x61, 0x28, 0x62, 0x3A, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x29, 0x7D], "1:7"), ([0xC0, 0x80], "1:1"),
        ] as [([UInt8], String)])
    func `a document that is not UTF-8 is refused`(_ bytes: [UInt8], _ place: String) {
        let error = #expect(throws: GraphQLError.self) { try Document(parsing: bytes) }
        #expect(error?.description == "Syntax Error: Invalid UTF-8. (\(place))")
    }

    @Test(arguments: ["{ a\u{0} }", "{ a } # \u{7}", "\u{200B}{ a }", "{ a; }", "{ a.. }", "{ é }", "{ a % }"])
    func `a character that no token has is refused`(_ text: String) {
        #expect(failure(of: text).hasPrefix("Syntax Error: "))
    }
}
