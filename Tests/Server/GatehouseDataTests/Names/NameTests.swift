// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseSchemaCompiler

@Suite
struct NameTests {
    @Test
    func `plurals are those of the npm package`() throws {
        let lines = try Fixture.golden("plurals.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.count >= 200)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            #expect(Plural.of(words[0]) == words[1], "\(words[0])")
        }
    }

    @Test(arguments: [
        (["Project", "team", "id"], "projectTeamId"), (["get", "blog"], "getBlog"), (["list", "People"], "listPeople"),
        (["createdAt", "title"], "createdAtTitle"), (["", "x"], "x"),
    ])
    func `words are joined in camel case`(words: [String], name: String) {
        #expect(Names.camelCase(words) == name)
    }

    @Test
    func `a subscription name of more than 50 characters ends with digits of its hash`() {
        let long = "onCreateAVeryLongModelNameThatIsLongerThanFiftyCharacters"
        #expect(Names.subscription(long) == "onCreateAVeryLongModelNameThatIsLongerThanFif" + "f0dd5")
        let short = "onCreateTodo"
        #expect(Names.subscription(short) == short)
    }

    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func `the hash has the vectors of RFC 1321`(text: String, hash: String) {
        #expect(MD5.hexadecimal(Array(text.utf8)) == hash)
    }

    @Test
    func `an index is named after its fields`() {
        #expect(
            Names.index(plural: "Todos", partition: "owner", sort: ["createdAt"]) == "todosByOwnerAndCreatedAt")
    }
}
