// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// A request with the document and the variables that it has.
struct DocumentCase: CustomTestStringConvertible, Sendable {
    /// What the server answers if it has the records of ``DocumentCase/records``.
    enum Outcome {
        /// A value.
        case value
        /// A condition of a mutation does not hold.
        case failedCondition
    }

    let document: String
    let variables: String?
    let payload: Result<GraphQLPayload, APIError>
    let decodePath: String?
    let expectedDocument: String
    let expectedVariables: String?
    let outcome: Outcome

    init<R>(
        _ request: GraphQLRequest<R>, _ document: String, _ variables: String? = nil, outcome: Outcome = .value
    ) {
        self.document = request.document
        decodePath = request.decodePath
        self.variables = request.variables.flatMap { try? JSONSerialization.data(withJSONObject: $0) }
            .map { String(decoding: $0, as: UTF8.self) }
        payload = Result { () throws(APIError) in try GraphQLPayload(request) }
        expectedDocument = document
        expectedVariables = variables
        self.outcome = outcome
    }

    var testDescription: String { expectedDocument }
}

/// The documents and variables of requests with models of every kind.
extension DocumentCase {
    /// All requests.
    static var all: [DocumentCase] {
        // The documents name the fields of related models, which are found by their names.
        Blog.Models().registerModels(registry: ModelRegistry.self)
        return queries + changes + included + mutations + furtherMutations
    }

    /// Whether the request is a subscription.
    var isSubscription: Bool { document.hasPrefix("subscription") }

    private static let post =
        "id createdAt place { city zip __typename } places { city zip __typename } postCoverId "
        + "status tags title updatedAt cover { id __typename } __typename"
    private static let comment = "id content post { id __typename } __typename"
    private static let seat = "hall row at __typename"
    private static let everything =
        "id address day flag float hour int ints json mail moment phone stamp text url __typename"

    private static var moment: Temporal.DateTime {
        Temporal.DateTime(Date(timeIntervalSince1970: 1_767_225_600))
    }

    private static var queries: [DocumentCase] {
        [
            DocumentCase(
                GraphQLRequest<Post?>.get(Post.self, byId: "1"),
                "query GetPost($id: ID!) { getPost(id: $id) { \(post) } }", #"{"id":"1"}"#),
            DocumentCase(
                GraphQLRequest<Post?>.get(Post.self, byIdentifier: "1"),
                "query GetPost($id: ID!) { getPost(id: $id) { \(post) } }", #"{"id":"1"}"#),
            DocumentCase(
                GraphQLRequest<Item?>.get(Item.self, byIdentifier: .identifier(code: "A")),
                "query GetItem($code: ID!) { getItem(code: $code) { code count __typename } }", #"{"code":"A"}"#),
            DocumentCase(
                GraphQLRequest<Seat?>.get(Seat.self, byIdentifier: .identifier(hall: "\"\\\n", row: 3, at: moment)),
                #"query GetSeat { getSeat(at: "2026-01-01T00:00:00.000Z", hall: "\"\\\u000a", row: 3) { "#
                    + "\(seat) } }"),
            DocumentCase(
                GraphQLRequest<Counter?>.get(Counter.self, byIdentifier: .identifier(number: 7)),
                "query GetCounter { getCounter(number: 7) { number kinds __typename } }"),
            DocumentCase(
                GraphQLRequest<List<Post>>.list(Post.self),
                "query ListPosts($limit: Int) { listPosts(limit: $limit) { items { \(post) } nextToken } }",
                #"{"limit":1000}"#),
            DocumentCase(
                GraphQLRequest<List<Post>>.list(Post.self, where: QueryPredicateConstant.all, limit: 5),
                "query ListPosts($limit: Int) { listPosts(limit: $limit) { items { \(post) } nextToken } }",
                #"{"limit":5}"#),
            DocumentCase(
                GraphQLRequest<List<Comment>>.list(Comment.self, where: Comment.keys.post == "1", limit: 5),
                "query ListComments($filter: ModelCommentFilterInput, $limit: Int) "
                    + "{ listComments(filter: $filter, limit: $limit) { items { \(comment) } nextToken } }",
                #"{"filter":{"postCommentsId":{"eq":"1"}},"limit":5}"#),
            DocumentCase(
                GraphQLRequest<Everything?>.get(Everything.self, byId: "1"),
                "query GetEverything($id: ID!) { getEverything(id: $id) { \(everything) } }", #"{"id":"1"}"#),
            DocumentCase(
                GraphQLRequest<List<Everything>>.list(Everything.self, where: Everything.keys.int > 1),
                "query ListEverythings($filter: ModelEverythingFilterInput, $limit: Int) "
                    + "{ listEverythings(filter: $filter, limit: $limit) { items { \(everything) } nextToken } }",
                #"{"filter":{"int":{"gt":1}},"limit":1000}"#),
            DocumentCase(
                GraphQLRequest<List<Guest>>.list(Guest.self),
                "query ListGuests($limit: Int) { listGuests(limit: $limit) "
                    + "{ items { id name seat { \(seat) } __typename } nextToken } }",
                #"{"limit":1000}"#),
        ]
    }

    private static var changes: [DocumentCase] {
        let types: [(GraphQLSubscriptionType, String)] = [
            (.onCreate, "nCreate"), (.onUpdate, "nUpdate"), (.onDelete, "nDelete"),
        ]
        return types.map { type, name in
            DocumentCase(
                GraphQLRequest<Comment>.subscription(of: Comment.self, type: type),
                "subscription O\(name)Comment { o\(name)Comment { \(comment) } }")
        }
    }

    private static var included: [DocumentCase] {
        let whole = "id content post { \(post) } __typename"
        return [
            DocumentCase(
                GraphQLRequest<Post?>.get(Post.self, byId: "1", includes: { [$0.comments, $0.cover] }),
                "query GetPost($id: ID!) { getPost(id: $id) { id createdAt place { city zip __typename } "
                    + "places { city zip __typename } postCoverId status tags title updatedAt "
                    + "cover { id url __typename } __typename comments { items { \(comment) } } } }",
                #"{"id":"1"}"#),
            DocumentCase(
                GraphQLRequest<Comment>.subscription(of: Comment.self, type: .onCreate, includes: { [$0.post] }),
                "subscription OnCreateComment { onCreateComment { \(whole) } }"),
            DocumentCase(
                GraphQLRequest<Comment?>.get(
                    Comment.self, byId: "1", includes: { [$0.post, $0.post.cover, $0.post.comments.post] }),
                "query GetComment($id: ID!) { getComment(id: $id) { id content post { id createdAt "
                    + "place { city zip __typename } places { city zip __typename } postCoverId status tags title "
                    + "updatedAt cover { id url __typename } __typename comments { items { \(whole) } } } __typename } }",
                #"{"id":"1"}"#),
        ]
    }

    private static var mutations: [DocumentCase] {
        let cover = Cover(id: "c", url: "https://example.org/")
        let place = Place(city: "Rome", zip: nil)
        let full = Post(
            id: "1", title: "T", status: .draft, tags: ["a", nil], place: place, places: [place], cover: cover)
        let condition = Post.keys.title == "Old" && Post.keys.status != PostStatus.published
        return [
            DocumentCase(
                GraphQLRequest<Post>.create(Post(id: "1", title: "T")),
                "mutation CreatePost($input: CreatePostInput!) { createPost(input: $input) { \(post) } }",
                #"{"input":{"id":"1","title":"T"}}"#),
            DocumentCase(
                GraphQLRequest<Post>.create(full),
                "mutation CreatePost($input: CreatePostInput!) { createPost(input: $input) { \(post) } }",
                #"{"input":{"id":"1","title":"T","status":"DRAFT","tags":["a",null],"place":{"city":"Rome"},"#
                    + #""places":[{"city":"Rome"}],"postCoverId":"c"}}"#),
            DocumentCase(
                GraphQLRequest<Post>.update(Post(id: "1", title: "T"), where: condition),
                "mutation UpdatePost($condition: ModelPostConditionInput, $input: UpdatePostInput!) "
                    + "{ updatePost(condition: $condition, input: $input) { \(post) } }",
                #"{"condition":{"and":[{"title":{"eq":"Old"}},{"status":{"ne":"PUBLISHED"}}]},"#
                    + #""input":{"id":"1","title":"T","status":null,"tags":null,"place":null,"places":null,"#
                    + #""postCoverId":null}}"#),
            DocumentCase(
                GraphQLRequest<Post>.delete(Post(id: "1", title: "T"), where: Post.keys.title.beginsWith("T")),
                "mutation DeletePost($condition: ModelPostConditionInput, $input: DeletePostInput!) "
                    + "{ deletePost(condition: $condition, input: $input) { \(post) } }",
                #"{"condition":{"title":{"beginsWith":"T"}},"input":{"id":"1"}}"#, outcome: .failedCondition),
            DocumentCase(
                GraphQLRequest<Seat>.delete(Seat(hall: "h", row: 3, at: moment)),
                "mutation DeleteSeat($input: DeleteSeatInput!) { deleteSeat(input: $input) { \(seat) } }",
                #"{"input":{"hall":"h","row":"3","at":"2026-01-01T00:00:00.000Z"}}"#),
            DocumentCase(
                GraphQLRequest<Counter>.create(Counter(number: 7, kinds: [.draft, nil])),
                "mutation CreateCounter($input: CreateCounterInput!) "
                    + "{ createCounter(input: $input) { number kinds __typename } }",
                #"{"input":{"number":7,"kinds":["DRAFT",null]}}"#),
            DocumentCase(
                GraphQLRequest<Counter>.delete(Counter(number: 7)),
                "mutation DeleteCounter($input: DeleteCounterInput!) "
                    + "{ deleteCounter(input: $input) { number kinds __typename } }",
                #"{"input":{"number":"7"}}"#),
            DocumentCase(
                GraphQLRequest<Guest>.create(
                    Guest(id: "g", name: "n", seat: Seat(hall: "h", row: 3, at: moment)), authMode: .apiKey),
                "mutation CreateGuest($input: CreateGuestInput!) { createGuest(input: $input) "
                    + "{ id name seat { \(seat) } __typename } }",
                #"{"input":{"id":"g","name":"n","seatGuestsHall":"h","seatGuestsRow":3,"#
                    + #""seatGuestsAt":"2026-01-01T00:00:00.000Z"}}"#),
            DocumentCase(
                GraphQLRequest<Guest>.update(Guest(id: "g", name: "n")),
                "mutation UpdateGuest($input: UpdateGuestInput!) { updateGuest(input: $input) "
                    + "{ id name seat { \(seat) } __typename } }",
                #"{"input":{"id":"g","name":"n","seatGuestsHall":null,"seatGuestsRow":null,"seatGuestsAt":null}}"#),
        ]
    }

    /// Mutations of keys of other names and of several fields, and of relations in both directions.
    private static var furtherMutations: [DocumentCase] {
        let seatRecord = Seat(hall: "h", row: 3, at: moment)
        return [
            DocumentCase(
                GraphQLRequest<Item>.create(Item(code: "B", count: nil)),
                "mutation CreateItem($input: CreateItemInput!) "
                    + "{ createItem(input: $input) { code count __typename } }", #"{"input":{"code":"B"}}"#),
            DocumentCase(
                GraphQLRequest<Item>.update(Item(code: "A", count: nil), where: not(Item.keys.count == 1)),
                "mutation UpdateItem($condition: ModelItemConditionInput, $input: UpdateItemInput!) "
                    + "{ updateItem(condition: $condition, input: $input) { code count __typename } }",
                #"{"condition":{"not":{"count":{"eq":1}}},"input":{"code":"A","count":null}}"#),
            DocumentCase(
                GraphQLRequest<Item>.delete(Item(code: "A", count: nil), where: Item.keys.count == nil),
                "mutation DeleteItem($condition: ModelItemConditionInput, $input: DeleteItemInput!) "
                    + "{ deleteItem(condition: $condition, input: $input) { code count __typename } }",
                #"{"condition":{"count":{"eq":null}},"input":{"code":"A"}}"#, outcome: .failedCondition),
            DocumentCase(
                GraphQLRequest<Seat>.update(seatRecord),
                "mutation UpdateSeat($input: UpdateSeatInput!) { updateSeat(input: $input) { \(seat) } }",
                #"{"input":{"hall":"h","row":3,"at":"2026-01-01T00:00:00.000Z"}}"#),
            DocumentCase(
                GraphQLRequest<Guest>.update(Guest(id: "g", name: "n", seat: seatRecord)),
                "mutation UpdateGuest($input: UpdateGuestInput!) { updateGuest(input: $input) "
                    + "{ id name seat { \(seat) } __typename } }",
                #"{"input":{"id":"g","name":"n","seatGuestsHall":"h","seatGuestsRow":3,"#
                    + #""seatGuestsAt":"2026-01-01T00:00:00.000Z"}}"#),
            DocumentCase(
                GraphQLRequest<Comment>.create(Comment(id: "2", content: "C", post: Post(id: "1", title: "T"))),
                "mutation CreateComment($input: CreateCommentInput!) { createComment(input: $input) { \(comment) } }",
                #"{"input":{"id":"2","content":"C","postCommentsId":"1"}}"#),
            DocumentCase(
                GraphQLRequest<Comment>.update(Comment(id: "1", content: "C"), includes: { [$0.post] }),
                "mutation UpdateComment($input: UpdateCommentInput!) { updateComment(input: $input) "
                    + "{ id content post { \(post) } __typename } }",
                #"{"input":{"id":"1","content":"C","postCommentsId":null}}"#),
            DocumentCase(
                GraphQLRequest<Counter>.update(Counter(number: 7, kinds: nil)),
                "mutation UpdateCounter($input: UpdateCounterInput!) "
                    + "{ updateCounter(input: $input) { number kinds __typename } }",
                #"{"input":{"number":7,"kinds":null}}"#),
            DocumentCase(
                GraphQLRequest<Everything>.create(Everything(id: "2", text: "\"", int: -1, float: 2.5, flag: false)),
                "mutation CreateEverything($input: CreateEverythingInput!) "
                    + "{ createEverything(input: $input) { \(everything) } }",
                #"{"input":{"id":"2","text":"\"","int":-1,"float":2.5,"flag":false}}"#),
        ]
    }
}
