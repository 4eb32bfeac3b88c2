@_exported import UIKitAPI
