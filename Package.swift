// swift-tools-version: 6.2
// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Apple platforms have a StoreKit of their own: there the package builds everything but the modules that stand in for
// Apple's. Linux is what is tested.
#if os(Linux)
    let standsInForApple = true
#else
    let standsInForApple = false
#endif
let storeKit: [Target.Dependency] = standsInForApple ? ["StoreKit", "SignedData"] : []

let package = Package(
    name: "OpenStoreKit",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "openstorekit", targets: ["openstorekit"]),
        .library(name: "AppStoreModel", targets: ["AppStoreModel"]),
        .library(name: "SignedData", targets: ["SignedData"]),
        .library(name: "AppStoreServerLibrary", targets: ["AppStoreServerLibrary"]),
        .library(name: "PurchaseKit", targets: ["PurchaseKit"]),
    ],
    targets: [
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),

        .target(
            name: "HTTPRequests", dependencies: [.target(name: "CCurl", condition: .when(platforms: [.linux]))]),
        .target(name: "AppStoreModel"),
        .target(name: "SignedData", dependencies: ["AppStoreModel", "HTTPRequests", "COpenSSL"]),
        .target(name: "AppStoreServerLibrary", dependencies: ["AppStoreModel", "HTTPRequests", "SignedData"]),
        .target(name: "StoreConfiguration", dependencies: ["AppStoreModel"]),
        .target(name: "StoreEngine", dependencies: ["AppStoreModel", "StoreConfiguration"]),
        .target(name: "StoreLink", dependencies: ["AppStoreModel", "HTTPRequests"]),
        .target(
            name: "StoreHost",
            dependencies: ["AppStoreModel", "SignedData", "StoreConfiguration", "StoreEngine", "StoreLink"]),
        .target(name: "HTTPService", dependencies: ["CMicroHTTPD"]),
        .target(name: "Database", dependencies: ["CSQLite", "CPostgreSQL"]),
        .target(
            name: "StoreServer",
            dependencies: [
                "AppStoreModel", "SignedData", "StoreConfiguration", "StoreEngine", "StoreLink", "StoreHost",
                "HTTPRequests", "HTTPService", "Database",
            ]),
        .target(
            name: "SubscriptionServer",
            dependencies: ["AppStoreModel", "SignedData", "AppStoreServerLibrary", "HTTPService", "Database"]),
        // On Apple platforms the app's side needs nothing but the system's frameworks.
        .target(name: "PurchaseKit", dependencies: ["AppStoreModel", "HTTPRequests"] + storeKit),

        .testTarget(name: "HTTPRequestsTests", dependencies: ["HTTPRequests"]),
        .testTarget(name: "AppStoreModelTests", dependencies: ["AppStoreModel"], exclude: ["Fixtures"]),
        .testTarget(
            name: "SignedDataTests", dependencies: ["SignedData", "AppStoreModel", "COpenSSL"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "AppStoreServerLibraryTests",
            dependencies: [
                "AppStoreServerLibrary", "AppStoreModel", "SignedData", "HTTPService", "StoreServer", "StoreHost",
                "StoreEngine", "StoreConfiguration", "StoreLink",
            ],
            exclude: ["Fixtures", "python"]),
        .testTarget(name: "StoreConfigurationTests", dependencies: ["StoreConfiguration"]),
        .testTarget(name: "StoreEngineTests", dependencies: ["StoreEngine", "StoreConfiguration", "AppStoreModel"]),
        .testTarget(name: "StoreLinkTests", dependencies: ["StoreLink"]),
        .testTarget(
            name: "StoreHostTests",
            dependencies: [
                "StoreHost", "StoreEngine", "StoreLink", "SignedData", "StoreConfiguration", "AppStoreModel",
            ]
        ),
        .testTarget(name: "HTTPServiceTests", dependencies: ["HTTPService", "SignedData"]),
        .target(name: "DatabaseTestSupport", dependencies: ["Database"], path: "Tests/DatabaseTestSupport"),
        .testTarget(name: "DatabaseTests", dependencies: ["Database", "DatabaseTestSupport"]),
        .testTarget(
            name: "StoreServerTests",
            dependencies: [
                "StoreServer", "StoreHost", "StoreEngine", "HTTPService", "SignedData", "StoreConfiguration",
                "AppStoreModel", "StoreLink", "Database",
            ]),
        .testTarget(
            name: "SubscriptionServerTests",
            dependencies: [
                "SubscriptionServer", "AppStoreModel", "SignedData", "AppStoreServerLibrary", "HTTPService", "Database",
                "StoreConfiguration", "StoreEngine", "StoreLink", "StoreHost", "StoreServer", "DatabaseTestSupport",
            ],
            resources: [.copy("Fixtures")]),
    ]
)

if standsInForApple {
    package.products += [
        .library(name: "StoreKit", targets: ["StoreKit"]),
        .library(name: "StoreKitTest", targets: ["StoreKitTest"]),
        .library(name: "Combine", targets: ["Combine"]),
        .library(name: "os", targets: ["os"]),
        .library(name: "OSLog", targets: ["OSLog"]),
    ]
    package.targets += [
        .target(name: "Combine"),
        .systemLibrary(name: "COSLog"),
        .target(name: "os", dependencies: ["COSLog"]),
        .target(name: "OSLog", dependencies: ["os"]),
        .target(
            name: "StoreKit",
            // The last two only so that files which log find them: apps depend on nothing but StoreKit for that.
            dependencies: ["AppStoreModel", "SignedData", "StoreLink", "Combine", "os", "OSLog"],
            // Words for months and years.
            linkerSettings: [.linkedLibrary("_FoundationICU")]),
        .target(
            name: "StoreKitTest",
            dependencies: [
                "StoreKit", "AppStoreModel", "SignedData", "StoreConfiguration", "StoreEngine", "StoreLink",
                "StoreHost",
            ]),
        .testTarget(name: "CombineTests", dependencies: ["Combine"]),
        .testTarget(name: "osTests", dependencies: ["os", "OSLog"]),
        .testTarget(
            name: "StoreKitTests",
            dependencies: ["StoreKit", "StoreKitTest", "AppStoreModel", "SignedData", "StoreLink"]),
        .testTarget(
            name: "StoreKitTestTests", dependencies: ["StoreKit", "StoreKitTest", "AppStoreModel", "SignedData"],
            resources: [.copy("Corner.storekit")]
        ),
        .testTarget(
            name: "PurchaseKitTests",
            dependencies: [
                "PurchaseKit", "StoreKit", "StoreKitTest", "AppStoreModel", "SignedData", "StoreEngine", "StoreHost",
                "StoreLink",
            ]),
        .executableTarget(
            name: "openstorekit",
            dependencies: [
                "AppStoreModel", "SignedData", "StoreConfiguration", "StoreEngine", "StoreLink", "StoreHost",
                "HTTPRequests", "HTTPService", "StoreServer", "StoreKit", "Database", "SubscriptionServer",
            ]),
        .executableTarget(
            name: "TerminalShop", dependencies: ["PurchaseKit", "StoreKit"], path: "Examples/TerminalShop",
            exclude: ["session.txt"]),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "StoreKit", "StoreKitTest", "PurchaseKit", "TerminalShop", "AppStoreServerLibrary", "SignedData",
                "AppStoreModel",
            ],
            path: "Examples", exclude: ["App", "Backend", "Scenarios", "TerminalShop"],
            resources: [.copy("Shop/Shop.storekit"), .copy("Guide/Corner.storekit")]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "StoreKit", "SignedData", "HTTPRequests", "HTTPService", "StoreServer", "StoreHost", "StoreEngine",
                "StoreConfiguration", "AppStoreModel", "PurchaseKit", "SubscriptionServer", "Database",
            ],
            exclude: ["python"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AppStoreModel", "SignedData", "StoreConfiguration", "StoreEngine", "StoreHost", "StoreServer",
                "StoreKit", "StoreKitTest", "HTTPService", "SubscriptionServer", "Database", "COpenSSL",
            ],
            path: "Benchmarks"),
    ]
}

// One list for every target that has Swift in it.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system {
    target.swiftSettings = settings
}
