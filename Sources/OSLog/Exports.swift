// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// Apple's module of this name gives everything of `os` and reads stored logs besides; here nothing is stored.
@_exported public import os
