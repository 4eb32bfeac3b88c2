@_exported import CoreGraphicsAPI
