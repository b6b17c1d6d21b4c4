// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors
//
// The names and types are Apple's. Apple's documentation describes them.
// swift-format-ignore-file

public import Foundation

public typealias OSStatus = Int32
public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary

public let errSecSuccess: OSStatus = 0
public let errSecItemNotFound: OSStatus = -25_300

nonisolated(unsafe) public let kSecClass: CFString = ""
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessible: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = ""
nonisolated(unsafe) public let kSecAttrAccount: CFString = ""
nonisolated(unsafe) public let kSecAttrService: CFString = ""
nonisolated(unsafe) public let kSecMatchLimit: CFString = ""
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = ""
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = ""
nonisolated(unsafe) public let kSecReturnAttributes: CFString = ""
nonisolated(unsafe) public let kSecReturnData: CFString = ""
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = ""
nonisolated(unsafe) public let kSecValueData: CFString = ""

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
