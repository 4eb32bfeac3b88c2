// Qt Quick peer: renders a QML scene offscreen through QQuickRenderControl with a fixed-step
// animation driver (1/60 s per frame), as fast as it can. Backends: vulkan | opengl | software |
// null (null: all of Qt's own work, no drawing: the part that stays on the CPU when there is a
// GPU). Built against any Qt >= 6.4; binary compatible with newer Qt 6 at run time. usage: qtbench
// BACKEND scene.qml N W H FRAMES [out.png]
#include <QtCore/QtCore>
#include <QtGui/QtGui>
#include <QtQml/QtQml>
#include <QtQuick/QtQuick>
#include <QtGui/QVulkanInstance>
#include <QtGui/QVulkanFunctions>
#include <QtGui/QOpenGLContext>
#include <QtGui/QOpenGLFunctions>
#include <QtGui/QOffscreenSurface>
#include <sys/resource.h>
#include <unistd.h>
static double cpu() {
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 +
         (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-3;
}
class Drv : public QAnimationDriver {
public:
  qint64 t = 0;
  qint64 elapsed() const override {
    return t;
  }
  void advance() override {
    t += (n++ % 3 == 0) ? 16 : 17;
    advanceAnimation();
  }
  int n = 0;
};
int main(int ac, char **av) {
  if (ac < 7)
    return 2;
  QString backend = av[1];
  int N = atoi(av[3]), W = atoi(av[4]), H = atoi(av[5]), F = atoi(av[6]);
  if (backend == "vulkan")
    QQuickWindow::setGraphicsApi(QSGRendererInterface::Vulkan);
  else if (backend == "opengl")
    QQuickWindow::setGraphicsApi(QSGRendererInterface::OpenGL);
  else if (backend == "null")
    QQuickWindow::setGraphicsApi(QSGRendererInterface::NullRhi);
  else
    QQuickWindow::setGraphicsApi(QSGRendererInterface::Software);
  QGuiApplication app(ac, av);
  QVulkanInstance vi;
  if (backend == "vulkan") {
    vi.setApiVersion(QVersionNumber(1, 2));
    vi.setExtensions(QQuickGraphicsConfiguration::preferredInstanceExtensions());
    if (!vi.create()) {
      fprintf(stderr, "no vulkan instance\n");
      return 1;
    }
  }
  QQuickRenderControl rc;
  QQuickWindow win(&rc);
  win.setColor(QColor(24, 24, 28));
  win.setGeometry(0, 0, W, H);
  win.contentItem()->setSize(QSizeF(W, H));
  QOpenGLContext gl;
  QOffscreenSurface surf;
  QOpenGLFunctions *gf = nullptr;
  if (backend == "vulkan")
    win.setVulkanInstance(&vi);
  if (backend == "opengl") {
    QSurfaceFormat f = QSurfaceFormat::defaultFormat();
    f.setDepthBufferSize(24);
    f.setStencilBufferSize(8);
    gl.setFormat(f);
    if (!gl.create())
      return 1;
    surf.setFormat(gl.format());
    surf.create();
    gl.makeCurrent(&surf);
    gf = gl.functions();
    win.setGraphicsDevice(QQuickGraphicsDevice::fromOpenGLContext(&gl));
  }
  Drv drv;
  drv.install();
  QQmlEngine eng;
  eng.rootContext()->setContextProperty("N", N);
  eng.rootContext()->setContextProperty("W", W);
  eng.rootContext()->setContextProperty("H", H);
  eng.rootContext()->setContextProperty("SW", backend == "software");
  double load0 = cpu();
  QQmlComponent comp(&eng, QUrl::fromLocalFile(QFileInfo(av[2]).absoluteFilePath()));
  QObject *o = comp.create();
  if (!o) {
    fprintf(stderr, "%s\n", qPrintable(comp.errorString()));
    return 1;
  }
  QQuickItem *root = qobject_cast<QQuickItem *>(o);
  root->setParentItem(win.contentItem());
  root->setSize(QSizeF(W, H));
  double loaded = cpu() - load0;
  QImage img(W, H, QImage::Format_ARGB32_Premultiplied);
  VkImage image = VK_NULL_HANDLE;
  GLuint tex = 0;
  if (backend == "software") {
    win.setRenderTarget(QQuickRenderTarget::fromPaintDevice(&img));
  } else {
    if (!rc.initialize()) {
      fprintf(stderr, "rc.initialize failed\n");
      return 1;
    }
    if (backend == "opengl") {
      gf->glGenTextures(1, &tex);
      gf->glBindTexture(GL_TEXTURE_2D, tex);
      gf->glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, W, H, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
      gf->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      win.setRenderTarget(QQuickRenderTarget::fromOpenGLTexture(tex, QSize(W, H)));
    } else if (backend == "null")
      win.setRenderTarget(QQuickRenderTarget::fromOpenGLTexture(1, QSize(W, H)));
    else {
      auto *ri = win.rendererInterface();
      VkDevice dev =
          *static_cast<VkDevice *>(ri->getResource(&win, QSGRendererInterface::DeviceResource));
      VkPhysicalDevice pd = *static_cast<VkPhysicalDevice *>(
          ri->getResource(&win, QSGRendererInterface::PhysicalDeviceResource));
      auto *df = vi.deviceFunctions(dev);
      auto *f = vi.functions();
      VkImageCreateInfo ii{};
      ii.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
      ii.imageType = VK_IMAGE_TYPE_2D;
      ii.format = VK_FORMAT_R8G8B8A8_UNORM;
      ii.extent = {uint32_t(W), uint32_t(H), 1};
      ii.mipLevels = ii.arrayLayers = 1;
      ii.samples = VK_SAMPLE_COUNT_1_BIT;
      ii.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                 VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
      df->vkCreateImage(dev, &ii, nullptr, &image);
      VkMemoryRequirements mr;
      df->vkGetImageMemoryRequirements(dev, image, &mr);
      VkPhysicalDeviceMemoryProperties mp;
      f->vkGetPhysicalDeviceMemoryProperties(pd, &mp);
      uint32_t ti = 0;
      while (!(mr.memoryTypeBits >> ti & 1))
        ti++;
      VkMemoryAllocateInfo ma{};
      ma.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
      ma.allocationSize = mr.size;
      ma.memoryTypeIndex = ti;
      VkDeviceMemory mem;
      df->vkAllocateMemory(dev, &ma, nullptr, &mem);
      df->vkBindImageMemory(dev, image, mem, 0);
      win.setRenderTarget(QQuickRenderTarget::fromVulkanImage(
          image, VK_IMAGE_LAYOUT_UNDEFINED, VK_FORMAT_R8G8B8A8_UNORM, QSize(W, H)));
    }
  }
  QElapsedTimer et;
  QVector<double> wall;
  auto frame = [&] {
    drv.advance();
    QCoreApplication::processEvents();
    rc.polishItems();
    if (backend != "software")
      rc.beginFrame();
    rc.sync();
    rc.render();
    if (backend != "software")
      rc.endFrame();
    if (gf)
      gf->glFinish();
  };
  // The build row: from the description to the first frame, without making the device.
  double waited = cpu();
  frame();
  double first = loaded + cpu() - waited;
  for (int i = 0; i < 9; i++)
    frame();
  double c0 = cpu();
  et.start();
  for (int i = 0; i < F; i++) {
    qint64 a = et.nsecsElapsed();
    frame();
    wall << (et.nsecsElapsed() - a) / 1e6;
  }
  double c = (cpu() - c0) / F, w = et.nsecsElapsed() / 1e6 / F;
  std::sort(wall.begin(), wall.end());
  printf("{\"peer\":\"qtquick-%s\",\"ver\":\"%s\",\"scene\":\"%s\",\"N\":%d,\"W\":%d,\"H\":%d,"
         "\"frames\":%d,\"cpu_ms\":%.3f,\"wall_ms\":%.3f,\"wall_p50\":%.3f,\"wall_p99\":%.3f,"
         "\"load_cpu_ms\":%.1f,\"first_frame_cpu_ms\":%.1f}\n",
         qPrintable(backend), qVersion(), qPrintable(QFileInfo(av[2]).baseName()), N, W, H, F, c, w,
         wall[F / 2], wall[F * 99 / 100], loaded, first);
  fflush(stdout);
  if (ac > 7) {
    if (backend == "software")
      img.save(av[7]);
    else if (backend == "opengl") { // read back the texture for a visual check
      GLuint fb;
      gl.makeCurrent(&surf);
      gf->glGenFramebuffers(1, &fb);
      gf->glBindFramebuffer(GL_FRAMEBUFFER, fb);
      gf->glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 0);
      QImage o(W, H, QImage::Format_RGBA8888);
      gf->glReadPixels(0, 0, W, H, GL_RGBA, GL_UNSIGNED_BYTE, o.bits());
      o.mirrored().save(av[7]);
    }
  }
  _exit(0);
}
