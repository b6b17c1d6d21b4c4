// swiftlint:disable all
import Amplify
import Foundation

extension Ticket {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case status
    case priority
    case openedAt
    case assignee
    case queue
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let ticket = Ticket.keys

    model.listPluralName = "Tickets"
    model.syncPluralName = "Tickets"

    model.attributes(
      .index(fields: ["status", "priority", "openedAt"], name: "byStatus"),
      .index(fields: ["assignee", "openedAt"], name: "ticketsByAssigneeAndOpenedAt"),
      .index(fields: ["assignee", "priority"], name: "byAssigneeAndPriority"),
      .index(fields: ["queue"], name: "byQueue"),
      .primaryKey(fields: [ticket.id])
    )

    model.fields(
      .field(ticket.id, is: .required, ofType: .string),
      .field(ticket.status, is: .required, ofType: .enum(type: TicketStatus.self)),
      .field(ticket.priority, is: .required, ofType: .int),
      .field(ticket.openedAt, is: .required, ofType: .dateTime),
      .field(ticket.assignee, is: .optional, ofType: .string),
      .field(ticket.queue, is: .optional, ofType: .string),
      .field(ticket.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(ticket.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Ticket> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Ticket: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Ticket {
  public var id: FieldPath<String> {
    string("id")
  }
  public var priority: FieldPath<Int> {
    int("priority")
  }
  public var openedAt: FieldPath<Temporal.DateTime> {
    datetime("openedAt")
  }
  public var assignee: FieldPath<String> {
    string("assignee")
  }
  public var queue: FieldPath<String> {
    string("queue")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
