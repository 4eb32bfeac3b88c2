@main
struct CompositorCommand {
  static func main() {}
}
