import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseNote } from '../note/parse-note.ts'
import { checkChatFile, parseChatFile } from './parse-chat-file.ts'
import { type ChatDocument, NO_CONTEXT } from './chat-document.ts'
import { inertText } from './inert-text.ts'
import { printChatFile } from './print-chat-file.ts'
import { anyChat, anyText } from './testing/any-chat.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 4_000 : 200

const chat: ChatDocument = {
  id: '01JABCDEFGHJKMNPQRSTVWXYZ0',
  title: 'API summary',
  created: Date.UTC(2026, 0, 2, 3, 4, 5),
  model: 'openai/gpt-5.6',
  tags: ['varve-chat'],
  turns: [
    {
      id: 't1',
      at: Date.UTC(2026, 0, 2, 3, 4, 5, 120),
      userText: 'Summarize [[api]]',
      context: { ...NO_CONTEXT, notes: ['docs/api.md'], urls: ['https://ex.com/a'] },
      attached: [{ key: 'docs/api.md', kind: 'note', hash: 'a'.repeat(64), priority: 'normal' }],
      answers: [
        {
          id: 'a1',
          model: 'openai/gpt-5.6',
          text: 'Here it is.',
          receivedHash: 'b'.repeat(64),
          at: Date.UTC(2026, 0, 2, 3, 4, 9),
          status: 'complete',
          chosen: true,
          toolSteps: [{ tool: 'localSearch', arguments: { query: 'x' }, resultHash: 'c'.repeat(64) }],
        },
      ],
      epoch: 1,
    },
    {
      id: 't2',
      parent: 't1',
      userText: 'And in two words? -- please',
      context: NO_CONTEXT,
      attached: [],
      answers: [
        { id: 'a2', model: 'openai/gpt-5.6', text: 'Pays bills.', status: 'complete', chosen: false },
        { id: 'a3', model: 'anthropic/claude', text: '', status: 'failed', chosen: true, error: 'a --> b' },
      ],
    },
    { id: 't3', parent: 't1', userText: 'Other branch', context: NO_CONTEXT, attached: [], answers: [] },
  ],
}

/** What is wrong with a file, without its words. */
const codes = (text: string): readonly string[] => parseChatFile(text).problems.map(({ code }) => code)

describe('the format', () => {
  test('has front matter, messages with names and times, and a hidden comment', () => {
    const lines = printChatFile(chat).split('\n')
    expect(lines.slice(0, 18)).toEqual([
      '---',
      'varve: 1',
      'id: 01JABCDEFGHJKMNPQRSTVWXYZ0',
      'title: API summary',
      'created: 2026-01-02T03:04:05Z',
      'model: openai/gpt-5.6',
      'tags: [varve-chat]',
      '---',
      '',
      '**user**: Summarize [[api]]',
      '[Context: Notes: docs/api.md | URLs: https://ex.com/a]',
      '[Timestamp: 2026/01/02 03:04:05]',
      '',
      '**ai**: Here it is.',
      '[Timestamp: 2026/01/02 03:04:09]',
      expect.stringMatching(/^\*Answered by .+\*$/),
      '',
      expect.stringMatching(/^<!-- varve:turn \{"id":"t1",.*"hash":"[0-9a-f]{64}"\} -->$/),
    ])
    for (const comment of lines.filter((line) => line.startsWith('<!--')))
      expect(comment.slice(4, -3)).not.toContain('--')
  })

  test('front matter is valid YAML for any title', () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const { frontMatter } = parseNote(printChatFile({ ...chat, title, turns: [] }))
        expect(frontMatter.problem).toBeUndefined()
        expect(frontMatter.values).toMatchObject({
          varve: 1,
          title: inertText(title, 'behind'),
          tags: ['varve-chat'],
        })
      }),
      { numRuns: RUNS },
    )
  })
})

describe('round trip', () => {
  test('a chat with branches and several answers to one question', () => {
    const { document, problems, gaps, quarantined, form } = parseChatFile(printChatFile(chat))
    expect(document).toEqual(chat)
    expect({ problems, gaps, quarantined, form }).toEqual({ problems: [], gaps: [], form: 'varve' })
  })

  test('restores any texts, names and fields, and the same file byte for byte', () => {
    fc.assert(
      fc.property(anyChat, (document) => {
        const text = printChatFile(document)
        expect(text.isWellFormed() && !text.includes('\0')).toBe(true)
        const reading = parseChatFile(text)
        expect(reading.document).toEqual(document)
        expect(reading.problems.filter(({ code }) => code !== 'unknown-parent')).toEqual([])
        expect(reading.gaps).toEqual([])
        expect(reading.quarantined).toBeUndefined()
        expect(printChatFile(reading.document)).toBe(text)
      }),
      { numRuns: RUNS },
    )
  })

  test('survives UTF-8, as on disk', () => {
    fc.assert(
      fc.property(anyChat, (document) => {
        const bytes = new TextEncoder().encode(printChatFile(document))
        expect(parseChatFile(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).document).toEqual(
          document,
        )
      }),
      { numRuns: RUNS / 4 },
    )
  })

  const bad = fileURLToPath(new URL('../../../../../shared/data/badinput/', import.meta.url))

  test.skipIf(!existsSync(bad))(
    'survives every hostile input as question, answer, name and title (skipped without ../shared/data)',
    () => {
      const inputs = hostileInputs(bad)
      expect(inputs.length).toBeGreaterThan(2_000)
      for (let from = 0; from < inputs.length; from += 50) {
        const turns = inputs.slice(from, from + 50).map((text, index) => ({
          id: `t${index}`,
          userText: text,
          context: { ...NO_CONTEXT, notes: [text.slice(0, 200)] },
          attached: [],
          answers: [{ id: `a${index}`, text, status: 'complete' as const, chosen: true }],
        }))
        const document = { id: 'x', title: (inputs[from] ?? '').slice(0, 400), tags: [], turns }
        const reading = parseChatFile(printChatFile(document))
        expect(reading.problems).toEqual([])
        expect(reading.document).toEqual(document)
      }
    },
  )
})

/** Every string in the files of a folder, and each file as a whole. */
function hostileInputs(folder: string): readonly string[] {
  const found: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.push(value)
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) collect(item)
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(json|jsonl|txt)$/.test(name)) continue
    const text = readFileSync(`${folder}/${name}`, 'utf8')
    found.push(text)
    if (name.endsWith('.json')) collect(JSON.parse(text))
    else if (name.endsWith('.jsonl'))
      for (const line of text.split('\n')) if (line !== '') collect(JSON.parse(line))
  }
  return found
}

describe('edited by hand', () => {
  const text = printChatFile(chat)

  test('a changed answer loads in its new form, and is reported', () => {
    const edited = text.replace('Here it is.', 'Here it was.')
    const { document, problems, quarantined } = parseChatFile(edited)
    expect(document.turns[0]?.answers[0]).toMatchObject({ id: 'a1', text: 'Here it was.', chosen: true })
    expect(document.turns.slice(1)).toEqual(chat.turns.slice(1))
    expect(problems).toEqual([
      { code: 'changed-answer', line: 14, turn: 't1', text: 'Answer a1 was changed (turn t1).' },
    ])
    expect(quarantined).toBeUndefined()
  })

  test('a changed question, name or time', () => {
    expect(codes(text.replace('Summarize [[', 'Shorten [['))).toEqual(['changed-question'])
    expect(codes(text.replace('Notes: docs/api.md', 'Notes: docs/b.md'))).toEqual(['changed-question'])
    const moved = text.replace('03:04:05]', '03:04:06]')
    expect(codes(moved)).toEqual(['changed-question'])
    expect(parseChatFile(moved).document.turns[0]?.at).toBe(Date.UTC(2026, 0, 2, 3, 4, 6))
    expect(codes(text.replace('"epoch":1', '"epoch":2'))).toEqual(['changed-details'])
  })

  test('an unreadable comment loses only its own content: the texts load, and the piece is kept', () => {
    const { document, problems, gaps, quarantined } = parseChatFile(text.replace('{"id":"t2"', '{id:"t2"'))
    expect(document.turns.map(({ userText, answers }) => [userText, answers.length])).toEqual([
      ['Summarize [[api]]', 1],
      ['And in two words? -- please', 2],
      ['Other branch', 0],
    ])
    expect(problems.map(({ code }) => code)).toEqual(['broken-details'])
    expect(gaps.map(({ code }) => code)).toEqual(['turn-details'])
    expect(quarantined).toMatchObject([{ line: 31, text: expect.stringContaining('"answers"') }])
  })

  test('wrong field types and endless nesting are refused with a reason', () => {
    for (const [from, to] of [
      ['"attached":[]', '"attached":7'],
      ['"status":"failed"', '"status":"lost"'],
      ['"attached":[]', `"attached":[],"deep":${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ] as const)
      expect(codes(text.replace(from, to))).toEqual(['broken-details'])
  })

  test('deleted, added and typed-in turns load', () => {
    const without = text.replace(/\*\*ai\*\*: Pays bills\.\n\[Timestamp: unknown\]\n\*Answered by .*\n\n/, '')
    expect(codes(without)).toEqual(['missing-answer'])
    expect(parseChatFile(without).document.turns[1]?.answers.map(({ id }) => id)).toEqual(['a3'])
    const added = text.replace('**ai**: Pays', '**ai**: Typed in.\n\n**ai**: Pays')
    expect(codes(added)).toEqual(['added-answer'])
    expect(parseChatFile(added).document.turns[1]?.answers.map((answer) => answer.text)).toEqual([
      'Typed in.',
      'Pays bills.',
      '',
    ])
    const typed = `${text}\n**user**: By hand\n\n**ai**: Yes\n`
    expect(codes(typed)).toEqual(['added-turn'])
    expect(parseChatFile(typed).document.turns.at(-1)).toMatchObject({
      userText: 'By hand',
      answers: [{ text: 'Yes' }],
    })
  })

  test('remarks between messages stay in place', () => {
    const remarked = text
      .replace('---\n\n**user**', '---\n\n# My heading\n\n**user**')
      .replace(/(?<=03:04:09\]\n\*Answered by .*\n)\n/, '\nA remark of mine.\n\n')
      .concat('\nThe end')
    const { document, problems } = parseChatFile(remarked)
    expect(problems.map(({ code }) => code)).toEqual(['added-text', 'added-text', 'added-text'])
    expect(document.turns.map(({ userText }) => userText)).toEqual(chat.turns.map(({ userText }) => userText))
    expect(printChatFile(document)).toBe(remarked)
    const longer = { ...document, turns: [...document.turns, { ...chat.turns[2], id: 't4' } as never] }
    expect(parseChatFile(printChatFile(longer)).document.turns).toHaveLength(4)
  })

  test('users’ front matter is kept, even when a value changes', () => {
    const block =
      "aliases:\n  - x\nvarve: 1\nid: 01JABCDEFGHJKMNPQRSTVWXYZ0\ntitle: 'API summary'\nmine: {a: 1} # why\n"
    const rest = 'created: 2026-01-02T03:04:05Z\nmodel: openai/gpt-5.6\ntags:\n  - varve-chat\n'
    const own = text.replace(/^---\n[^]*?\n---\n/, `---\n${block}${rest}---\n`)
    const { document, problems } = parseChatFile(own)
    expect(problems).toEqual([])
    expect({ ...document, frontMatter: undefined }).toEqual({ ...chat, frontMatter: undefined })
    expect(printChatFile(document)).toBe(own)
    const renamed = printChatFile({
      ...document,
      title: 'Bills',
      model: undefined,
    } as unknown as ChatDocument)
    expect(renamed).toBe(own.replace("'API summary'", 'Bills').replace('model: openai/gpt-5.6\n', ''))
  })

  test('other line endings are preserved, in texts too', () => {
    const windows = { ...chat, turns: chat.turns.map((turn) => ({ ...turn, userText: 'one\r\ntwo\r\n' })) }
    const printed = printChatFile(windows)
    for (const changed of [printed.replaceAll('\r\n', '\n'), printed.replace(/(?<!\r)\n/g, '\r\n')]) {
      const { document, problems } = parseChatFile(changed)
      expect(document).toEqual(windows)
      expect(problems.every(({ code }) => code === 'line-endings')).toBe(true)
    }
    expect(parseChatFile(`\ufeff${text}`).document).toEqual(chat)
  })

  test('a duplicate turn gets a new id; a file of a later version is not written', () => {
    const twice = text + text.slice(text.indexOf('**user**: Other')).replace('**user**', '\n**user**')
    expect(codes(twice)).toEqual(['duplicate-id'])
    expect(new Set(parseChatFile(twice).document.turns.map(({ id }) => id)).size).toBe(4)
    const newer = parseChatFile(text.replace('varve: 1', 'varve: 2'))
    expect(newer.problems.map(({ code }) => code)).toEqual(['newer-version'])
    expect(newer.quarantined).toHaveLength(1)
    expect(newer.document.turns).toEqual(chat.turns)
  })

  test('any cut or insertion loads, keeps the rest unchanged, and never throws', () => {
    fc.assert(
      fc.property(anyChat, fc.nat(), fc.nat(40), anyText, (document, at, cut, inserted) => {
        const whole = printChatFile(document)
        const place = at % (whole.length + 1)
        const { document: read } = parseChatFile(whole.slice(0, place) + inserted + whole.slice(place + cut))
        const again = printChatFile(read)
        expect(printChatFile(parseChatFile(again).document)).toBe(again)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('checkChatFile', () => {
  test('reports “same” for what Varve wrote, else the first difference', () => {
    const text = printChatFile(chat)
    expect(checkChatFile(text).difference).toBeUndefined()
    const edited = text.replace('Here it is.', 'Here it was.')
    expect(checkChatFile(edited).difference).toMatchObject({ line: 18, found: expect.any(String) })
    expect(checkChatFile(text.slice(0, -1)).difference).toMatchObject({ found: undefined, written: '\n' })
  })
})

test('the model line is readable for any model name', () => {
  const names = ['GPT-5.6', '**user**: me', 'a\nb *c* <b>', '']
  const answers = names.map((name, index) => ({
    id: `a${index}`,
    text: '*Answered by nobody*\nReally.',
    status: 'complete' as const,
    chosen: index === 0,
    ...(name === '' ? {} : { model: 'm', extra: { name } }),
  }))
  const remarks = [
    { after: 1, text: '*Answered by hand*\n\n' },
    { after: 4, text: '*Answered by hand*\n\n' },
  ]
  const turn = { id: 't', userText: 'Q', context: NO_CONTEXT, attached: [], answers, remarks }
  const document = { id: 'c', title: '', tags: [], turns: [turn] }
  const printed = printChatFile(document)
  expect(printed.match(/^\*Answered by .*/gm)).toEqual([
    '*Answered by GPT-5.6*',
    '*Answered by user : me*',
    '*Answered by a b c b*',
  ])
  expect(parseChatFile(printed).document).toEqual(document)
})
