// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseSites
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension Site {
    /// The logos and the other images of the pages of user pools.
    package static func pageImages(_ userPools: UserPools) -> Site {
        let label = "page-image"
        let path: RoutePath = "/<pool id>/images/<image id>"
        let image = Route(.get, path, label: label, for: .everyone, isRoutine: true, isListed: false) { call in
            do throws(ServiceFault) {
                let (poolID, id) = (call.parameters.first ?? "", call.parameters.last ?? "")
                let isText = (poolID + id).utf8.allSatisfy { $0 > 0x20 }
                guard isText, let found = try await userPools.records.read({ try $0.pageImage(id, inPool: poolID) })
                else {
                    throw ServiceFault(.resourceNotFound, "There is no such image.")
                }
                return Outcome(GatewayResponse(found), operation: label)
            } catch {
                let status = error.code == .resourceNotFound ? 404 : error.code.httpStatus
                return Outcome(JSONAnswer.fault(error, status: status), operation: label, fault: error)
            }
        }
        return Site(routes: [image])
    }
}

extension GatewayResponse {
    /// The response with an image, whose address contains the hash of its bytes.
    ///
    /// A browser that opens a vector image as a page runs and loads nothing.
    fileprivate init(_ image: PageImage) {
        self.init(
            status: 200,
            headers: [
                ("Content-Type", image.mediaType), ("Cache-Control", "public, max-age=31536000, immutable"),
                ("X-Content-Type-Options", "nosniff"),
                ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
            ],
            body: Data(image.bytes))
    }
}

extension PageImage {
    fileprivate var mediaType: String {
        switch type {
        case .ico: "image/x-icon"
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .svg: "image/svg+xml"
        case .webp: "image/webp"
        default: "application/octet-stream"
        }
    }
}
