// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if !os(Linux)
import Foundation
import Synchronization
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What URLSession reports about one WebSocket: its opening, its messages and its end.
final class URLSessionSocketEvents: NSObject, URLSessionWebSocketDelegate, Sendable {
    /// The subprotocol that the server chose, or why there is no connection.
    typealias Opening = Result<String?, SocketError>

    private enum Phase {
        case waiting
        case awaited(CheckedContinuation<Opening, Never>)
        case known(Opening)
    }

    let inbox: SocketInbox
    private let messageLimit: Int
    private let phase = Mutex(Phase.waiting)

    init(_ inbox: SocketInbox, messageLimit: Int) {
        self.inbox = inbox
        self.messageLimit = messageLimit
    }

    /// Starts the task and waits for the end of the handshake.
    func opening(_ start: () -> Void) async -> Opening {
        await withCheckedContinuation { continuation in
            let known: Opening? = phase.withLock { phase in
                if case .known(let opening) = phase { return opening }
                phase = .awaited(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) } else { start() }
        }
    }

    /// Sets the outcome of the handshake; only the first one counts.
    func open(_ opening: Opening) {
        let continuation: CheckedContinuation<Opening, Never>? = phase.withLock { phase in
            if case .known = phase { return nil }
            defer { phase = .known(opening) }
            if case .awaited(let continuation) = phase { return continuation }
            return nil
        }
        continuation?.resume(returning: opening)
    }

    /// Reads message after message while the inbox has room.
    func readOn(_ task: URLSessionWebSocketTask) {
        guard inbox.mayRead(), inbox.end == nil else { return }
        task.receive { [self, weak task] outcome in
            guard let task else { return }
            switch outcome {
            case .success(.string(let text)): inbox.offer(.text(text))
            case .success(.data(let data)): inbox.offer(.binary(data))
            case .success: break
            case .failure(let error):
                fail(task, error)
                return
            }
            readOn(task)
        }
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol subprotocol: String?
    ) {
        open(.success(subprotocol))
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        finish(closeCode, reason)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        open(.failure(Self.refusal(task, error)))
        if let socket = task as? URLSessionWebSocketTask {
            fail(socket, error)
        } else {
            inbox.finish(.failure(SocketError(.connectionLost, cause: error)))
        }
    }

    private static func refusal(_ task: URLSessionTask, _ error: (any Error)?) -> SocketError {
        if let status = (task.response as? HTTPURLResponse)?.statusCode {
            return SocketError(status == 101 ? .handshake(.accept) : .refused(status: status), cause: error)
        }
        guard let error else { return SocketError(.connectionLost) }
        return SocketError(like: URLSessionExchanges.kind(of: error), cause: error)
    }

    /// Ends with the closing handshake if it has taken place, which a failed call does not say.
    private func fail(_ task: URLSessionWebSocketTask, _ error: (any Error)?) {
        if task.closeCode != .invalid {
            finish(task.closeCode, task.closeReason)
            return
        }
        let isTooLarge = (error as NSError?).map { $0.domain == NSPOSIXErrorDomain && $0.code == EMSGSIZE } ?? false
        inbox.finish(
            .failure(SocketError(isTooLarge ? .tooLarge(limit: messageLimit) : .connectionLost, cause: error)))
    }

    private func finish(_ code: URLSessionWebSocketTask.CloseCode, _ reason: Data?) {
        let code = UInt16(exactly: code.rawValue).map(SocketCloseCode.init(rawValue:)) ?? .none
        inbox.finish(.success(SocketClosure(code, reason: String(decoding: reason ?? Data(), as: UTF8.self))))
    }
}
#endif
