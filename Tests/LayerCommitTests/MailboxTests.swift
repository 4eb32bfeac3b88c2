import LayerCommit
import Testing

@Suite("Mailbox")
struct MailboxTests {
  @Test("Values come out in order, once, and the first one asks for a wake")
  func order() {
    let mailbox = Mailbox<Int>()
    #expect(mailbox.isEmpty)
    #expect(mailbox.put(1))
    #expect(!mailbox.put(2))
    #expect(mailbox.takeAll() == [1, 2])
    #expect(mailbox.takeAll() == [])
    #expect(mailbox.put(3))
  }

  @Test("Nothing is lost or doubled between threads")
  func threads() async {
    let mailbox = Mailbox<Int>()
    let taken = await withTaskGroup(of: [Int].self) { group in
      for writer in 0..<4 {
        group.addTask {
          for i in 0..<500 { mailbox.put(writer * 500 + i) }
          return mailbox.takeAll()
        }
      }
      var all: [Int] = []
      for await part in group { all += part }
      return all + mailbox.takeAll()
    }
    #expect(taken.sorted() == Array(0..<2000))
  }
}
