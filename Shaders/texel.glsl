// What the result of an earlier pass holds under a pixel; nothing outside of it. `place`: device pixel
// of its first texel, its size.
vec4 texelUnder(sampler2D image, ivec4 place, vec2 pixel) {
  ivec2 texel = ivec2(floor(pixel)) - place.xy;
  bool inside = all(greaterThanEqual(texel, ivec2(0))) && all(lessThan(texel, place.zw));
  return inside ? texelFetch(image, texel, 0) : vec4(0.0);
}
