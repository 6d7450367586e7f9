import { describe, expect, test } from 'vitest'
import { NO_CONTEXT } from './chat-document.ts'
import { parseChatFile } from './parse-chat-file.ts'
import { printChatFile } from './print-chat-file.ts'

/** In the form of the plugin; its clock hung in a zone eight hours east. */
const file = `---
epoch: 1767323045123
modelKey: "gemini-flash|google"
topic: "Bills of 2026"


tags:
  - copilot-conversation
---

**user**: What do [[bills]] say?
[Context: Notes: money/bills.md, Smith, John.md | URLs: https://ex.com/a | Web Tabs: https://ex.com/b | Tags: #money | Folders: old]
[Timestamp: 2026/01/02 11:04:05]

**ai**: They say:
**user**: is no message here.
[Timestamp: 2026/01/02 11:04:09]

**user**: And now?
[Timestamp: Unknown time]

**ai**: Nothing.
[Timestamp: 2026/01/02 11:05:00]
`

describe('chats of the Obsidian plugin', () => {
  test('load with topic, model, names and times', () => {
    const { form, document } = parseChatFile(file)
    expect(form).toBe('plugin')
    expect(document).toMatchObject({
      title: 'Bills of 2026',
      model: 'gemini-flash|google',
      created: 1767323045123,
      tags: ['copilot-conversation'],
    })
    expect(document.turns).toMatchObject([
      {
        userText: 'What do [[bills]] say?',
        at: 1767323045123,
        context: {
          notes: ['money/bills.md'],
          urls: ['https://ex.com/a'],
          tabs: ['https://ex.com/b'],
          tags: ['#money'],
          folders: ['old'],
        },
        answers: [{ text: 'They say:\n**user**: is no message here.', at: Date.UTC(2026, 0, 2, 3, 4, 9) }],
      },
      { userText: 'And now?', answers: [{ text: 'Nothing.', chosen: true }] },
    ])
    expect(document.turns[1]).not.toHaveProperty('at')
    expect(document.turns[0]?.answers[0]).not.toHaveProperty('model')
  })

  test('what the format lost is listed, not guessed', () => {
    const { gaps } = parseChatFile(file)
    expect(gaps.map(({ code }) => code).toSorted()).toEqual([
      'answer-model',
      'attached-version',
      'context-names',
      'message-boundary',
      'time',
      'time',
    ])
    expect(gaps.find(({ code }) => code === 'context-names')?.text).toContain('Smith, John.md')
  })

  test('Varve’s files keep the original names, and everything else', () => {
    const { document } = parseChatFile(file)
    const again = parseChatFile(printChatFile(document))
    expect(again.document).toEqual(document)
    expect(again.problems).toEqual([])
    expect(document.turns[0]?.extra?.['pluginContext']).toContain('Smith, John.md')
  })

  test('old ones without times and with Windows line endings load', () => {
    const old =
      '**user**: One\n\n**ai**: Two\n\nthree\n\n**user**: Four\n[Context: Notes: a.md]\n\n**ai**: Five'
    for (const text of [old, `---\ntags: copilot-conversation\n---\n\n${old}`.replaceAll('\n', '\r\n')]) {
      const { document, form } = parseChatFile(text)
      expect(form).toBe('plugin')
      expect(document.turns).toMatchObject([
        { userText: 'One', answers: [{ text: 'Two\n\nthree' }] },
        { userText: 'Four', context: { ...NO_CONTEXT, notes: ['a.md'] }, answers: [{ text: 'Five' }] },
      ])
    }
  })

  test('a remark after a message, and a line in an answer that looks like its end, are kept', () => {
    const [one, two] = ['[Timestamp: 2026/01/02 11:04:05]', '[Timestamp: 2026/01/02 11:04:06]']
    const { document, problems } = parseChatFile(
      `**user**: A\n${one}\n\n**ai**: B\n${one}\nC\n${two}\n\nA remark.\n\n**user**: D\n${two}\n`,
    )
    expect(document.turns).toMatchObject([
      { userText: 'A', answers: [{ text: `B\n${one}\nC` }], remarks: [{ text: '\nA remark.\n\n' }] },
      { userText: 'D', answers: [] },
    ])
    expect(problems.map(({ code }) => code)).toEqual(['added-text'])
    expect(parseChatFile(printChatFile(document)).document).toEqual(document)
  })

  test('a note that is not a chat is kept whole', () => {
    const { form, document, problems, quarantined } = parseChatFile('# Shopping\n\nMilk')
    expect([form, document.turns.length]).toEqual(['none', 0])
    expect(problems.map(({ code }) => code)).toEqual(['not-a-chat'])
    expect(quarantined).toMatchObject([{ text: '# Shopping\n\nMilk' }])
  })
})

describe('inlined context', () => {
  const block = (path: string, content: string): string =>
    `<note_context>\n<title>t</title>\n<path>${path}</path>\n<content>\n${content}\n</content>\n</note_context>`
  const read = (message: string): ReturnType<typeof parseChatFile> =>
    parseChatFile(`**user**: ${message}\n[Timestamp: 2026/01/02 11:04:05]\n\n**ai**: Yes.\n`)

  test.each([
    ['the question last', `${block('a.md', 'A')}\n\n${block('b.md', 'B')}\n\nWhat is this?`],
    [
      'under a heading',
      `${block('a.md', 'A')}\n${block('b.md', 'B')}\n\n---\n\n[User query]:\nWhat is this?`,
    ],
    ['the question first', `What is this?\n\n${block('a.md', 'A')}\n\n${block('b.md', 'B')}`],
  ])('[A-5] everything but the user’s last words becomes artifacts: %s', (_, message) => {
    const { document, inlined, gaps } = read(message)
    const turn = document.turns[0]
    expect(turn?.userText).toBe('What is this?')
    expect(inlined[0]?.artifacts.map(({ key, kind, content }) => [key, kind, content])).toEqual([
      ['a.md', 'note', 'A'],
      ['b.md', 'note', 'B'],
    ])
    expect(turn?.attached.map(({ key, hash }) => [key, hash])).toEqual(
      inlined[0]?.artifacts.map(({ key, contentHash }) => [key, contentHash]),
    )
    expect(gaps.some(({ code }) => code === 'unparsed-context')).toBe(false)
  })

  test('[A-5] unparsed parts are kept as text, counted and listed', () => {
    const { document, inlined, gaps } = read(
      `Before.\n\n${block('a.md', 'A')}\n\n<project_context>\nodd\n</project_context>\n\nWhat is this?`,
    )
    expect(document.turns[0]?.userText).toBe('What is this?')
    expect(inlined[0]?.artifacts.map(({ kind, content }) => [kind, content.trim()])).toEqual([
      ['unparsed', 'Before.'],
      ['note', 'A'],
      ['unparsed', '<project_context>\nodd\n</project_context>'],
    ])
    expect(gaps.find(({ code }) => code === 'unparsed-context')?.text).toBe(
      '2 pieces of old context are kept as text only.',
    )
  })

  const cut = '<note_context>\n<title>t</title>\n<path>c.md</path>\n<content>\nhalf'
  test.each([
    ['alone', cut, '', [cut]],
    ['with the words before it', `What is this?\n\n${cut}`, 'What is this?', [cut]],
    [
      'with the words under a heading',
      `${cut}\n\n---\n\n[User query]:\nWhat is this?`,
      'What is this?',
      [cut],
    ],
    ['with the words in a paragraph of their own', `${cut}\n\nWhat is this?`, 'What is this?', [cut]],
    ['whose text was closed', `${cut}\n</content>\nWhat is this?`, 'What is this?', [`${cut}\n</content>`]],
    ['behind a block', `${block('a.md', 'A')}\n\n${cut}\n\nWhat is this?`, 'What is this?', ['A', cut]],
    ['before a block', `${cut}\n\n${block('a.md', 'A')}\n\nWhat is this?`, 'What is this?', [cut, 'A']],
    ['behind words and a block', `What is this?\n${block('a.md', 'A')}\n${cut}`, 'What is this?', ['A', cut]],
    [
      'that no reader knows, behind words and a block',
      `What is this?\n${block('a.md', 'A')}\n<odd_tag>\nodd\n</odd_tag>`,
      'What is this?',
      ['A', '<odd_tag>\nodd\n</odd_tag>'],
    ],
  ])(
    '[A-5] an unclosed block is kept as unparsed, and is not the question: %s',
    (_, message, words, kept) => {
      const { document, inlined, gaps } = read(message)
      expect(document.turns[0]?.userText).toBe(words)
      expect(inlined[0]?.artifacts.map(({ content }) => content.trim())).toEqual(kept)
      expect(gaps.find(({ code }) => code === 'unparsed-context')?.text).toBe(
        '1 piece of old context is kept as text only.',
      )
    },
  )

  test('[A-5] attributes of a block stay with the turn: title, source, lines and metadata', () => {
    const selected =
      '<selected_text>\n<title>T</title>\n<path>a.md</path>\n<start_line>3</start_line>\n<end_line>9</end_line>\n<content>\nx\n</content>\n</selected_text>'
    expect(read(`${selected}\n\nWhat?`).document.turns[0]?.attached).toMatchObject([
      {
        kind: 'selection',
        extra: {
          title: 'T',
          source: { path: 'a.md', lines: [3, 9] },
          recoverable: false,
          metadata: { legacyTag: 'selected_text' },
        },
      },
    ])
  })

  test('[A-5] of two texts under one path the last is the note, the other is kept as text', () => {
    const { inlined } = read(`${block('a.md', 'old')}\n${block('a.md', 'new')}\n\nWhat?`)
    expect(inlined[0]?.artifacts.map(({ kind, content }) => [kind, content])).toEqual([
      ['unparsed', 'old'],
      ['note', 'new'],
    ])
  })

  test('a question that mentions a tag is not a block', () => {
    const { document, inlined } = read('What does <note_context> mean?\n<note_context> is not closed here.')
    expect(document.turns[0]?.userText).toContain('is not closed here.')
    expect(inlined).toEqual([])
  })

  test('text about HTML is not context', () => {
    const { document, inlined } = read('Why does <b>this</b>\n</div>\nnot close?')
    expect(document.turns[0]?.userText).toBe('Why does <b>this</b>\n</div>\nnot close?')
    expect(inlined).toEqual([])
  })
})

describe('tool comments in answers of the plugin', () => {
  const call = (id: string, result: string, inner = ''): string =>
    `<!--TOOL_CALL_START:${id}:localSearch:Vault search:🔍::false-->${inner}<!--TOOL_CALL_END:${id}:${result}-->`
  const answered = (answer: string) => {
    const { document, inlined, gaps } = parseChatFile(
      `**user**: Q\n[Timestamp: 2026/01/02 11:04:05]\n\n**ai**: ${answer}\n[Timestamp: 2026/01/02 11:04:06]\n`,
    )
    const texts = new Map(
      inlined.flatMap(({ artifacts }) => artifacts.map((one) => [one.contentHash, one.content])),
    )
    const [turn] = document.turns
    return {
      text: turn?.answers[0]?.text,
      steps: turn?.answers[0]?.toolSteps?.map(({ tool, resultHash }) => [tool, texts.get(resultHash ?? '')]),
      attached: turn?.attached,
      gaps: gaps.map(({ text }) => text),
    }
  }

  test.each([
    [
      'between words',
      `Look.\n\n${call('a1', 'ENC:two%20%2D%2D%3E%20notes')}\n\nFound.`,
      'Look.\n\nFound.',
      'two --> notes',
    ],
    ['with plain results', `${call('a1', 'plain: text')}\nFound.`, 'Found.', 'plain: text'],
    [
      'with words inside',
      `Look. ${call('a1', 'x', 'Meanwhile.')} Found.`,
      'Look. \n\nMeanwhile.\n\n Found.',
      'x',
    ],
    ['still running', 'Look.\n<!--TOOL_CALL_START:a1:localSearch:Vault:🔍::true-->', 'Look.', undefined],
    ['with a broken result', `${call('a1', 'ENC:%E0%A4')}Found.`, 'Found.', 'ENC:%E0%A4'],
  ])('are calls, not text: %s', (_, answer, text, result) => {
    expect(answered(answer)).toMatchObject({ text, steps: [['localSearch', result]], attached: [] })
  })

  test('steps of newer versions are removed and listed', () => {
    const steps = '<!--AGENT_REASONING:complete:6:["Searching notes","Read a -- b > c"]-->'
    const { text, gaps } = answered(`${steps}\n\nFound.`)
    expect(text).toBe('Found.')
    expect(gaps).toContain('Steps of the answer, left out: Searching notes; Read a -- b > c')
  })

  test.each([
    'It writes `<!--TOOL_CALL_START:` and, later --> here.',
    'A `<!--TOOL_CALL_START:id:name` has no end.',
    '<!--AGENT_REASONING: is a comment --> too.',
  ])('stay text if an answer only mentions them: %s', (words) => {
    expect(answered(words)).toMatchObject({ text: words, steps: undefined })
  })

  test('long hostile texts take one pass', () => {
    const blank = `x${'\n'.repeat(400_000)}`
    for (const text of [
      ...['<!--TOOL_CALL_START:a:b:', '<!--TOOL_CALL_START:a:b-->', '<!--TOOL_CALL_END:a:'].map((unit) =>
        unit.repeat(100_000),
      ),
      `${blank}${blank}x${call('a', 'b')}`,
    ])
      expect(answered(text).text).toBeDefined()
  })
})
