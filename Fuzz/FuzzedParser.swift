// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parsers that read bytes from outside; each has a folder of that name in the corpus.
///
/// For every input, a parser returns or throws. A trap is a finding, and so is a broken promise: a value that was read
/// and written again must read the same.
enum FuzzedParser: String, CaseIterable {
    case json
    case request
    case answer
    case form
    case jwt
    case session
    case refreshToken = "refresh-token"
    case signature
    case filter
    case address
    case clientConfiguration = "client-configuration"
    case mobileConfiguration = "mobile-configuration"
    case serverConfiguration = "server-configuration"
    case gateway
    case csv
    case hash
    case smtp
    case webAuthn = "webauthn"
    case openID = "openid"
    case policy
    case accessDocument = "access-document"
    case saml
    case verifier
    case stored
    case site
    case pageStyle = "page-style"
    case callback
    case authorize
    case clientCredentials = "client-credentials"
    case socket
    case socketAnswer = "socket-answer"
    case socketConversation = "socket-conversation"
    case graphQLDocument = "graphql-document"
    case graphQLSchema = "graphql-schema"
    case realtime
    case projectFile = "project-file"
    case projectState = "project-state"

    /// Lets the parser read `bytes`.
    func feed(_ bytes: [UInt8]) {
        switch self {
        case .json: feedJSON(bytes)
        case .request: feedRequest(bytes)
        case .answer: feedAnswer(bytes)
        case .form: feedForm(bytes)
        case .jwt: feedToken(bytes)
        case .session: feedSession(bytes)
        case .refreshToken: feedRefreshToken(bytes)
        case .signature: feedSignature(bytes)
        case .filter: feedFilter(bytes)
        case .address: feedAddress(bytes)
        case .clientConfiguration: feedClientConfiguration(bytes)
        case .mobileConfiguration: feedMobileConfiguration(bytes)
        case .serverConfiguration: feedServerConfiguration(bytes)
        case .gateway: feedGateway(bytes)
        case .csv: feedImport(bytes)
        case .hash: feedHash(bytes)
        case .smtp: feedMailReplies(bytes)
        case .webAuthn: feedWebAuthn(bytes)
        case .openID: feedOpenID(bytes)
        case .policy: feedPolicy(bytes)
        case .accessDocument: feedAccessDocument(bytes)
        case .saml: feedSAML(bytes)
        case .verifier: feedVerifier(bytes)
        case .stored: feedStored(bytes)
        case .site: feedSite(bytes)
        case .pageStyle: feedPageStyle(bytes)
        case .callback: feedCallback(bytes)
        case .authorize: feedAuthorize(bytes)
        case .clientCredentials: feedClientCredentials(bytes)
        case .socket: feedSocket(bytes)
        case .socketAnswer: feedSocketAnswer(bytes)
        case .socketConversation: feedSocketConversation(bytes)
        case .graphQLDocument: feedGraphQLDocument(bytes)
        case .graphQLSchema: feedGraphQLSchema(bytes)
        case .realtime: feedRealtime(bytes)
        case .projectFile: feedProjectFile(bytes)
        case .projectState: feedProjectState(bytes)
        }
    }
}
