// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import ShapeGenerator

@Suite struct SourcePlanTests {
    private static let shapes = """
        {"ARequest":{"type":"structure","required":["Name"],"members":{"Name":{"shape":"Name"},
        "Kind":{"shape":"Kind"},"Both":{"shape":"Both"},"Tags":{"shape":"Tags"},"At":{"shape":"At"}}},
        "AResponse":{"type":"structure","members":{}},
        "BRequest":{"type":"structure","members":{"Both":{"shape":"Both"},"Own":{"shape":"Own"}}},
        "CRequest":{"type":"structure","members":{"Both":{"shape":"Both"},"List":{"shape":"List"}}},
        "Both":{"type":"structure","members":{"Secret":{"shape":"Secret"}}},
        "Own":{"type":"structure","members":{"Document":{"shape":"Document"},"Blob":{"shape":"Blob"}}},
        "Kind":{"type":"string","enum":["ONE_TWO","default"]},
        "Name":{"type":"string","min":1,"max":20000,"pattern":"[\\\\w\\"]+"},
        "Secret":{"type":"string","sensitive":true},"At":{"type":"timestamp"},"Blob":{"type":"blob"},
        "Tags":{"type":"map","key":{"shape":"Name"},"value":{"shape":"Text"}},"Text":{"type":"string"},
        "List":{"type":"list","member":{"shape":"Own"},"min":0,"max":5},
        "Document":{"type":"structure","members":{},"document":true},
        "LostException":{"type":"structure","members":{},"exception":true,"error":{"code":"Lost"}}}
        """
    private static let operations = """
        {"A":{"input":{"shape":"ARequest"},"output":{"shape":"AResponse"},"authtype":"none"},
        "B":{"input":{"shape":"BRequest"},"authtype":"none"},
        "C":{"input":{"shape":"CRequest"}}}
        """

    private func files() throws -> [String: String] {
        try SmallModel.files(
            SmallModel(
                operations: Self.operations, shapes: Self.shapes,
                rateClasses: ["A": .read, "B": .write, "C": .write]))
    }

    @Test func `operations without credentials go to apps, the others to administrators`() throws {
        let paths = try files().keys.filter { $0.contains("/CognitoIdentityProvider/") }.sorted()
        #expect(
            paths == [
                "CognitoAdminShapes/CognitoIdentityProvider/C.swift",
                "CognitoAdminShapes/CognitoIdentityProvider/CognitoIdentityProviderAdminOperations.swift",
                "CognitoAdminShapes/CognitoIdentityProvider/CognitoIdentityProviderAdminService+OperationCaller.swift",
                "CognitoAdminShapes/CognitoIdentityProvider/CognitoIdentityProviderAdminService.swift",
                "CognitoShapes/CognitoIdentityProvider/A.swift",
                "CognitoShapes/CognitoIdentityProvider/B.swift",
                "CognitoShapes/CognitoIdentityProvider/CognitoIdentityProviderOperations.swift",
                "CognitoShapes/CognitoIdentityProvider/CognitoIdentityProviderService+OperationCaller.swift",
                "CognitoShapes/CognitoIdentityProvider/CognitoIdentityProviderService.swift",
            ])
    }

    @Test func `a shape is declared once, beside its only user or among the shared`() throws {
        let files = try files()
        for name in ["Both", "Own", "Kind", "ARequest"] {
            let declaring = files.filter { $0.value.contains("package struct \(name): ") }.map(\.key)
            #expect(declaring.count == 1)
        }
        #expect(files["CognitoShapes/Shared/Both.swift"] != nil)
        #expect(files["CognitoShapes/CognitoIdentityProvider/B.swift"]?.contains("struct Own:") == true)
        let admin = try #require(files["CognitoAdminShapes/CognitoIdentityProvider/C.swift"])
        #expect(admin.contains("package import CognitoShapes\npackage import GatehouseWire\n"))
    }

    @Test func `a structure is printed with members in the model's order`() throws {
        let text = try #require(try files()["CognitoShapes/CognitoIdentityProvider/A.swift"])
        #expect(
            text.contains(
                """
                package struct ARequest: WireStructure, SensitiveStructure {
                    package var name: String = .absent
                    package var kind: Kind?
                    package var both: Both?
                    package var tags: [String: String]?
                    package var at: Date?

                    package init(absent: Void) {}
                    package init(name: String, kind: Kind? = nil, both: Both? = nil, tags: [String: String]? = nil, at: Date? = nil) {
                        (self.name, self.kind, self.both, self.tags, self.at) = (name, kind, both, tags, at)
                    }

                    package mutating func exchange(_ wire: inout WireExchange) {
                        wire.required("Name", &name, Rules.name)
                        wire.optional("Kind", &kind)
                        wire.optional("Both", &both)
                        wire.optional("Tags", &tags, Rules.tags)
                        wire.optional("At", &at)
                    }
                }
                """))
        #expect(text.contains("package import Foundation\n"))
        #expect(text.contains("// Generated by ShapeGenerator from Models/cognito-idp.json; do not edit.\n"))
    }

    @Test func `an enumeration is open and has its known values`() throws {
        let text = try #require(try files()["CognitoShapes/CognitoIdentityProvider/A.swift"])
        #expect(text.contains("    package static let oneTwo = Self(rawValue: \"ONE_TWO\")\n"))
        #expect(text.contains("    package static let `default` = Self(rawValue: \"default\")\n"))
        #expect(text.contains("    package static let allValues: [Self] = [.oneTwo, .`default`]\n"))
    }

    @Test func `an enumeration has also the values that the service accepts besides those of its model`() throws {
        let model = SmallModel(
            operations: #"{"A":{"input":{"shape":"ARequest"},"authtype":"none"}}"#,
            shapes: #"{"ARequest":{"type":"structure","members":{"Flow":{"shape":"ExplicitAuthFlowsType"}}},"#
                + #""ExplicitAuthFlowsType":{"type":"string","enum":["ONE"]}}"#)
        let text = try #require(try SmallModel.files(model)["CognitoShapes/CognitoIdentityProvider/A.swift"])
        #expect(text.contains("    package static let allValues: [Self] = [.one, .allowClientTokenAuth]\n"))
    }

    @Test func `constraints become constants of the target that needs them`() throws {
        let files = try files()
        let app = try #require(files["CognitoShapes/Rules.swift"])
        #expect(app.contains(##"    static let name = WireRule(min: 1, max: 20_000, pattern: #"[\w"]+"#)"## + "\n"))
        #expect(app.contains("    static let tags = WireRule.map(key: name)\n"))
        #expect(app.contains("    static let secret = WireRule(sensitive: true)\n"))
        #expect(!app.contains("static let list"))
        #expect(files["CognitoAdminShapes/Rules.swift"]?.contains("static let list = WireRule.list(max: 5)\n") == true)
    }

    @Test func `protocol, callers and table list the operations`() throws {
        let files = try files()
        let folder = "CognitoShapes/CognitoIdentityProvider/CognitoIdentityProvider"
        let contract = try #require(files[folder + "Service.swift"])
        #expect(contract.contains("    func a(_ request: ARequest) async throws(ServiceFault) -> AResponse\n"))
        #expect(contract.contains("    func b(_ request: BRequest) async throws(ServiceFault)\n"))
        let callers = try #require(files[folder + "Service+OperationCaller.swift"])
        #expect(callers.contains("        _ = try await call(BOperation.self, request)\n"))
        let table = try #require(files[folder + "Operations.swift"])
        #expect(table.contains("        OperationHandler(AOperation.self, .read) { $0.a },\n"))
        #expect(table.contains("        OperationHandler(silent: BOperation.self, .write) { $0.b },\n"))
        #expect(table.contains("from Models/cognito-idp.json, Models/rate-classes.tsv; do not edit.\n"))
    }

    @Test func `fault codes keep the code of the wire`() throws {
        let text = try #require(try files()["CognitoShapes/ServiceFaultCodes.swift"])
        #expect(text.contains("    package static let lost: Self = \"Lost\"\n"))
    }

    @Test func `a name that another model took first gets the service's name before it`() throws {
        let second = SmallModel(
            operations: #"{"A":{"input":{"shape":"AResponse"},"authtype":"none"}}"#,
            shapes:
                #"{"AResponse":{"type":"structure","members":{"N":{"shape":"name"}}},"name":{"type":"string","max":5}}"#
        )
        let files = try SmallModel.files(SmallModel(operations: Self.operations, shapes: Self.shapes), second)
        let text = try #require(files["CognitoShapes/CognitoIdentity/CognitoIdentityA.swift"])
        #expect(text.contains("package enum CognitoIdentityAOperation: CognitoIdentityOperation {"))
        #expect(text.contains("    package static let name = \"A\"\n"))
        #expect(text.contains("package struct CognitoIdentityAResponse: WireStructure {"))
        #expect(text.contains("Rules.cognitoIdentityName)"))
    }

    @Test func `a fault code that another model has with another text gets the service's name before it`() throws {
        let fault = #"{"LostException":{"type":"structure","members":{},"exception":true,"error":{"code":"#
        let second = SmallModel(shapes: fault + #""Gone"}}}"#)
        let files = try SmallModel.files(SmallModel(shapes: fault + #""Lost"}}}"#), second)
        let text = try #require(files["CognitoShapes/ServiceFaultCodes.swift"])
        #expect(text.contains("    package static let lost: Self = \"Lost\"\n"))
        #expect(text.contains("    package static let cognitoIdentityLost: Self = \"Gone\"\n"))
    }

    @Test func `a type has a capital, and no name of the server's registry`() throws {
        let model = SmallModel(
            operations: #"{"A":{"input":{"shape":"ARequest"},"authtype":"none"}}"#,
            shapes: #"{"ARequest":{"type":"structure","members":{"Role":{"shape":"Role"},"#
                + #""Kind":{"shape":"kindType"}}},"Role":{"type":"structure","members":{}},"#
                + #""kindType":{"type":"string","enum":["ONE"]}}"#)
        let text = try #require(try SmallModel.files(model)["CognitoShapes/CognitoIdentityProvider/A.swift"])
        #expect(text.contains("package struct CognitoIdentityProviderRole: WireStructure {"))
        #expect(text.contains("package struct KindType: OpenValue {"))
    }

    @Test func `all operations of IAM are in a target of their own`() throws {
        let iam = SmallModel(
            operations: #"{"A":{"input":{"shape":"ARequest"}}}"#,
            shapes: #"{"ARequest":{"type":"structure","members":{}}}"#)
        let none = SmallModel()
        let paths = try SmallModel.files(none, none, none, iam).keys.filter { $0.contains("/AccessManagement/") }
        #expect(
            paths.sorted() == [
                "AccessManagementShapes/AccessManagement/A.swift",
                "AccessManagementShapes/AccessManagement/AccessManagementOperations.swift",
                "AccessManagementShapes/AccessManagement/AccessManagementService+OperationCaller.swift",
                "AccessManagementShapes/AccessManagement/AccessManagementService.swift",
            ])
    }

    @Test func `the order of generation is fixed`() throws {
        let first = try files()
        let second = try files()
        #expect(first == second)
    }
}
