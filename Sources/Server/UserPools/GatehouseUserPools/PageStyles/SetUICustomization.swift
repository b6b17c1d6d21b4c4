// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Sets the style sheet and the logo of the classic pages for a client, or for all clients without a style of their
    /// own; what the request omits is removed.
    package func setUICustomization(
        _ request: SetUICustomizationRequest
    ) async throws(ServiceFault) -> SetUICustomizationResponse {
        let css = request.css.flatMap { $0.isEmpty ? nil : $0 }
        if let css { try ClassicStyleSheet.check(css) }
        let image = try request.logo()
        let now = pools.clock.now
        let poolID = request.userPoolId
        let stored = try await records.write { store -> UICustomizationRecord? in
            let client = try store.clientWithPages(request.clientId, inPool: poolID)
            guard css != nil || image != nil else {
                try store.deleteCustomization(ofPool: poolID, client: client)
                return nil
            }
            let former = try store.customization(ofPool: poolID, client: client)
            let style = UICustomizationRecord(
                poolID: poolID, clientID: client, css: css, imageID: image?.id, createdAt: former?.createdAt ?? now,
                modifiedAt: now)
            try store.put(style, image: image)
            return style
        }
        let empty = UICustomizationType(
            userPoolId: poolID, clientId: request.clientId ?? UICustomizationType.allClients)
        return SetUICustomizationResponse(
            uiCustomization: stored.map { UICustomizationType($0, on: pools.deployment) } ?? empty)
    }
}

extension SetUICustomizationRequest {
    private static let largestImage = 102_400

    /// Returns the logo of the request; `nil` without one.
    ///
    /// - Throws: `InvalidParameterException` for a file that is too large or neither PNG nor JPEG.
    fileprivate func logo() throws(ServiceFault) -> PageImage? {
        guard let file = imageFile, !file.isEmpty else { return nil }
        guard file.count <= Self.largestImage else {
            throw .invalidParameter("The ImageFile has more than 100 KB.")
        }
        guard let type = ImageFormat.type(of: file), [.png, .jpeg].contains(type) else {
            throw .invalidParameter("The ImageFile must be in the format PNG or JPEG.")
        }
        return PageImage(file, type: type)
    }
}

extension UICustomizationType {
    /// The client id of the style for all clients without a style of their own.
    static let allClients = "ALL"

    /// Creates the description of a stored style.
    init(_ style: UICustomizationRecord, on deployment: Deployment) {
        self.init(
            userPoolId: style.poolID, clientId: style.clientID ?? Self.allClients,
            imageUrl: style.imageID.map { deployment.address(ofImage: $0, inPool: style.poolID) }, css: style.css,
            cssVersion: StyleVersion.text(of: style.modifiedAt), lastModifiedDate: style.modifiedAt,
            creationDate: style.createdAt)
    }
}

extension UserPoolReading {
    /// Returns the client for the style of the classic pages; `nil` for the style of all clients.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool or client, and `InvalidParameterException` if the
    ///   pool has no domain for its pages.
    func clientWithPages(_ id: String?, inPool poolID: String) throws -> String? {
        let pool = try existingPool(poolID)
        guard pool.description.domain != nil || pool.description.customDomain != nil else {
            throw ServiceFault.invalidParameter("There has to be an existing domain associated with this user pool")
        }
        guard let id, id != UICustomizationType.allClients else { return nil }
        return try existingClient(id, inPool: poolID).id
    }
}
