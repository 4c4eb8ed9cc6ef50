// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension BusinessFigures {
    static let schema = JSONSchema.object(
        [
            "currency": .string, "withoutRate": .array(.string), "months": .array(MonthFigures.schema),
            "revenue": .object([
                "products": .array(RevenueRow.schema), "countries": .array(RevenueRow.schema),
                "currencies": .array(RevenueRow.schema),
            ]),
            "cohorts": .array(.object(["month": .string, "size": .integer, "retained": .array(.integer)])),
        ], required: ["withoutRate", "months", "revenue", "cohorts"])
}

extension BusinessFigures.MonthFigures {
    fileprivate static let schema = JSONSchema.object(
        [
            "month": .string, "until": .date,
            "subscriptions": .object([
                "opening": .integer, "new": .integer, "reactivated": .integer, "churned": .integer,
                "closing": .integer, "withoutPrice": .integer,
            ]),
            "trials": .object(["begun": .integer, "ended": .integer, "converted": .integer, "running": .integer]),
            "sales": .integer, "refunds": .integer, "churnRate": .number, "trialConversion": .number,
            "refundRate": .number, "total": BusinessFigures.MonthMoney.schema,
            "currencies": .array(BusinessFigures.MonthMoney.schema),
        ], required: ["month", "until", "subscriptions", "trials", "sales", "refunds", "currencies"])
}

extension BusinessFigures.MonthMoney {
    fileprivate static let schema = JSONSchema.object(
        [
            "currency": .string,
            "mrr": .object([
                "opening": .integer, "new": .integer, "expansion": .integer, "contraction": .integer,
                "churn": .integer, "reactivation": .integer, "closing": .integer,
            ]),
            "arr": .integer, "revenueChurnRate": .number, "revenue": BusinessFigures.Revenue.schema,
        ], required: ["currency", "mrr", "arr", "revenue"])
}

extension BusinessFigures.Revenue {
    fileprivate static let schema = JSONSchema.object(["gross": .integer, "refunded": .integer, "net": .integer])
}

extension BusinessFigures.RevenueRow {
    fileprivate static let schema = JSONSchema.object(
        [
            "name": .string, "currency": .string, "sales": .integer, "refunds": .integer,
            "revenue": BusinessFigures.Revenue.schema, "converted": BusinessFigures.Revenue.schema,
        ], required: ["name", "currency", "sales", "refunds", "revenue"])
}
