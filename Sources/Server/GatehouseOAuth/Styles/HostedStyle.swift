// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehousePages
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// The style of a client's pages, as the records of its pool have it.
struct HostedStyle: Sendable {
    /// The pool of the client.
    let poolID: String
    /// The style of managed login; `nil` for the classic pages.
    let managed: BrandingRecord?
    /// The style of the classic pages; `nil` for managed login.
    let classic: UICustomizationRecord?
    /// The documents to which the pages link.
    let terms: [TermsType]
    /// The name of the app client, for which a user signs in; `nil` without a client.
    var clientName: String?
    /// The colour that the app wants behind the form, as six hexadecimal digits.
    var appBackground: String?

    /// Returns the values for the pages.
    func branding(
        for client: String, at domain: HostedDomain, in language: PageLanguage, on deployment: Deployment
    ) -> PageBranding {
        let light = image(.formLogo, .light, on: deployment) ?? classic?.imageID.map { address(of: $0, on: deployment) }
        let dark = image(.formLogo, .dark, on: deployment)
        let sheet = styleSheet(on: deployment)
        return PageBranding(
            name: clientName, logo: light ?? dark, darkLogo: followsSystem ? dark : nil,
            icon: image(.faviconSvg, .light, on: deployment) ?? image(.faviconIco, .light, on: deployment),
            styleSheet: sheet.isEmpty ? nil : address(ofStyleSheet: sheet, for: client, at: domain),
            documents: terms.compactMap { terms in
                LegalDocument.Kind(rawValue: terms.termsName).flatMap { kind in
                    LegalDocument(kind, in: language, of: terms.links)
                }
            })
    }

    private func address(ofStyleSheet text: String, for client: String, at domain: HostedDomain) -> String {
        let address = BrandingStyleSheet.address(of: text, for: client, at: domain.basePath)
        return appBackground.map { "\(address)&\(AppLook.background)=%23\($0)" } ?? address
    }

    /// The text of the style sheet; empty without one.
    func styleSheet(on deployment: Deployment) -> String {
        BrandingStyleSheet(
            settings: managed?.settings, classic: classic?.css,
            background: image(.pageBackground, .light, on: deployment),
            darkBackground: image(.pageBackground, .dark, on: deployment), appBackground: appBackground
        ).text
    }

    private var followsSystem: Bool {
        let mode = managed?.settings?["categories"]?["global"]?["colorSchemeMode"]?.stringValue
        return mode != "LIGHT" && mode != "DARK"
    }

    /// The address of an image for a colour mode, or for both; `nil` without one, and for one that the settings switch
    /// off.
    private func image(
        _ category: AssetCategoryType, _ mode: ColorSchemeModeType, on deployment: Deployment
    ) -> String? {
        guard let managed else { return nil }
        let components = managed.settings?["components"]
        let setting =
            switch category {
            case .formLogo: components?["form"]?["logo"]
            case .pageBackground: components?["pageBackground"]?["image"]
            default: components
            }
        guard setting?["enabled"]?.boolValue != false else { return nil }
        let assets = managed.assets.filter { $0.description.category == category }
        let asset = [mode, .dynamic].lazy.compactMap { mode in
            assets.first { $0.description.colorMode == mode }
        }
        .first
        return asset?.imageID.map { address(of: $0, on: deployment) }
    }

    private func address(of image: String, on deployment: Deployment) -> String {
        deployment.address(ofImage: image, inPool: poolID)
    }
}

extension UserPoolReading {
    /// Returns the style of a client's pages in the look that a domain has.
    func style(ofClient client: String, at domain: UserPoolDomainRecord) throws -> HostedStyle {
        let pool = domain.poolID
        let isClassic = domain.managedLoginVersion == 1
        return HostedStyle(
            poolID: pool, managed: isClassic ? nil : try branding(ofClient: client, inPool: pool),
            classic: isClassic
                ? try customization(ofPool: pool, client: client) ?? customization(ofPool: pool, client: nil) : nil,
            terms: try LegalDocument.Kind.allCases.compactMap { kind in
                try terms(named: kind.rawValue, ofClient: client, inPool: pool)
            },
            clientName: try appClient(client).flatMap { $0.poolID == pool ? $0.description.clientName : nil })
    }
}
