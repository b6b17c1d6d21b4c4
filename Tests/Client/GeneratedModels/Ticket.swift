// swiftlint:disable all
import Amplify
import Foundation

public struct Ticket: Model {
  public let id: String
  public var status: TicketStatus
  public var priority: Int
  public var openedAt: Temporal.DateTime
  public var assignee: String?
  public var queue: String?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    status: TicketStatus,
    priority: Int,
    openedAt: Temporal.DateTime,
    assignee: String? = nil,
    queue: String? = nil
  ) {
    self.init(
      id: id,
      status: status,
      priority: priority,
      openedAt: openedAt,
      assignee: assignee,
      queue: queue,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    status: TicketStatus,
    priority: Int,
    openedAt: Temporal.DateTime,
    assignee: String? = nil,
    queue: String? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.status = status
    self.priority = priority
    self.openedAt = openedAt
    self.assignee = assignee
    self.queue = queue
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
