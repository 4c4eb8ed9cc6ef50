// swift-tools-version: 6.2
// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Apple's platforms have a StoreKit and a StoreKitTest of their own.
#if os(Linux)
    let storeKit: [Target.Dependency] = [.product(name: "StoreKit", package: "OpenStoreKit")]
    let storeKitTest: [Target.Dependency] = [.product(name: "StoreKitTest", package: "OpenStoreKit")]
#else
    let storeKit: [Target.Dependency] = []
    let storeKitTest: [Target.Dependency] = []
#endif

let package = Package(
    name: "Shop",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(path: "../OpenStoreKit")],
    targets: [
        .target(name: "Shop", dependencies: storeKit),
        .testTarget(
            name: "ShopTests", dependencies: ["Shop"] + storeKit + storeKitTest,
            resources: [.copy("Shop.storekit")]),
    ])
