// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension ConfigurationReader {
    mutating func readProducts(_ root: JSONObject, into configuration: inout StoreKitConfiguration) {
        if root["products"] == nil {
            missing(root, "products", .note, instead: "there are none", fix: "Xcode writes an empty array.")
        }
        if root["nonRenewingSubscriptions"] == nil, configuration.version >= .init(major: 1, minor: 1) {
            missing(
                root, "nonRenewingSubscriptions", .note, instead: "there are none", fix: "Xcode writes an empty array.")
        }
        for list in ["products", "nonRenewingSubscriptions"] {
            for node in objects(root, list) {
                reportUnknownKeys(in: node, known: KnownKeys.product)
                guard let product = oneTimeProduct(node) else { continue }
                let home = product.type == .nonRenewingSubscription ? "nonRenewingSubscriptions" : "products"
                if home != list {
                    problems.add(
                        .warning, .misplacedProduct, at: node.path(to: "type"),
                        "\(product.type.rawValue) belongs in \(home), and is read as if it were there",
                        fix: "Move the product to \(home), or change its type.")
                }
                if product.type == .nonRenewingSubscription {
                    configuration.nonRenewingSubscriptions.append(product)
                } else {
                    configuration.products.append(product)
                }
            }
        }
    }

    private mutating func oneTimeProduct(_ node: JSONObject) -> StoreKitConfiguration.Product? {
        let word = string(node, "type")
        guard let type = word.flatMap(StoreKitConfiguration.ProductType.init(rawValue:)) else {
            unknownType(node, word: word, expected: "Consumable, NonConsumable or NonRenewingSubscription")
            return nil
        }
        guard type != .autoRenewableSubscription else {
            problems.add(
                .error, .misplacedProduct, at: node.path(to: "type"),
                "An auto-renewable subscription stands outside of a group, and is left out",
                fix: "Move it to the subscriptions of a group, with a period and a level.")
            return nil
        }
        return product(node, type: type)
    }

    mutating func unknownType(_ node: JSONObject, word: String?, expected: String) {
        problems.add(
            .error, .unknownProductType, at: node.path(to: "type"),
            word.map { "‘\(excerpt($0))’ is no type a product can have here, so the product is left out" }
                ?? "There is no type, so the product is left out",
            fix: "Write \(expected).")
    }

    /// The common part of products and subscriptions; `nil` when the identifier is missing or was given away.
    mutating func product(
        _ node: JSONObject, type: StoreKitConfiguration.ProductType
    ) -> StoreKitConfiguration.Product? {
        guard let id = string(node, "productID"), !id.isEmpty else {
            problems.add(
                .error, .missingProductID, at: node.path(to: "productID"),
                "The product has no product identifier, so it is left out",
                fix: "Write the one the app asks for, such as \"com.example.coins\".")
            return nil
        }
        if let first = productPaths[id] {
            problems.add(
                .error, .duplicateProductID, at: node.path(to: "productID"),
                "‘\(excerpt(id))’ is the identifier of \(first) already, so this product is left out",
                fix: "Give every product an identifier of its own.")
            return nil
        }
        productPaths[id] = node.path
        return StoreKitConfiguration.Product(
            id: id, internalID: internalID(node, fallback: id), type: type,
            referenceName: string(node, "referenceName"), price: price(node),
            isFamilyShareable: isFamilyShareable(node, type: type), localizations: productLocalizations(node))
    }

    mutating func internalID(_ node: JSONObject, fallback: String) -> String {
        if let internalID = string(node, "internalID"), !internalID.isEmpty { return internalID }
        missing(
            node, "internalID", .note, instead: fallback.isEmpty ? "it stays empty" : "‘\(excerpt(fallback))’ is used",
            fix: "Xcode writes eight hexadecimal digits.")
        return fallback
    }

    private mutating func isFamilyShareable(_ node: JSONObject, type: StoreKitConfiguration.ProductType) -> Bool {
        guard let isShareable = bool(node, "familyShareable") else {
            if node["familyShareable"] == nil {
                missing(
                    node, "familyShareable", .note, instead: "the product is not shared", fix: "Write true or false.")
            }
            return false
        }
        guard isShareable, type == .consumable || type == .nonRenewingSubscription else { return isShareable }
        problems.add(
            .warning, .impossibleFamilySharing, at: node.path(to: "familyShareable"),
            "The App Store does not share products of the type \(type.rawValue), so it is not shared",
            fix: "Write false, or change the type.")
        return false
    }

    private mutating func productLocalizations(_ node: JSONObject) -> [StoreKitConfiguration.Localization] {
        if node["localizations"] == nil {
            missing(
                node, "localizations", .note, instead: "names and descriptions are empty",
                fix: "Write at least one, with locale, displayName and description.")
        }
        return localizations(node)
    }

    mutating func localizations(_ node: JSONObject) -> [StoreKitConfiguration.Localization] {
        var localizations: [StoreKitConfiguration.Localization] = []
        var locales: Set<String> = []
        for localization in objects(node, "localizations") {
            reportUnknownKeys(in: localization, known: KnownKeys.localization)
            guard let locale = string(localization, "locale"), !locale.isEmpty else {
                missing(
                    localization, "locale", .warning, instead: "the localization is left out",
                    fix: "Write one such as \"en_US\".")
                continue
            }
            guard locales.insert(locale).inserted else {
                problems.add(
                    .warning, .duplicateLocale, at: localization.path(to: "locale"),
                    "There is a localization for ‘\(excerpt(locale))’ already, and the first one counts",
                    fix: "Remove one of the two.")
                continue
            }
            localizations.append(
                StoreKitConfiguration.Localization(
                    locale: locale, displayName: string(localization, "displayName") ?? "",
                    description: string(localization, "description") ?? ""))
        }
        return localizations
    }
}
