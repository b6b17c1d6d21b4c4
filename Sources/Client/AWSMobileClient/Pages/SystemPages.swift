// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession

/// The system's way to show pages, for apps without a presenter of their own.
enum SystemPages {
    #if os(iOS) || os(macOS) || os(visionOS)
    /// Whether the browser can forget a visit.
    static let offersPrivateSessions = true

    /// Shows the page in a window of the system's browser, which ends the visit.
    static func show(_ visit: PageVisit, _ context: PageContext) async {
        let page = visit.page
        do throws(WebSignInError) {
            let url = try await BrowserSession.show(
                page.url,
                returningTo: page.redirect,
                isPrivate: page.isPrivate,
                above: context.anchor?.value
            )
            visit.end(.success(url))
        } catch {
            visit.end(.failure(error))
        }
    }
    #elseif os(Linux)
    /// Whether the browser can forget a visit; the user's own keeps its cookies.
    static let offersPrivateSessions = false

    /// Waits for the port of a visit that was just cancelled.
    private static let browser = LoopbackBrowser()

    /// Prints the address of the page, and tries to open the user's browser.
    ///
    /// With a redirect URI on this machine, a listener ends the visit. With any other, the app receives the address, and
    /// passes it to `handleAuthResponse`.
    ///
    /// - Parameters:
    ///   - visit: the visit that the browser's return ends.
    ///   - context: the look of the pages.
    ///   - lead: leads the user to an address; called when the browser may return.
    static func show(
        _ visit: PageVisit,
        _ context: PageContext,
        leading lead: @escaping @Sendable (URL, WebPage.Purpose) async -> Void = { printAndOpen($0, $1) }
    ) async {
        let page = visit.page
        guard page.redirect.port != nil, let redirect = LoopbackRedirect(page.redirect), redirect.hasPort else {
            await lead(page.url, page.purpose)
            let redirect = page.redirect.absoluteString
            ClientLog.write("The app must pass the address that begins with \(redirect) to handleAuthResponse.")
            return
        }
        let start = context.look.flatMap { StartPage($0, page, at: redirect) }
        do {
            let documents = start?.documents ?? []
            let state = page.purpose == .signIn ? page.url.authorizationState : nil
            let url = try await browser.visit(returningTo: page.redirect, serving: documents, awaiting: state) {
                await lead(start?.url ?? page.url, page.purpose)
            }
            visit.end(.success(url))
        } catch let error as WebSignInError {
            visit.end(.failure(error))
        } catch {
            visit.end(.failure(.cancelled))
        }
    }

    /// Prints an address, and tries to open the user's browser there.
    ///
    /// The printed address is enough, so it does not matter whether a browser opens.
    private static func printAndOpen(_ url: URL, _ purpose: WebPage.Purpose) {
        let action =
            switch purpose {
            case .signIn: "sign in"
            case .signOut: "sign out"
            }
        let line = "To \(action), open this address in a browser: \(url.absoluteString)\n"
        // A program that reads the address may wait for it at the other end of a pipe, so it is written at once. The
        // buffers of C could be flushed only all together, and that waits for a thread with a pending read of the
        // standard input.
        try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
        // Unstructured on purpose: the browser may come back before the program that opens it ends.
        Task { try? await SystemBrowser.open(url) }
    }
    #else
    /// Whether the browser can forget a visit.
    static let offersPrivateSessions = false

    /// Ends the visit: the system has nothing that shows pages.
    static func show(_ visit: PageVisit, _ context: PageContext) async {
        visit.end(.failure(.noPresenter))
    }
    #endif
}
