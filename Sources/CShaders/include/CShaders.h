#pragma once
#include <stddef.h>
#include <stdint.h>

/// SPIR-V of one shader.
typedef struct {
  const char *name;
  const uint32_t *words;
  size_t bytes;
} ShaderBlob;

/// The shader of this name, or NULL.
const ShaderBlob *shader_find(const char *name);
