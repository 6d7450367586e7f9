import { describe, expect, test } from 'vitest'
import { composeAnswer } from './compose-answer.ts'
import type { ContextDocument } from './read-request.ts'

function document(text: string, more: Partial<ContextDocument> = {}): ContextDocument {
  const place = { key: 'a.md', path: 'a.md', title: 'a', firstLine: 1 }
  return { ...place, text, format: 'markdown', isNote: true, attachedNow: true, ...more }
}

const ask = (question: string, ...documents: readonly ContextDocument[]): string =>
  composeAnswer({ question, previousQuestion: '', documents, shortened: [] }).text

describe('the quote', () => {
  test('links become text; pictures, embeds and trailing tags are dropped', () => {
    const text =
      'The [[plan|boat plan]] by [Wil](https://example.com) is in [[shed]]. ![x](y.png) ![[z.png]] #boat #plan'
    expect(ask('boat plan?', document(text))).toMatch(/\n> The boat plan by Wil is in shed\. x\[\^1\]$/)
  })

  test('a trailing address stays apart from the citation', () => {
    const end = (text: string): string => ask('roof contractor', document(text)).split('> ').at(-1) ?? ''
    expect(end('The roof contractor is at https://roof.example/a')).toMatch(
      / https:\/\/roof\.example\/a \[\^1\]$/,
    )
    expect(end('The roof contractor: <https://roof.example/a>')).toMatch(
      / https:\/\/roof\.example\/a \[\^1\]$/,
    )
    expect(end('The roof contractor (www.roof.example).')).toMatch(/ \(www\.roof\.example\)\. \[\^1\]$/)
    expect(end('The roof contractor, at https://roof.example/a since May.')).toMatch(/ since May\.\[\^1\]$/)
  })

  test('what is dropped leaves no comma or bracket behind', () => {
    const text =
      'The boat, ![[deep/same]], [the hull](javascript:alert(1)) and [a mast](w/Mast_(ship)), ![[z.png]].'
    expect(ask('boat hull?', document(text))).toMatch(/\n> The boat, the hull and a mast\.\[\^1\]$/)
  })

  test('a long paragraph is cut at sentences, around the match', () => {
    const filler = 'The weather was mild and nothing happened that anyone wrote down. '.repeat(12)
    const answer = ask(
      'Who sold the boat?',
      document(`${filler}Then Maren sold the boat to a dentist. ${filler}`),
    )
    const quote = answer.split('\n\n')[1] ?? ''
    expect(quote).toMatch(/^> … The weather[^]*Maren sold the boat to a dentist\.[^]*wrote down\. …\[\^1\]$/)
    expect(quote.length).toBeLessThan(640)
  })

  test('a small table stays whole, with its citation below', () => {
    const table = '| Boat | Price |\n| --- | --- |\n| Gull | £40 |\n| Tern | £60 |'
    expect(ask('Which boat costs what?', document(table))).toMatch(
      /> \| Boat \| Price \|\n> \| --- \| --- \|\n> \| Gull \| £40 \|\n> \| Tern \| £60 \|\n>\n> \[\^1\]$/,
    )
  })

  test('a section that is attached twice is quoted once', () => {
    const whole = document('# Boats\n\nThe gull costs £40.\n')
    const section = document('The gull costs £40.', { key: 'a.md#L3-3', firstLine: 3, attachedNow: false })
    expect(ask('What does the gull cost?', section, whole).match(/The gull costs/g)).toHaveLength(1)
  })

  test('code is quoted in a longer fence', () => {
    const code = document('boat = "````"\nsail(boat)', { path: 'boat.py', format: 'plain', isNote: false })
    const answer = ask('How do I sail the boat?', code)
    expect(answer).toContain('from 1 source,')
    expect(answer).toContain('> `````\n> boat = "````"\n> sail(boat)\n> `````\n>\n> [^1]')
  })

  test('quotes only the requested front matter fields', () => {
    const text = '---\ntitle: Boat\nowner: Maren Oakes\nstatus: open\n---\n\nA hull.'
    expect(ask('Who is the owner?', document(text))).toContain('> ```\n> owner: Maren Oakes\n> ```')
  })
})

describe('selection', () => {
  test('a superseded note yields to its successor, unless the past is asked for', () => {
    const old = document('---\nstatus: superseded\n---\n\nThe boat costs £40.', { path: 'old.md' })
    const current = document('Our boat costs £60 now.', { path: 'new.md' })
    expect(ask('What does the boat cost?', old, current)).toMatch(/£60 now\.\[\^1\]/)
    expect(ask('What was the previous cost of the boat?', old, current)).toContain('£40')
  })

  test('a line that repeats the question is not its answer', () => {
    const text = '- Ask: where is the key of the shed?\n\n## Keys\n\nThe key hangs behind the door.'
    expect(ask('Where is the key of the shed?', document(text))).toContain('[^1]')
    expect(ask('Where is the key of the shed?', document(text))).not.toContain('Ask:')
  })

  test('finds open tasks as such', () => {
    const text = '# Monday\n\nWe met.\n\n## Next\n\n- [ ] Tobias: paint the hull\n- [x] Ines: buy paint'
    expect(ask('Which tasks are left?', document(text))).toContain('Tobias: paint the hull')
  })

  test.each([
    'thanks',
    'hello',
    'Thank you, that is all',
    'Hi! How are you?',
    'Good morning',
    'ok',
    'Merci beaucoup !',
    'Muchas gracias',
    'Danke, das war sehr gut',
  ])('quotes nothing when nothing is asked: %s', (message) => {
    const note = document('# Hello\n\nThanks to all for the good help, that is all. Ok.')
    const answer = composeAnswer({
      question: message,
      previousQuestion: 'the help?',
      documents: [note],
      shortened: [],
    })
    expect(answer).toEqual({
      text: expect.stringMatching(/^(?:This is the offline|Das ist das Offline)/),
      sources: [],
    })
  })

  test.each(['Thanks, who gave the help?', 'How good was the help?', 'Hello Ada'])(
    'searches for questions and statements: %s',
    (message) => {
      const note = document('# Hello\n\nThanks to all who gave good help, Ada among them.')
      expect(ask(message, note)).toContain('> ')
    },
  )

  const followUp = (question: string) =>
    composeAnswer({
      question,
      previousQuestion: 'When do we launch and what blocks the launch?',
      documents: [document('The launch is on 1 December.\n\nThe battery blocks it: 2 % is the limit.')],
      shortened: [],
    }).text

  test('a short question about something else is not answered from the one before', () => {
    expect(followUp('Who is Bob?')).toMatch(/^Not in your notes/)
    expect(followUp('And the battery?')).toContain('> The battery blocks it')
    expect(followUp('And when?')).toContain('> The launch is on 1 December')
  })

  test.each(['What is 2+2?', 'what is 17 times 23', '2 * 2 =', '5 - 2?', 'Calculate 12 / 4'])(
    'a calculation gets no quote: %s',
    (question) => expect(followUp(question)).toMatch(/^The offline model doesn’t calculate/),
  )

  test.each(['What happened on 2026-11-09?', 'Is 2 % the limit?', 'Notes of 1/12?'])(
    'a number is looked for: %s',
    (question) => expect(followUp(question)).not.toContain('calculate'),
  )

  test('finds other languages too', () => {
    const notes = [document('Das Boot liegt im Hafen.'), document('潮汐表在厨房里。', { path: 'b.md' })]
    expect(ask('Wo liegt das Boot?', ...notes)).toContain('> Das Boot liegt im Hafen.[^1]')
    expect(ask('潮汐表在哪里？', ...notes)).toContain('> 潮汐表在厨房里。[^1]')
  })

  test('the properties of a note are quoted only where they answer best', () => {
    const note = '---\ntype: term\ndescription: A boat\n---\n\nA boat is a small ship.\n'
    expect(ask('What is a boat?', document(note))).not.toContain('type: term')
    expect(ask('What is its type?', document(note))).toContain('type: term')
  })

  test('names what the request only outlines, without quoting it', () => {
    const answer = composeAnswer({
      question: 'boat?',
      previousQuestion: '',
      documents: [],
      shortened: ['big.md'],
    })
    expect(answer).toEqual({
      text: 'Not in your notes. Attached: `big.md`. The offline model only quotes what matches; connect a model for summaries and other tasks.',
      sources: [],
    })
  })
})

describe('never an answer', () => {
  const listing = document('- garden/Pond.md\n- garden/Garden.md\n- garden/Rot.md', {
    key: 'folder:garden',
    path: 'folder:garden',
    isNote: false,
    isListing: true,
  })
  const rot = document('Information rots where no garden is tended.', {
    key: 'garden/Rot.md',
    path: 'garden/Rot.md',
  })

  test('a folder listing, unless its files are asked for or nothing else fits', () => {
    expect(ask('What does the garden say about rot?', listing, rot)).not.toContain('Pond.md')
    expect(ask('What does the garden say about rot?', listing, rot)).toContain('Information rots')
    expect(ask('Which files are in the garden?', listing, rot)).toContain('garden/Pond.md')
    expect(ask('Where is the pond?', listing, rot)).toContain('garden/Pond.md')
    expect(ask('Summarize this.', listing, rot)).not.toContain('Pond.md')
  })

  test('empty fields, comments and elements without words', () => {
    const empty =
      '# Rot\n\n%%\nStatus:: #seed #rot\n%%\n\n<!-- Link any sources -->\n\n<iframe src="https://rot.example" />\n\n- **Ended**::'
    expect(ask('What is rot?', document(`${empty}\n\nRot is slow.`))).toMatch(
      /^1 passage from 1 note,[^\n]*\n\n> Rot is slow\.\[\^1\]$/,
    )
  })
})

describe('questions in other languages', () => {
  const lease = document(
    '# Vertrag\n\n## Miete\nDie Miete beträgt 1.250 EUR und ist bis zum dritten Werktag zu zahlen.\n\n## Kaution\nDer Mieter leistet eine Kaution von drei Monatsmieten.',
  )
  const term = document('# Zettelkasten\n\nThe zettelkasten is a method of note-taking.')

  test.each([
    ['Was ist ein Zettelkasten?', term, /method of note-taking/],
    ['Qu’est-ce que le Zettelkasten ?', term, /method of note-taking/],
    ['¿Qué es un Zettelkasten?', term, /method of note-taking/],
    ['Wie hoch ist die Kaution?', lease, /^1 Stelle[^]*drei Monatsmieten/],
    ['Fasse den Vertrag zusammen', lease, /^2 Stellen/],
    ['Fasse die Notiz zusammen', lease, /^\d (?:Anfang|Anfänge) /],
  ])('stop words of the language do not count: %s', (question, note, answer) => {
    expect(ask(question, note)).toMatch(answer)
  })

  test('one foreign word, which may be part of a name, is answered in English', () => {
    expect(ask('La Plata?', term)).toMatch(/^Not in your notes/)
    expect(ask('¿Qué dice el contrato sobre la fianza?', term)).toMatch(/^No está en tus notas/)
  })

  test('English words that are stop words in other languages count', () => {
    const note = document('# Dice\n\nEach die is cast in the war room.\n\n## Other\nNothing of the kind.')
    expect(ask('How is the die cast?', note)).toContain('Each die')
  })
})
