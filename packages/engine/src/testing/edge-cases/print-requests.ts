import { NOTE_EDITED_THEN_FOLDED } from '../walkthroughs/conversations.ts'
import { dumpRequest } from '../walkthroughs/dump-request.ts'
import { note, sendMessages, testModel } from '../walkthroughs/send-message.ts'
import { longNote } from './long-note.ts'

/** Letters that sort, fold or print differently from place to place. */
const TRAVELLING = ['i.md', 'I.md', 'ı.md', 'ä.md', 'z.md', 'ö/ß.md'].map((path) => note(path, `# ${path}`))

/** Requests of a small conversation with compaction, printed: run by a test in other time zones and languages. */
export function printRequests(): string {
  const model = testModel({ window: 7000 })
  const sent = [
    ...sendMessages(NOTE_EDITED_THEN_FOLDED),
    ...sendMessages([
      { text: 'Compare İstanbul', attach: TRAVELLING, model },
      ...['a', 'b', 'c'].map((name) => ({ text: name, attach: [longNote(name)], model })),
    ]),
  ]
  return sent.flatMap(({ plans }) => plans.map(dumpRequest)).join('\n')
}
