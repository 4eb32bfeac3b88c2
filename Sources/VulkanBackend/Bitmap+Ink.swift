import Geometry

extension Bitmap {
  /// The texels that are not all zeros, where none of them lies at the rim; nil where some do, or there
  /// are none.
  var inkInsideClearRim: PixelRect? {
    let row = size.width * format.bytesPerPixel
    guard size.width > 2, size.height > 2, bytes.count >= row * size.height else { return nil }
    func isClear(_ y: Int, _ columns: Range<Int>) -> Bool {
      let start = y * row
      for i in start + columns.lowerBound * format.bytesPerPixel..<start + columns.upperBound
        * format.bytesPerPixel where bytes[i] != 0
      {
        return false
      }
      return true
    }
    let all = 0..<size.width
    var top = 0, bottom = size.height
    while top < bottom, isClear(top, all) { top += 1 }
    while bottom > top, isClear(bottom - 1, all) { bottom -= 1 }
    guard top > 0, top < bottom, bottom < size.height else { return nil }
    func isClear(column x: Int) -> Bool {
      (top..<bottom).allSatisfy { isClear($0, x..<x + 1) }
    }
    var left = 0, right = size.width
    while left < right, isClear(column: left) { left += 1 }
    while right > left, isClear(column: right - 1) { right -= 1 }
    guard left > 0, right < size.width else { return nil }
    return PixelRect(left, top, right - left, bottom - top)
  }
}
