// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSites
package import NIOCore
import NIOHTTP1

/// Counts the bytes of a head that has not fully arrived, which the decoder keeps.
///
/// It has its place before the decoder. When the memory of all connections is used up, the connection ends.
package final class HeadMemoryHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer

    private let progress: HeadProgress
    private let memory: BodyBudget
    private var held = 0

    /// Creates the handler of the connection whose decoder's parts `progress` follows.
    package init(_ progress: HeadProgress, in memory: BodyBudget) {
        self.progress = progress
        self.memory = memory
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let size = unwrapInboundIn(data).readableBytes
        progress.beginPiece()
        context.fireChannelRead(data)
        hold(progress.unfinishedBytes(ofPiece: size, before: held), context)
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        memory.giveBackShort(held)
        held = 0
    }

    package func channelInactive(context: ChannelHandlerContext) {
        memory.giveBackShort(held)
        held = 0
        context.fireChannelInactive()
    }

    private func hold(_ bytes: Int, _ context: ChannelHandlerContext) {
        guard bytes != held, context.channel.isActive else { return }
        do throws(BodyBudget.Exhausted) {
            if bytes > held { try memory.takeShort(bytes - held) } else { memory.giveBackShort(held - bytes) }
            held = bytes
        } catch {
            context.close(promise: nil)
        }
    }
}

/// What the decoder has made of the bytes of a connection.
package final class HeadProgress {
    /// The bytes of a line of the head without its name and value.
    private static let punctuation = 4
    /// The difference up to which the bytes of a piece are taken for those of its requests, such as the version in the
    /// first line.
    private static let tolerance = 256

    /// Whether the next part is a head.
    private var isBetweenRequests = true
    /// The bytes of the parts that were read from the present piece; `nil` if there was none.
    private var parsed: Int?

    /// Records that bytes have arrived, which the decoder gets next.
    func beginPiece() {
        parsed = nil
    }

    /// Records a part that the decoder has read.
    func didRead(_ part: HTTPServerRequestPart) {
        let before = parsed ?? 0
        switch part {
        case .head(let head):
            isBetweenRequests = false
            parsed = head.headers.reduce(before + head.uri.utf8.count) {
                $0 + $1.name.utf8.count + $1.value.utf8.count + Self.punctuation
            }
        case .body(let bytes): parsed = before + bytes.readableBytes
        case .end:
            isBetweenRequests = true
            parsed = before
        }
    }

    /// The bytes of a head that has not fully arrived, after a piece of `size` bytes that follows `earlier` ones of it.
    func unfinishedBytes(ofPiece size: Int, before earlier: Int) -> Int {
        guard isBetweenRequests else { return 0 }
        guard let parsed else { return earlier + size }
        let rest = earlier + size - parsed
        return rest > Self.tolerance ? rest : 0
    }
}
