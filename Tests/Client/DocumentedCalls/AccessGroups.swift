// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation

// "Keychain Sharing", as it is written there. The id of the team comes from the environment: another team is another
// group.

private let teamID = ProcessInfo.processInfo.environment["TEAM_ID"] ?? ""

func useAccessGroup() throws {
    let accessGroup = AccessGroup(name: "\(teamID)com.example.sharedItems")
    let secureStoragePreferences = AWSCognitoSecureStoragePreferences(
        accessGroup: accessGroup)
    try Amplify.add(
        plugin: AWSCognitoAuthPlugin(
            secureStoragePreferences: secureStoragePreferences))
    try Amplify.configure()
}

func useAccessGroupAndMigrate() throws {
    let accessGroup = AccessGroup(
        name: "\(teamID)com.example.sharedItems",
        migrateKeychainItemsOfUserSession: true)
    let secureStoragePreferences = AWSCognitoSecureStoragePreferences(
        accessGroup: accessGroup)
    try Amplify.add(
        plugin: AWSCognitoAuthPlugin(
            secureStoragePreferences: secureStoragePreferences))
    try Amplify.configure()
}

/// Starts with `AccessGroup.none`, with or without the session.
func startApp(in accessGroup: AccessGroup) throws {
    let secureStoragePreferences = AWSCognitoSecureStoragePreferences(
        accessGroup: accessGroup)
    try Amplify.add(
        plugin: AWSCognitoAuthPlugin(
            secureStoragePreferences: secureStoragePreferences))
    try Amplify.configure()
}
