// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import Testing

@testable import GatehouseData

@Suite
struct GeneratedSchemaTests {
    @Test(arguments: ["owner", "blog", "versioned"])
    func `the generated schema is the reviewed one`(name: String) throws {
        let settings = name == "versioned" ? Fixture.versioned : Fixture.settings
        let api = try Fixture.api(Fixture.golden("\(name).graphql"), settings)
        #expect(try api.text == Fixture.golden("\(name).generated.graphql"))
    }

    @Test(arguments: ["owner", "blog", "versioned"])
    func `the generated text is a schema`(name: String) throws {
        let schema = try Schema(parsing: Fixture.golden("\(name).generated.graphql"))
        #expect(schema.root(.query) != nil && schema.root(.mutation) != nil)
    }

    @Test
    func `operations have the names and the groups that the model gives`() throws {
        let api = try Fixture.api(
            """
            type blog @model(
              queries: { list: null, get: "oneBlog" } mutations: { delete: null }
              subscriptions: { onCreate: ["made", "written"], level: public }
            ) @auth(rules: [{ allow: owner }]) { title: String }
            """)
        let operations = try #require(api.model("blog")?.operations)
        #expect(operations.get == "oneBlog" && operations.list == nil && operations.delete == nil)
        #expect(operations.create == "createBlog" && operations.update == "updateBlog")
        #expect(operations.onCreate == ["made", "written"] && operations.onDelete == [])
        #expect(operations.onUpdate == ["onUpdateBlog"] && operations.level == .public)
    }

    @Test
    func `times are generated, renamed, declared or switched off`() throws {
        func times(_ arguments: String, _ field: String = "") throws -> [String?] {
            let model = try #require(
                try Fixture.api("type T @model\(arguments) @auth(rules: [{ allow: owner }]) { a: Int \(field) }")
                    .model("T"))
            return [model.createdAt, model.updatedAt]
        }
        #expect(try times("") == ["createdAt", "updatedAt"])
        #expect(try times("(timestamps: { createdAt: \"made\" })") == ["made", "updatedAt"])
        #expect(try times("(timestamps: { createdAt: null })") == [nil, "updatedAt"])
        #expect(try times("(timestamps: null)") == [nil, nil])
        #expect(try times("", "createdAt: AWSDateTime!") == ["createdAt", "updatedAt"])
        #expect(try times("", "createdAt: String") == [nil, "updatedAt"])
    }

    @Test
    func `relations hold the keys of the other records`() throws {
        let api = try Fixture.api(
            """
            type Project @model @auth(rules: [{ allow: private }]) {
              id: ID! @primaryKey(sortKeyFields: ["name"])
              name: String!
              team: Team! @hasOne
              tasks: [Task] @hasMany
            }
            type Team @model @auth(rules: [{ allow: private }]) { name: String }
            type Task @model @auth(rules: [{ allow: private }]) { project: Project @belongsTo }
            """)
        let project = try #require(api.model("Project"))
        let task = try #require(api.model("Task"))
        #expect(project.fields["projectTeamId"]?.type == .nonNull(.named("ID")))
        #expect(project.fields["team"]?.relation?.ownFields == ["projectTeamId"])
        #expect(project.fields["tasks"]?.relation?.ownFields == ["id", "name"])
        #expect(project.fields["tasks"]?.relation?.otherFields == ["projectTasksId", "projectTasksName"])
        #expect(task.index("gsi-Project.tasks")?.sort == ["projectTasksName"])
        #expect(task.fields["project"]?.relation?.ownFields == ["projectTasksId", "projectTasksName"])
        #expect(task.fields["project"]?.relation?.otherFields == ["id", "name"])
    }

    @Test
    func `a field of a model's type without a relation is in no input, and a warning says so`() throws {
        let api = try Fixture.api("type Post @model { title: String }\ntype Blog @model { post: Post posts: [Post] }")
        #expect(api.warnings.filter { $0.message.contains("no relation") }.map(\.line) == [2, 2])
        for name in ["CreateBlogInput", "UpdateBlogInput"] {
            #expect(api.schema.type(name)?.inputFields.map(\.name.text) == ["id"])
        }
    }

    @Test
    func `a model without rules admits the default mode alone and a warning says so`() throws {
        let text = "type Todo @model { title: String }"
        let api = try Fixture.api(text)
        #expect(api.model("Todo")?.access.modes(for: [.get]) == [.userPools])
        #expect(api.warnings.map(\.type) == ["Todo"])
        let sandbox = try Fixture.api("input AMPLIFY { globalAuthRule: AuthRule = { allow: public } } \(text)")
        #expect(sandbox.isSandbox && sandbox.model("Todo")?.access.modes(for: [.get]) == [.userPools, .apiKey])
        var strict = Fixture.settings
        strict.requiresAuthRules = true
        #expect(Fixture.errors(text, strict) == "1:6: Todo: The model 'Todo' has no @auth rules.")
    }
}
