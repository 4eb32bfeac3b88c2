/// What a surface's backend keeps from frame to frame, at most. The frame at hand may need more.
package enum TextureLimits {
  /// Bytes of textures for passes.
  package static let passBytes = PassTexturePool.byteLimit
  /// Bytes of the textures that small images share.
  package static let sharedBytes = TextureAtlas.mostBytes
}
