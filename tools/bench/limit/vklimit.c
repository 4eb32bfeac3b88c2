// vklimit: raw cost of a Vulkan device (lavapipe or a GPU) for the operations a layer
// compositor needs. Offscreen, dynamic rendering, one instanced pipeline family.
// Prints one JSON line per test: CPU ms (user+sys, all threads) and wall ms per frame.
// usage: vklimit [W H [frames-scale]]
#include <vulkan/vulkan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>
#include <sys/resource.h>
#define CK(x)                                                                                      \
  do {                                                                                             \
    VkResult r_ = (x);                                                                             \
    if (r_) {                                                                                      \
      fprintf(stderr, "%s:%d %s = %d\n", __FILE__, __LINE__, #x, r_);                              \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)
static VkInstance inst;
static VkPhysicalDevice pd;
static VkDevice dev;
static VkQueue q;

static VkPhysicalDeviceMemoryProperties mp;
static VkCommandPool pool;
static VkCommandBuffer cb;
static VkFence fence;
static uint32_t W = 1920, H = 1080;
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}
static double cpu(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}
static uint32_t memtype(uint32_t bits, VkMemoryPropertyFlags f) {
  for (uint32_t i = 0; i < mp.memoryTypeCount; i++)
    if ((bits >> i & 1) && (mp.memoryTypes[i].propertyFlags & f) == f)
      return i;
  return memtype(bits, 0);
}
typedef struct {
  VkBuffer b;
  VkDeviceMemory m;
  void *p;
} Buf;
static Buf mkbuf(size_t n, VkBufferUsageFlags u) {
  Buf r;
  VkBufferCreateInfo bi = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = n, .usage = u};
  CK(vkCreateBuffer(dev, &bi, 0, &r.b));
  VkMemoryRequirements mr;
  vkGetBufferMemoryRequirements(dev, r.b, &mr);
  VkMemoryAllocateInfo ai = {
      VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = mr.size,
      .memoryTypeIndex = memtype(mr.memoryTypeBits, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                        VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)};
  CK(vkAllocateMemory(dev, &ai, 0, &r.m));
  CK(vkBindBufferMemory(dev, r.b, r.m, 0));
  CK(vkMapMemory(dev, r.m, 0, VK_WHOLE_SIZE, 0, &r.p));
  return r;
}
typedef struct {
  VkImage i;
  VkDeviceMemory m;
  VkImageView v;
} Img;
static Img mkimg2(uint32_t w, uint32_t h, VkFormat f, VkImageUsageFlags u, VkImageAspectFlags as);
static Img mkimg(uint32_t w, uint32_t h, VkFormat f, VkImageUsageFlags u) {
  return mkimg2(w, h, f, u, VK_IMAGE_ASPECT_COLOR_BIT);
}
static Img mkimg2(uint32_t w, uint32_t h, VkFormat f, VkImageUsageFlags u, VkImageAspectFlags as) {
  Img r;
  VkImageCreateInfo ii = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                          .imageType = VK_IMAGE_TYPE_2D,
                          .format = f,
                          .extent = {w, h, 1},
                          .mipLevels = 1,
                          .arrayLayers = 1,
                          .samples = 1,
                          .tiling = VK_IMAGE_TILING_OPTIMAL,
                          .usage = u};
  CK(vkCreateImage(dev, &ii, 0, &r.i));
  VkMemoryRequirements mr;
  vkGetImageMemoryRequirements(dev, r.i, &mr);
  VkMemoryAllocateInfo ai = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = mr.size,
                             .memoryTypeIndex =
                                 memtype(mr.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)};
  CK(vkAllocateMemory(dev, &ai, 0, &r.m));
  CK(vkBindImageMemory(dev, r.i, r.m, 0));
  VkImageViewCreateInfo vi = {VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = r.i,
                              .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = f,
                              .subresourceRange = {as, 0, 1, 0, 1}};
  CK(vkCreateImageView(dev, &vi, 0, &r.v));
  return r;
}
static VkShaderModule mod(const char *fn) {
  FILE *f = fopen(fn, "rb");
  if (!f) {
    perror(fn);
    exit(1);
  }
  fseek(f, 0, 2);
  long n = ftell(f);
  rewind(f);
  uint32_t *d = malloc(n);
  if (fread(d, 1, n, f) != (size_t)n)
    exit(1);
  fclose(f);
  VkShaderModuleCreateInfo si = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = n,
                                 .pCode = d};
  VkShaderModule m;
  CK(vkCreateShaderModule(dev, &si, 0, &m));
  free(d);
  return m;
}
// one instance = 64 bytes: 2x2 matrix, translation, size, colour, params (radius, border, ...)
typedef struct {
  float m[4], t[2], s[2], c[4], p[4];
} Inst;
static VkDescriptorSetLayout dsl;
static VkPipelineLayout pl;
static VkDescriptorSet ds[11];
static VkShaderModule vs;
static VkShaderModule vflat, vpull, vdepth;
static VkPipelineLayout plb;
static VkDescriptorSet dsb;
static Buf eb, ib;
static VkPipeline PE, PU, PS, PF, PD;
static Img depth;
static VkPipeline mkpipe2(VkShaderModule fs, int blend, int mode);
static VkPipeline mkpipe(VkShaderModule fs, int blend) {
  return mkpipe2(fs, blend, 0);
}
static VkPipeline mkpipe2(VkShaderModule fs, int blend, int mode) {
  VkPipelineShaderStageCreateInfo st[2] = {
      {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_VERTEX_BIT,
       .module = mode == 4                ? vdepth
                 : mode == 0 || mode == 3 ? vs
                 : mode == 1              ? vflat
                                          : vpull,
       .pName = "main"},
      {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
       .module = fs, .pName = "main"}};
  VkVertexInputBindingDescription b = {0, sizeof(Inst), VK_VERTEX_INPUT_RATE_INSTANCE};
  VkVertexInputAttributeDescription a[5] = {{0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 0},
                                            {1, 0, VK_FORMAT_R32G32_SFLOAT, 16},
                                            {2, 0, VK_FORMAT_R32G32_SFLOAT, 24},
                                            {3, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 32},
                                            {4, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 48}};
  VkPipelineVertexInputStateCreateInfo vi = {
      VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO, .vertexBindingDescriptionCount = 1,
      .pVertexBindingDescriptions = &b, .vertexAttributeDescriptionCount = 5,
      .pVertexAttributeDescriptions = a};
  VkVertexInputBindingDescription be = {0, 12, VK_VERTEX_INPUT_RATE_VERTEX};
  VkVertexInputAttributeDescription ae[2] = {{0, 0, VK_FORMAT_R32G32_SFLOAT, 0},
                                             {1, 0, VK_FORMAT_R8G8B8A8_UNORM, 8}};
  if (mode == 1) {
    vi.pVertexBindingDescriptions = &be;
    vi.vertexAttributeDescriptionCount = 2;
    vi.pVertexAttributeDescriptions = ae;
  }
  if (mode == 2) {
    vi.vertexBindingDescriptionCount = vi.vertexAttributeDescriptionCount = 0;
  }
  VkPipelineInputAssemblyStateCreateInfo ia = {
      VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP};
  if (mode == 1 || mode == 2)
    ia.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  VkPipelineViewportStateCreateInfo vp = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                          .viewportCount = 1, .scissorCount = 1};
  VkPipelineRasterizationStateCreateInfo rs = {
      VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .cullMode = 0, .lineWidth = 1};
  VkPipelineMultisampleStateCreateInfo ms = {
      VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO, .rasterizationSamples = 1};
  VkPipelineColorBlendAttachmentState ba = {
      .blendEnable = blend,
      .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
      .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
      .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
      .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
      .colorWriteMask = 15};
  VkPipelineColorBlendStateCreateInfo bs = {
      VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1,
      .pAttachments = &ba};
  VkDynamicState dy[2] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  VkPipelineDynamicStateCreateInfo di = {VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                                         .dynamicStateCount = 2, .pDynamicStates = dy};
  VkPipelineDepthStencilStateCreateInfo dsst = {
      VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO, .depthTestEnable = 1,
      .depthWriteEnable = 1, .depthCompareOp = VK_COMPARE_OP_LESS};
  VkFormat cf = VK_FORMAT_B8G8R8A8_UNORM;
  VkPipelineRenderingCreateInfo ri = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                      .colorAttachmentCount = 1, .pColorAttachmentFormats = &cf};
  if (mode == 4)
    ri.depthAttachmentFormat = VK_FORMAT_D32_SFLOAT;
  VkGraphicsPipelineCreateInfo gi = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                     &ri,
                                     .stageCount = 2,
                                     .pStages = st,
                                     .pVertexInputState = &vi,
                                     .pInputAssemblyState = &ia,
                                     .pViewportState = &vp,
                                     .pRasterizationState = &rs,
                                     .pMultisampleState = &ms,
                                     .pColorBlendState = &bs,
                                     .pDepthStencilState = mode == 4 ? &dsst : 0,
                                     .pDynamicState = &di,
                                     .layout = mode == 2 || mode == 3 ? plb : pl};
  VkPipeline p;
  double t0 = now();
  CK(vkCreateGraphicsPipelines(dev, 0, 1, &gi, 0, &p));
  (void)t0;
  return p;
}
static void barrier(VkImage i, VkImageLayout o, VkImageLayout n) {
  VkImageMemoryBarrier b = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                            .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                            .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                            .oldLayout = o,
                            .newLayout = n,
                            .image = i,
                            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
                            .srcQueueFamilyIndex = -1,
                            .dstQueueFamilyIndex = -1};
  vkCmdPipelineBarrier(cb, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                       0, 0, 0, 0, 0, 1, &b);
}
static void beginr(VkImageView v, uint32_t w, uint32_t h, int load) {
  VkRenderingAttachmentInfo a = {
      VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO, .imageView = v,
      .imageLayout = VK_IMAGE_LAYOUT_GENERAL,      .loadOp = load,
      .storeOp = VK_ATTACHMENT_STORE_OP_STORE,     .clearValue = {{{.1f, .1f, .1f, 1}}}};
  VkRenderingInfo ri = {VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = {{0, 0}, {w, h}},
                        .layerCount = 1, .colorAttachmentCount = 1, .pColorAttachments = &a};
  vkCmdBeginRendering(cb, &ri);
  VkViewport vp = {0, 0, w, h, 0, 1};
  vkCmdSetViewport(cb, 0, 1, &vp);
  VkRect2D sc = {{0, 0}, {w, h}};
  vkCmdSetScissor(cb, 0, 1, &sc);
  float pc[2] = {w, h};
  vkCmdPushConstants(cb, pl, VK_SHADER_STAGE_VERTEX_BIT, 0, 8, pc);
  vkCmdBindDescriptorSets(cb, VK_PIPELINE_BIND_POINT_GRAPHICS, pl, 0, 1, &ds[0], 0, 0);
}
static Img target;
static Img small[10];
static Buf vb, rb;
static uint32_t seed;
static float rnd(void) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) / 16777216.f;
}
static void fill(uint32_t N, float cover, float side, float alpha, int rot) {
  seed = 12345;
  float s = side > 0 ? side : sqrtf((float)W * H / N * cover);
  Inst *I = vb.p;
  for (uint32_t i = 0; i < N; i++) {
    float x = rnd() * W, y = rnd() * H, a = rot ? rnd() * 6.2831853f : 0, r = rnd(), g = rnd(),
          b = rnd();
    float c = cosf(a), sn = sinf(a);
    I[i] = (Inst){
        {c, sn, -sn, c}, {x, y}, {s, s}, {r * alpha, g * alpha, b * alpha, alpha}, {12, 2, 0, 0}};
  }
}
static void full(float alpha) {
  Inst *I = vb.p;
  I[0] = (Inst){{1, 0, 0, 1},
                {W * .5f, H * .5f},
                {W, H},
                {.2f * alpha, .5f * alpha, .8f * alpha, alpha},
                {40, 4, 0, 0}};
}
enum { SOLID, TEXN, TEXL, SDF, CARD, GRAD, TEXP, TEXM, NF };
static VkPipeline P[NF][2];
static const char *out;
typedef struct {
  const char *name;
  int kind;
  uint32_t n;
  float cover, side, alpha;
  int fs, blend, set, axis;
} T;
static void record(const T *t) {
  VkCommandBufferBeginInfo bi = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = 0};
  CK(vkResetCommandBuffer(cb, 0));
  CK(vkBeginCommandBuffer(cb, &bi));
  VkDeviceSize z = 0;
  vkCmdBindVertexBuffers(cb, 0, 1, &vb.b, &z);
  switch (t->kind) {
  case 0:
    beginr(target.v, W, H, VK_ATTACHMENT_LOAD_OP_CLEAR);
    vkCmdEndRendering(cb);
    break; // clear
  case 1:
  case 2:
    beginr(target.v, W, H, t->kind == 2 ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_CLEAR);
    if (t->kind == 2) {
      VkRect2D sc = {{900, 500}, {100, 100}};
      vkCmdSetScissor(cb, 0, 1, &sc);
    } // damage scissor
    if (t->set)
      vkCmdBindDescriptorSets(cb, VK_PIPELINE_BIND_POINT_GRAPHICS, pl, 0, 1, &ds[t->set], 0, 0);
    if (t->n) {
      vkCmdBindPipeline(cb, 0, P[t->fs][t->blend]);
      vkCmdDraw(cb, 4, t->n, 0, 0);
    }
    vkCmdEndRendering(cb);
    break;
  case 3:
    beginr(target.v, W, H, VK_ATTACHMENT_LOAD_OP_CLEAR);
    vkCmdBindPipeline(cb, 0, P[t->fs][t->blend]);
    for (uint32_t i = 0; i < t->n; i++)
      vkCmdDraw(cb, 4, 1, 0, i);
    vkCmdEndRendering(cb);
    break; // N draws
  case 4:
    beginr(target.v, W, H, VK_ATTACHMENT_LOAD_OP_CLEAR);
    for (uint32_t i = 0; i < t->n; i++) {
      vkCmdBindPipeline(cb, 0, P[i & 1 ? GRAD : SDF][t->blend]);
      vkCmdDraw(cb, 4, 1, 0, i);
    }
    vkCmdEndRendering(cb);
    break; // pipeline switches
  case 5:
    beginr(target.v, W, H, VK_ATTACHMENT_LOAD_OP_CLEAR);
    vkCmdBindPipeline(cb, 0, P[t->fs][t->blend]);
    for (uint32_t i = 0; i < t->n; i++) {
      vkCmdBindDescriptorSets(cb, 0, pl, 0, 1, &ds[i & 7], 0, 0);
      vkCmdDraw(cb, 4, 1, 0, i);
    }
    vkCmdEndRendering(cb);
    break; // texture switches
  case 6:
    for (uint32_t i = 0; i < t->n; i++) {
      beginr(small[i % 8].v, 256, 256, VK_ATTACHMENT_LOAD_OP_CLEAR);
      vkCmdEndRendering(cb);
    }
    break; // N offscreen passes 256x256
  case 7: {
    VkBufferImageCopy c = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                           .imageExtent = {W, H, 1}};
    vkCmdCopyImageToBuffer(cb, target.i, VK_IMAGE_LAYOUT_GENERAL, rb.b, 1, &c);
  } break; // readback
  case 10:
    beginr(target.v, W, H, VK_ATTACHMENT_LOAD_OP_CLEAR);
    vkCmdBindPipeline(cb, 0, PE);
    vkCmdBindVertexBuffers(cb, 0, 1, &eb.b, &z);
    vkCmdBindIndexBuffer(cb, ib.b, 0, VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndexed(cb, 6 * t->n, 1, 0, 0, 0);
    vkCmdEndRendering(cb);
    break; // CPU-expanded vertices, indexed
  case 11: {
    beginr(target.v, W, H, VK_ATTACHMENT_LOAD_OP_CLEAR);
    vkCmdBindPipeline(cb, 0, PU);
    vkCmdBindDescriptorSets(cb, VK_PIPELINE_BIND_POINT_GRAPHICS, plb, 0, 1, &dsb, 0, 0);
    float pc[2] = {W, H};
    vkCmdPushConstants(cb, plb, VK_SHADER_STAGE_VERTEX_BIT, 0, 8, pc);
    vkCmdDraw(cb, 6 * t->n, 1, 0, 0);
    vkCmdEndRendering(cb);
  } break; // vertex pulling
  case 14: {
    beginr(target.v, W, H, VK_ATTACHMENT_LOAD_OP_CLEAR);
    vkCmdBindPipeline(cb, 0, PS);
    vkCmdBindDescriptorSets(cb, VK_PIPELINE_BIND_POINT_GRAPHICS, plb, 0, 1, &dsb, 0, 0);
    float pc[2] = {W, H};
    vkCmdPushConstants(cb, plb, VK_SHADER_STAGE_VERTEX_BIT, 0, 8, pc);
    vkCmdDraw(cb, 4, 1, 0, 0);
    vkCmdEndRendering(cb);
  } break;
  case 15:
    beginr(target.v, W, H, VK_ATTACHMENT_LOAD_OP_CLEAR);
    vkCmdBindPipeline(cb, 0, PF);
    vkCmdBindDescriptorSets(cb, VK_PIPELINE_BIND_POINT_GRAPHICS, pl, 0, 1, &ds[8], 0, 0);
    vkCmdDraw(cb, 4, 1, 0, 0);
    vkCmdEndRendering(cb);
    break;
  case 16: {
    VkRenderingAttachmentInfo a = {VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                   .imageView = target.v, .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                   .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                   .storeOp = VK_ATTACHMENT_STORE_OP_STORE},
                              d = {VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                   .imageView = depth.v,
                                   .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                   .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                   .storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                   .clearValue = {.depthStencil = {1, 0}}};
    VkRenderingInfo ri = {
        VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = {{0, 0}, {W, H}}, .layerCount = 1,
        .colorAttachmentCount = 1,        .pColorAttachments = &a,        .pDepthAttachment = &d};
    vkCmdBeginRendering(cb, &ri);
    VkViewport vp = {0, 0, W, H, 0, 1};
    vkCmdSetViewport(cb, 0, 1, &vp);
    VkRect2D sc = {{0, 0}, {W, H}};
    vkCmdSetScissor(cb, 0, 1, &sc);
    float pc[2] = {W, H};
    vkCmdPushConstants(cb, pl, VK_SHADER_STAGE_VERTEX_BIT, 0, 8, pc);
    vkCmdBindDescriptorSets(cb, VK_PIPELINE_BIND_POINT_GRAPHICS, pl, 0, 1, &ds[1], 0, 0);
    vkCmdBindPipeline(cb, 0, PD);
    vkCmdDraw(cb, 4, t->n, 0, 0);
    vkCmdEndRendering(cb);
  } break;
  case 12: {
    VkImageCopy c = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                     .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                     .extent = {W, H, 1}};
    vkCmdCopyImage(cb, small[8].i, VK_IMAGE_LAYOUT_GENERAL, target.i, VK_IMAGE_LAYOUT_GENERAL, 1,
                   &c);
  } break; // image copy
  case 13: {
    VkImageBlit c = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                     .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                     .srcOffsets = {{0, 0, 0}, {W, H, 1}},
                     .dstOffsets = {{0, 0, 0}, {W, H, 1}}};
    vkCmdBlitImage(cb, small[8].i, VK_IMAGE_LAYOUT_GENERAL, target.i, VK_IMAGE_LAYOUT_GENERAL, 1,
                   &c, VK_FILTER_NEAREST);
  } break;
  case 9: // rotate group: n offscreen groups 256x256: clear, 4 quads, composite each into target
    for (uint32_t i = 0; i < t->n; i++) {
      beginr(small[i % 8].v, 256, 256, VK_ATTACHMENT_LOAD_OP_CLEAR);
      vkCmdBindPipeline(cb, 0, P[SOLID][1]);
      vkCmdDraw(cb, 4, 4, 0, 4);
      vkCmdEndRendering(cb);
      barrier(small[i % 8].i, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL);
      beginr(target.v, W, H, VK_ATTACHMENT_LOAD_OP_LOAD);
      vkCmdBindPipeline(cb, 0, P[TEXL][1]);
      vkCmdBindDescriptorSets(cb, 0, pl, 0, 1, &ds[i & 7], 0, 0);
      vkCmdDraw(cb, 4, 1, 0, i);
      vkCmdEndRendering(cb);
    }
    break;
  }
  CK(vkEndCommandBuffer(cb));
}
static void submit(void) {
  VkSubmitInfo si = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
                     .pCommandBuffers = &cb};
  CK(vkQueueSubmit(q, 1, &si, fence));
  CK(vkWaitForFences(dev, 1, &fence, 1, ~0ull));
  CK(vkResetFences(dev, 1, &fence));
}
static int cmpd(const void *a, const void *b) {
  double x = *(double *)a, y = *(double *)b;
  return x < y ? -1 : x > y;
}
int main(int ac, char **av) {
  double budget = 1.2;
  out = getenv("SPV") ? getenv("SPV") : ".";
  if (ac > 2) {
    W = atoi(av[1]);
    H = atoi(av[2]);
  }
  if (ac > 3)
    budget = atof(av[3]);
  const char *only = ac > 4 ? av[4] : 0;
  VkApplicationInfo ai = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
  VkInstanceCreateInfo ici = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &ai};
  CK(vkCreateInstance(&ici, 0, &inst));
  uint32_t n = 8;
  VkPhysicalDevice pds[8];
  vkEnumeratePhysicalDevices(inst, &n, pds);
  int pick = getenv("VKDEV") ? atoi(getenv("VKDEV")) : 0;
  pd = pds[pick];
  VkPhysicalDeviceProperties pp;
  vkGetPhysicalDeviceProperties(pd, &pp);
  vkGetPhysicalDeviceMemoryProperties(pd, &mp);
  float pr = 1;
  VkDeviceQueueCreateInfo qi = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = 0,
                                .queueCount = 1, .pQueuePriorities = &pr};
  VkPhysicalDeviceVulkan13Features f13 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                          .dynamicRendering = 1};
  VkDeviceCreateInfo di = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &f13, .queueCreateInfoCount = 1,
                           .pQueueCreateInfos = &qi};
  CK(vkCreateDevice(pd, &di, 0, &dev));
  vkGetDeviceQueue(dev, 0, 0, &q);
  VkCommandPoolCreateInfo cpi = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                 .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
  CK(vkCreateCommandPool(dev, &cpi, 0, &pool));
  VkCommandBufferAllocateInfo cai = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                     .commandPool = pool, .commandBufferCount = 1};
  CK(vkAllocateCommandBuffers(dev, &cai, &cb));
  VkFenceCreateInfo fi = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  CK(vkCreateFence(dev, &fi, 0, &fence));
  target = mkimg(W, H, VK_FORMAT_B8G8R8A8_UNORM,
                 VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                     VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
  for (int i = 0; i < 8; i++)
    small[i] = mkimg(256, 256, VK_FORMAT_B8G8R8A8_UNORM,
                     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                         VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  depth = mkimg2(W, H, VK_FORMAT_D32_SFLOAT, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                 VK_IMAGE_ASPECT_DEPTH_BIT);
  Img big = mkimg(W, H, VK_FORMAT_B8G8R8A8_UNORM,
                  VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                      VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  small[8] = big;
  vb = mkbuf(64 * 200000, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  eb = mkbuf(12 * 4 * 100000, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
  ib = mkbuf(24 * 100000, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
  for (unsigned i = 0; i < 100000; i++) {
    unsigned q[6] = {0, 1, 2, 2, 1, 3};
    for (int j = 0; j < 6; j++)
      ((unsigned *)ib.p)[6 * i + j] = 4 * i + q[j];
  }
  rb = mkbuf((size_t)W * H * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  VkSampler sm;
  VkSamplerCreateInfo sci = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .magFilter = VK_FILTER_LINEAR,
                             .minFilter = VK_FILTER_LINEAR,
                             .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                             .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
  CK(vkCreateSampler(dev, &sci, 0, &sm));
  VkDescriptorSetLayoutBinding lb = {0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1,
                                     VK_SHADER_STAGE_FRAGMENT_BIT};
  VkDescriptorSetLayoutCreateInfo li = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                        .bindingCount = 1, .pBindings = &lb};
  CK(vkCreateDescriptorSetLayout(dev, &li, 0, &dsl));
  VkPushConstantRange pcr = {VK_SHADER_STAGE_VERTEX_BIT, 0, 8};
  VkPipelineLayoutCreateInfo pli = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                    .setLayoutCount = 1, .pSetLayouts = &dsl,
                                    .pushConstantRangeCount = 1, .pPushConstantRanges = &pcr};
  CK(vkCreatePipelineLayout(dev, &pli, 0, &pl));
  VkDescriptorPoolSize ps = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 11};
  VkDescriptorPool dp;
  VkDescriptorPoolCreateInfo dpi = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 11,
                                    .poolSizeCount = 1, .pPoolSizes = &ps};
  CK(vkCreateDescriptorPool(dev, &dpi, 0, &dp));
  VkSampler sn;
  VkSamplerCreateInfo sc2 = sci;
  sc2.magFilter = sc2.minFilter = VK_FILTER_NEAREST;
  CK(vkCreateSampler(dev, &sc2, 0, &sn));
  for (int i = 0; i < 11; i++) {
    VkDescriptorSetAllocateInfo dai = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                       .descriptorPool = dp, .descriptorSetCount = 1,
                                       .pSetLayouts = &dsl};
    CK(vkAllocateDescriptorSets(dev, &dai, &ds[i]));
    VkDescriptorImageInfo dii = {i < 9 ? sm : sn,
                                 small[i < 9    ? i
                                       : i == 9 ? 8
                                                : 0]
                                     .v,
                                 VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet w = {
        VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = ds[i], .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, .pImageInfo = &dii};
    vkUpdateDescriptorSets(dev, 1, &w, 0, 0);
  }
  char fn[512];
#define MOD(x) (snprintf(fn, sizeof fn, "%s/%s.spv", out, x), mod(fn))
  vs = MOD("quad.vert");
  VkShaderModule fs[NF] = {MOD("solid.frag"), MOD("texn.frag"), MOD("texl.frag"), MOD("sdf.frag"),
                           MOD("card.frag"),  MOD("grad.frag"), MOD("texp.frag"), MOD("texm.frag")};
  vflat = MOD("flat.vert");
  vpull = MOD("pull.vert");
  {
    VkDescriptorSetLayoutBinding l2 = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                       VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT};
    li.pBindings = &l2;
    VkDescriptorSetLayout d2;
    CK(vkCreateDescriptorSetLayout(dev, &li, 0, &d2));
    pli.pSetLayouts = &d2;
    CK(vkCreatePipelineLayout(dev, &pli, 0, &plb));
    VkDescriptorPoolSize p2 = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    VkDescriptorPool q2;
    dpi.pPoolSizes = &p2;
    dpi.maxSets = 1;
    CK(vkCreateDescriptorPool(dev, &dpi, 0, &q2));
    VkDescriptorSetAllocateInfo da = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                      .descriptorPool = q2, .descriptorSetCount = 1,
                                      .pSetLayouts = &d2};
    CK(vkAllocateDescriptorSets(dev, &da, &dsb));
    VkDescriptorBufferInfo bu = {vb.b, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet w = {
        VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = dsb, .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &bu};
    vkUpdateDescriptorSets(dev, 1, &w, 0, 0);
  }
  PE = mkpipe2(fs[0], 0, 1);
  PU = mkpipe2(fs[0], 0, 2);
  PS = mkpipe2(MOD("ssbo.frag"), 0, 3);
  PF = mkpipe2(MOD("fetch.frag"), 0, 0);
  vdepth = MOD("depth.vert");
  PD = mkpipe2(fs[TEXP], 0, 4);
  double pt = now();
  for (int i = 0; i < NF; i++)
    for (int b = 0; b < 2; b++)
      P[i][b] = mkpipe(fs[i], b);
  pt = (now() - pt) * 1e3 / (NF * 2);
  VkCommandBufferBeginInfo bi = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  CK(vkBeginCommandBuffer(cb, &bi));
  barrier(target.i, 0, VK_IMAGE_LAYOUT_GENERAL);
  {
    VkImageMemoryBarrier b = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                              .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                              .image = depth.i,
                              .subresourceRange = {VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, 0, 1},
                              .srcQueueFamilyIndex = -1,
                              .dstQueueFamilyIndex = -1};
    vkCmdPipelineBarrier(cb, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         0, 0, 0, 0, 0, 1, &b);
  }
  for (int i = 0; i < 9; i++)
    barrier(small[i].i, 0, VK_IMAGE_LAYOUT_GENERAL);
  for (int i = 0; i < 9; i++) {
    VkClearColorValue c = {{.1f * i, .5f, .9f, 1}};
    VkImageSubresourceRange r = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    vkCmdClearColorImage(cb, small[i].i, VK_IMAGE_LAYOUT_GENERAL, &c, 1, &r);
  }
  CK(vkEndCommandBuffer(cb));
  submit();
  printf("{\"device\":\"%s\",\"W\":%u,\"H\":%u,\"pipeline_create_ms\":%.2f}\n", pp.deviceName, W, H,
         pt);
  T ts[] = {
      {"empty-submit", 8},
      {"clear", 0},
      {"full-solid-opaque", 1, 1, -1, 0, 1, SOLID, 0},
      {"full-solid-blend", 1, 1, -1, 0, .5f, SOLID, 1},
      {"full-tex-nearest", 1, 1, -1, 0, 1, TEXN, 0},
      {"full-tex-linear", 1, 1, -1, 0, 1, TEXL, 0},
      {"full-tex-linear-blend", 1, 1, -1, 0, 1, TEXL, 1},
      {"full-sdf-opaque", 1, 1, -1, 0, 1, SDF, 0},
      {"full-sdf-blend", 1, 1, -1, 0, .8f, SDF, 1},
      {"full-card-blend(sdf+border+erf shadow)", 1, 1, -1, 0, .8f, CARD, 1},
      {"full-gradient", 1, 1, -1, 0, 1, GRAD, 0},
      {"a-100 inst solid", 1, 100, 1, 0, 1, SOLID, 0},
      {"a-1k inst solid", 1, 1000, 1, 0, 1, SOLID, 0},
      {"a-10k inst solid", 1, 10000, 1, 0, 1, SOLID, 0},
      {"a-50k inst solid", 1, 50000, 1, 0, 1, SOLID, 0},
      {"a-100 inst sdf blend", 1, 100, 1, 0, 1, SDF, 1},
      {"a-1k inst sdf blend", 1, 1000, 1, 0, 1, SDF, 1},
      {"a-10k inst sdf blend", 1, 10000, 1, 0, 1, SDF, 1},
      {"a-50k inst sdf blend", 1, 50000, 1, 0, 1, SDF, 1},
      {"tiny 10k 1px inst", 1, 10000, 0, 1, 1, SOLID, 0},
      {"tiny 50k 1px inst", 1, 50000, 0, 1, 1, SOLID, 0},
      {"10k draws x1 quad", 3, 10000, 1, 0, 1, SOLID, 0},
      {"10k draws pipeline switch", 4, 10000, 1, 0, 1, SOLID, 0},
      {"10k draws texture switch", 5, 10000, 1, 0, 1, TEXL, 0},
      {"10k inst texl", 1, 10000, 1, 0, 1, TEXL, 0},
      {"10k inst sdf", 1, 10000, 1, 0, 1, SDF, 0},
      {"b-100 card 192x132", 1, 100, 0, 159, .8f, CARD, 1},
      {"b-1k card 192x132", 1, 1000, 0, 159, .8f, CARD, 1},
      {"c-200 texl 96", 1, 200, 0, 96, 1, TEXL, 1},
      {"c-2k texl 36", 1, 2000, 0, 36, 1, TEXL, 1},
      {"100 offscreen passes 256^2 clear", 6, 100},
      {"100 groups 256^2 (4 quads+composite)", 9, 100, 0, 200, .9f, SOLID, 1},
      {"f damage scissor 100^2, 10k inst LOAD", 2, 10000, 1, 0, 1, SOLID, 0},
      {"f damage scissor 100^2, 50 inst LOAD", 2, 50, 1, 0, 1, SOLID, 0},
      {"LOAD+store nothing", 2, 0, 1, 0, 1, SOLID, 0},
      {"g-700 glyph quads x8 8x12", 1, 5600, 0, 10, 1, TEXL, 1},
      {"readback copy to host buffer", 7},
      {"expanded a-100", 10, 100, 1, 0, 1},
      {"expanded a-1k", 10, 1000, 1, 0, 1},
      {"expanded a-10k", 10, 10000, 1, 0, 1},
      {"expanded a-50k", 10, 50000, 1, 0, 1},
      {"expanded 10k 1px", 10, 10000, 0, 1, 1},
      {"pulled a-1k", 11, 1000, 1, 0, 1},
      {"pulled a-10k", 11, 10000, 1, 0, 1},
      {"pulled a-50k", 11, 50000, 1, 0, 1},
      {"c-200 opaque front-to-back depth", 16, 200, 0, 96, 1},
      {"c-2k opaque front-to-back depth", 16, 2000, 0, 36, 1},
      {"c-200 opaque no depth", 1, 200, 0, 96, 1, TEXP, 0, 1, 0},
      {"c-2k opaque no depth", 1, 2000, 0, 36, 1, TEXP, 0, 1, 0},
      {"full fetch from storage buffer", 14, 1, -1, 0, 1},
      {"full texelFetch(gl_FragCoord)", 15, 1, -1, 0, 1},
      {"copy-image full frame", 12},
      {"blit-image full frame", 13},
      {"full 1:1 texture() linear", 1, 1, -1, 0, 1, TEXP, 0, 8},
      {"full 1:1 texture() nearest", 1, 1, -1, 0, 1, TEXP, 0, 9},
      {"full 1:1 texture()*flat linear", 1, 1, -1, 0, 1, TEXM, 0, 8},
      {"full 1:1 texture()*flat nearest", 1, 1, -1, 0, 1, TEXM, 0, 9},
      {"full 1:1 texture()*flat nearest blend", 1, 1, -1, 0, 1, TEXM, 1, 9},
      {"full 1:1 texture() nearest blend", 1, 1, -1, 0, 1, TEXP, 1, 9},
      {"full scaled texture() linear", 1, 1, -1, 0, 1, TEXP, 0, 1},
      {"full scaled texture() linear blend", 1, 1, -1, 0, 1, TEXP, 1, 1},
      {"axis 10k solid cover1", 1, 10000, 1, 0, 1, SOLID, 0, 0, 1},
      {"axis 1k solid cover1", 1, 1000, 1, 0, 1, SOLID, 0, 0, 1},
      {"axis 10k solid blend cover1", 1, 10000, 1, 0, .5f, SOLID, 1, 0, 1},
      {"axis 10k texture() 10px nearest blend", 1, 10000, 0, 10, 1, TEXP, 1, 10, 1},
      {"axis 10k texture()*flat 10px nearest blend", 1, 10000, 0, 10, 1, TEXM, 1, 10, 1},
      {"axis 10k texture() 10px linear blend", 1, 10000, 0, 10, 1, TEXP, 1, 1, 1},
      {"rot 10k texture() 10px linear blend", 1, 10000, 0, 10, 1, TEXP, 1, 1, 0},
      {"axis 200 texture() 96 linear", 1, 200, 0, 96, 1, TEXP, 0, 1, 1},
      {"rot 200 texture() 96 linear", 1, 200, 0, 96, 1, TEXP, 0, 1, 0},
      {"rot 200 texture() 96 nearest", 1, 200, 0, 96, 1, TEXP, 0, 10, 0},
      {"axis 100 solid 127 blend", 1, 100, 0, 127, .5f, SOLID, 1, 0, 1},
      {"rot 100 solid 127 blend", 1, 100, 0, 127, .5f, SOLID, 1, 0, 0},
  };
  for (size_t k = 0; k < sizeof ts / sizeof *ts; k++) {
    T *t = &ts[k];
    if (only && !strstr(t->name, only))
      continue;
    if (t->cover < 0)
      full(t->alpha);
    else if (t->n)
      fill(t->n > 10000 || t->kind == 1 || t->kind == 2 || t->kind >= 3 ? t->n + 8 : t->n, t->cover,
           t->side, t->alpha, !t->axis);
    if (t->n == 1 && (t->fs == TEXN || t->fs == TEXL)) {
    }
    if (t->kind == 10) {
      Inst *I = vb.p;
      for (unsigned i = 0; i < t->n; i++)
        for (int k = 0; k < 4; k++) {
          float lx = ((k & 1) - .5f) * I[i].s[0], ly = ((k >> 1) - .5f) * I[i].s[1];
          float *o = (float *)((char *)eb.p + 12 * (4 * i + k));
          o[0] = I[i].m[0] * lx + I[i].m[2] * ly + I[i].t[0];
          o[1] = I[i].m[1] * lx + I[i].m[3] * ly + I[i].t[1];
          unsigned char *c = (unsigned char *)(o + 2);
          for (int j = 0; j < 4; j++)
            c[j] = I[i].c[j] * 255;
        }
    }
    record(t);
    double f0 = now();
    submit();
    f0 = (now() - f0) * 1e3;
    submit();
    // calibrate
    double t0 = now();
    submit();
    double one = now() - t0;
    int fr = (int)(budget / 5 / (one > 1e-5 ? one : 1e-5));
    if (fr < 5)
      fr = 5;
    if (fr > 4000)
      fr = 4000;
    double cp[5], wl[5];
    for (int r = 0; r < 5; r++) {
      double c0 = cpu(), w0 = now();
      for (int i = 0; i < fr; i++)
        submit();
      cp[r] = (cpu() - c0) * 1e3 / fr;
      wl[r] = (now() - w0) * 1e3 / fr;
    }
    qsort(cp, 5, 8, cmpd);
    qsort(wl, 5, 8, cmpd);
    // cost with per-frame re-recording of the command buffer
    double c0 = cpu();
    int rf = fr > 200 ? 200 : fr;
    for (int i = 0; i < rf; i++) {
      record(t);
      submit();
    }
    double rc = (cpu() - c0) * 1e3 / rf;
    printf("{\"test\":\"%s\",\"cpu_ms\":%.4f,\"cpu_min\":%.4f,\"cpu_max\":%.4f,\"wall_ms\":%.4f,"
           "\"cpu_ms_rerecord\":%.4f,\"first_submit_ms\":%.2f,\"frames\":%d}\n",
           t->name, cp[2], cp[0], cp[4], wl[2], rc, f0, fr * 5);
    fflush(stdout);
  }
  return 0;
}
