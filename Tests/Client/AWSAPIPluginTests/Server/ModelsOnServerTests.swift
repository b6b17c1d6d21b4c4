// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestServer
import Testing

/// Requests with models, answered by `gatehouse dev --schema`.
@Suite(.ownsAmplify) struct ModelsOnServerTests {
    /// The program of this build, beside the tests.
    private static let program = Bundle.main.bundleURL.appending(path: "gatehouse").path

    /// One server for all tests, since they run one after the other.
    private static let server = Task {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).graphql")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Blog.schema.utf8).write(to: file)
        return try await GatehouseTestServer(program: program, schema: file)
    }

    /// Runs a test with the server in the state of its start.
    private func onServer(_ body: () async throws -> Void) async throws {
        let gatehouse = try await Self.server.value
        try await gatehouse.reset()
        try Amplify.add(plugin: AWSAPIPlugin(modelRegistration: Blog.Models()))
        try Amplify.add(plugin: gatehouse.plugin(onDevice: UUID().uuidString))
        try await Amplify.configure(gatehouse.configuration())
        try await body()
    }

    private static let key = AWSAuthorizationType.apiKey

    private func create<M: Model>(_ model: M) async throws -> M {
        try await Amplify.API.mutate(request: .create(model, authMode: Self.key)).get()
    }

    private func posts(_ predicate: any QueryPredicate, limit: Int? = nil) async throws -> List<Post> {
        try await Amplify.API.query(request: .list(Post.self, where: predicate, limit: limit, authMode: Self.key)).get()
    }

    @Test func `a record is created, read, changed and removed`() async throws {
        try await onServer {
            let place = Place(city: "Rome", zip: 186)
            var post = try await create(
                Post(id: "p", title: "One", status: .draft, tags: ["a", "b"], place: place, places: [place]))
            #expect(post.status == .draft && post.place == place && post.places == [place] && post.tags == ["a", "b"])
            #expect(post.createdAt != nil && post.createdAt == post.updatedAt)
            post.title = "Two"
            post.place = nil
            let refused = try await Amplify.API.mutate(
                request: .update(post, where: Post.keys.title == "Other", authMode: Self.key))
            guard case .failure(.error(let errors)) = refused else {
                Issue.record("The condition does not count.")
                return
            }
            #expect(errors.first?.extensions?["errorType"]?.stringValue?.contains("ConditionalCheckFailed") == true)
            let changed = try await Amplify.API.mutate(
                request: .update(post, where: Post.keys.title == "One", authMode: Self.key)
            ).get()
            #expect(changed.title == "Two" && changed.place == nil && changed.status == .draft)
            let read = try await Amplify.API.query(request: .get(Post.self, byId: "p", authMode: Self.key)).get()
            #expect(read?.title == "Two" && read?.places == [place])
            _ = try await Amplify.API.mutate(request: .delete(post, authMode: Self.key)).get()
            #expect(try await Amplify.API.query(request: .get(Post.self, byId: "p", authMode: Self.key)).get() == nil)
        }
    }

    @Test func `every scalar is stored and read`() async throws {
        try await onServer {
            var record = Everything(id: "e")
            record.text = "ä \u{1F375} \""
            record.int = -2_147_483_648
            record.float = 0.1
            record.flag = true
            record.day = try Temporal.Date(iso8601String: "2026-02-28")
            record.hour = try Temporal.Time(iso8601String: "23:59:59.999")
            record.moment = try Temporal.DateTime(iso8601String: "2026-01-02T03:04:05.678+02:00")
            record.stamp = 1_700_000_000
            record.mail = "ada@example.org"
            record.json = #"{"a":[1]}"#
            record.url = "https://example.org/a?b"
            record.phone = "+12065550100"
            record.address = "192.0.2.1"
            record.ints = [1, 2, 3]
            #expect(try await create(record) == record)
            let request = GraphQLRequest<Everything?>.get(Everything.self, byId: "e", authMode: Self.key)
            let read = try await Amplify.API.query(request: request).get()
            #expect(read == record && read?.moment?.iso8601String == record.moment?.iso8601String)
            let empty = Everything(id: "e")
            #expect(try await Amplify.API.mutate(request: .update(empty, authMode: Self.key)).get() == empty)
        }
    }

    @Test func `records are listed by condition and page by page`() async throws {
        try await onServer {
            for number in 1...5 {
                _ = try await create(
                    Post(id: "p\(number)", title: "T\(number)", status: number > 2 ? .published : .draft))
            }
            let published = try await posts(Post.keys.status == PostStatus.published && Post.keys.title != "T4")
            #expect(published.map(\.id).sorted() == ["p3", "p5"])
            #expect(try await posts(Post.keys.title.between(start: "T2", end: "T3")).count == 2)
            #expect(try await posts(not(Post.keys.title ~= "1") && Post.keys.tags.attributeExists(false)).count == 4)
            var page = try await posts(QueryPredicateConstant.all, limit: 2)
            var ids = page.map(\.id)
            while page.hasNextPage() {
                page = try await page.getNextPage()
                ids += page.map(\.id)
            }
            #expect(ids.sorted() == ["p1", "p2", "p3", "p4", "p5"])
        }
    }

    @Test func `relations are loaded on demand, in both directions`() async throws {
        try await onServer {
            let cover = try await create(Cover(id: "cover", url: "https://example.org/c"))
            let post = try await create(Post(id: "p", title: "One", cover: cover))
            #expect(try await post.cover == cover && post.postCoverId == "cover")
            for id in ["a", "b"] { _ = try await create(Comment(id: id, content: id, post: post)) }
            let read = try #require(
                try await Amplify.API.query(request: .get(Post.self, byId: "p", authMode: Self.key)).get())
            try await read.comments?.fetch()
            #expect(read.comments?.map(\.id).sorted() == ["a", "b"])
            var comment = try #require(read.comments?.first)
            #expect(try await comment.post?.title == "One")
            comment.setPost(nil)
            let alone = try await Amplify.API.mutate(request: .update(comment, authMode: Self.key)).get()
            #expect(try await alone.post == nil)
            #expect(try await posts(Post.keys.cover == "cover").count == 1)
        }
    }

    @Test func `related records are part of an answer that includes them`() async throws {
        try await onServer {
            let cover = try await create(Cover(id: "cover", url: "https://example.org/c"))
            let post = try await create(Post(id: "p", title: "One", cover: cover))
            _ = try await create(Comment(id: "a", content: "A", post: post))
            let request = GraphQLRequest<Post?>.get(
                Post.self, byId: "p", includes: { [$0.comments, $0.cover] }, authMode: Self.key)
            let read = try #require(try await Amplify.API.query(request: request).get())
            #expect(read.comments?.isLoaded == true && read.comments?.map(\.content) == ["A"])
            guard case .loaded(let loaded) = read._cover._state else {
                Issue.record("The cover is not part of the answer.")
                return
            }
            #expect(loaded as? Cover == cover)
        }
    }

    @Test func `keys of other names and of several fields are found`() async throws {
        try await onServer {
            let item = try await create(Item(code: "A\"1", count: 2))
            let found = try await Amplify.API.query(
                request: .get(Item.self, byIdentifier: .identifier(code: "A\"1"), authMode: Self.key))
            #expect(try found.get() == item)
            let moment = try Temporal.DateTime(iso8601String: "2026-01-01T00:00:00Z")
            let seat = try await create(Seat(hall: "\"\\\n", row: 3, at: moment))
            let read = try await Amplify.API.query(
                request: .get(
                    Seat.self, byIdentifier: .identifier(hall: "\"\\\n", row: 3, at: moment), authMode: Self.key))
            #expect(try read.get()?.hall == "\"\\\n")
            let guest = try await create(Guest(id: "g", name: "Ada", seat: seat))
            #expect(guest.seat?.row == 3 && guest.seat?.at == moment)
            try await read.get()?.guests?.fetch()
            #expect(try read.get()?.guests?.map(\.name) == ["Ada"])
            _ = try await Amplify.API.mutate(request: .delete(item, authMode: Self.key)).get()
            _ = try await Amplify.API.mutate(request: .delete(seat, authMode: Self.key)).get()
        }
    }

    @Test func `a key that is a number is found, and removed by its digits`() async throws {
        try await onServer {
            let counter = try await create(Counter(number: 7, kinds: [.draft, .published]))
            #expect(counter.kinds == [.draft, .published])
            let request = GraphQLRequest<Counter?>.get(
                Counter.self, byIdentifier: .identifier(number: 7), authMode: Self.key)
            #expect(try await Amplify.API.query(request: request).get() == counter)
            _ = try await Amplify.API.mutate(request: .delete(counter, authMode: Self.key)).get()
            #expect(try await Amplify.API.query(request: request).get() == nil)
        }
    }

    @Test func `a subscription delivers records of the model`() async throws {
        try await onServer {
            let request = GraphQLRequest<Comment>.subscription(of: Comment.self, type: .onCreate, authMode: Self.key)
            var contents: [String] = []
            for try await event in Amplify.API.subscribe(request: request) {
                if case .connection(.connected) = event { _ = try await create(Comment(id: "c", content: "new")) }
                guard case .data(let comment) = event else { continue }
                contents.append(try comment.get().content)
                break
            }
            #expect(contents == ["new"])
        }
    }
}
