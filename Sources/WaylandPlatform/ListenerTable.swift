// The two halves of how C calls back into Swift. Callbacks capture nothing: the object they belong
// to travels as libwayland's data pointer, unretained, because every owner destroys its proxies
// before it goes away and libwayland drops events for destroyed proxies.

/// A listener table at an address that stays valid: libwayland keeps the address, not the table.
///
/// Tables of core interfaces start zeroed and set the members of the version that is bound, so that
/// they also fit the longer structures of newer headers.
func permanentTable<Table>(_ table: Table) -> UnsafePointer<Table> {
  let address = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  address.initialize(to: table)
  return UnsafePointer(address)
}

/// The object whose address a callback got back.
///
/// Safety: `data` comes from `dataPointer(to:)` of a live object of this type.
func owner<Object: AnyObject>(_ data: UnsafeMutableRawPointer?) -> Object {
  Unmanaged<Object>.fromOpaque(data!).takeUnretainedValue()
}

/// What a listener is given to find `object` again; does not keep it alive.
func dataPointer(to object: AnyObject) -> UnsafeMutableRawPointer {
  Unmanaged.passUnretained(object).toOpaque()
}
