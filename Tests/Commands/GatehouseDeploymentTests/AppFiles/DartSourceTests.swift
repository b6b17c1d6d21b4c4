// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject
import Testing

@testable import GatehouseDeployment

/// The configuration of an app for Flutter, which is a source file in Dart.
@Suite struct DartSourceTests {
    private let project: AppProject
    private static let path = "lib/amplifyconfiguration.dart"

    init() throws { project = try AppProject() }

    @Test func `a new file has a constant with the JSON of Amplify`() throws {
        try project.update(AppContent().files, of: .flutter)
        let text = try #require(try project.text(Self.path))
        #expect(text.hasPrefix("const amplifyconfig = '''{\n"))
        #expect(text.hasSuffix("\n}''';\n"))
        let document = try DartSource(Array(text.utf8)).document
        #expect(document?["/UserAgent"] == "aws-amplify-cli/2.0")
        let pool = document?["/auth/plugins/awsCognitoAuthPlugin/CognitoUserPool/Default/PoolId"]
        #expect(pool == .string(AppContent.userPoolID))
    }

    @Test(arguments: ["", "r"])
    func `all around the constant's text stays, and foreign members in it`(prefix: String) throws {
        let head = "// Ours: don't lose it.\nconst amplifyconfig = \(prefix)''' "
        let tail = " ''';\nconst more = '''x''';\n"
        try project.write("\(head){\n  \"storage\": {\"own\" : 1}\n}\(tail)", to: Self.path)
        try project.update(AppContent().files, of: .flutter)
        let text = try #require(try project.text(Self.path))
        #expect(text.hasPrefix("\(head){\n  \"storage\": {\"own\" : 1},\n"))
        #expect(text.hasSuffix("\n}\(tail)"))
    }

    @Test(arguments: [
        ("", #"it\'s \$5 \\n \\\\ \\" \'\'\'"#), ("r", #"it\u0027s $5 \n \\ \" \u0027\u0027\u0027"#),
    ])
    func `a text means the same in Dart as in JSON`(prefix: String, text: String) throws {
        let value: JSONValue = ["text": "it's $5 \n \\ \" '''"]
        let source = try DartSource(Array("const a = \(prefix)'''{}''';".utf8))
        let written = source.bytes(with: try JSONDocument(value))
        let expected = "const a = \(prefix)'''{\n  \"text\": \"\(text)\"\n}''';"
        #expect(String(decoding: written, as: UTF8.self) == expected)
        #expect(try DartSource(written).document?.value == value)
    }

    @Test func `a text that AWS's tool wrote without escapes of Dart is read`() throws {
        let source = try DartSource(Array(#"const amplifyconfig = ''' {"a": "say \"x\""} ''';"#.utf8))
        #expect(source.document?["/a"] == #"say "x""#)
    }
}
