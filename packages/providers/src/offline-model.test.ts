import { type Artifact, createArtifact } from '@varve/engine'
import { CONTINUE_REQUEST } from '@varve/engine/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { offlineModel } from './offline-model.ts'
import { checkQuotes } from './testing/check-quotes.ts'
import { collect, requestOf } from './testing/converse.ts'
import { demoVault, note } from './testing/demo-vault.ts'

const vault = demoVault()

describe('its nature', () => {
  test('says that it is not a language model', async () => {
    expect(offlineModel).toMatchObject({
      id: 'offline',
      name: 'Offline',
      window: 128_000,
      reservedOutput: 2_000,
    })
    expect(offlineModel.label).toBe('offline: extracts, no language model')
    const { text } = await collect(requestOf([{ text: 'Who are you?', attach: vault }]))
    expect(text).toBe('Offline: it quotes what fits best from your notes. It is no language model.')
  })

  test('with nothing found it says so, and what would answer', async () => {
    const answer = await collect(requestOf([{ text: 'When do we launch?' }]))
    expect(answer.text).toMatch(/^Nothing in your notes matches/)
    expect(answer.sources).toEqual([])
  })

  test('a request without a message is answered too', async () => {
    expect((await collect([])).text).toMatch(/^Nothing in your notes matches/)
  })

  test('a question about nothing in particular gets the openings of the attachments', async () => {
    const [first, second] = [
      note('a.md', '# A\n\nAlpha begins.\n\nMore.'),
      note('b.md', 'Beta begins.\n\nMore.'),
    ]
    const answer = await collect(
      requestOf([
        { text: 'Hello', attach: [first] },
        { text: 'Please summarise this note.', attach: [second] },
      ]),
    )
    expect(answer.text).toBe(
      '1 opening from 1 note, quoted word for word; no language model wrote this.\n\n> Beta begins.[^1]',
    )
  })

  test('an overview of one note continues to its sections', async () => {
    const plan = vault.filter(({ key }) => key === 'product/launch-plan.md')
    const { text, sources } = await collect(requestOf([{ text: 'What are the key points?', attach: plan }]))
    expect(text).toMatch(/^4 openings from 1 note,/)
    expect(sources.map(({ lines }) => lines[0])).toEqual([9, 15, 23, 36])
  })
})

test('a continued answer resumes its question where it stopped', async () => {
  const plan = vault.filter(({ key }) => key === 'product/launch-plan.md')
  const question = { text: 'When do we launch?', attach: plan }
  const { text } = await collect(requestOf([question]))
  const messages = requestOf([{ ...question, answer: text.slice(0, 40) }, { text: CONTINUE_REQUEST }])
  expect((await collect(messages)).text).toBe(text.slice(40))
})

describe('the current text', () => {
  const before = `# Plan\n\nIntro.\n\n${'A line about boats.\n\n'.repeat(30)}The keel is oak.\n\nEnd.\n`
  const after = before.replace('Intro.', 'Intro.\n\nOne paragraph more.').replace('oak', 'elm')

  test('[P-5] an updated note is quoted in its new version, at its new lines', async () => {
    const messages = requestOf([
      { text: 'What is the keel made of?', attach: [note('plan.md', before)] },
      { text: 'What is the keel made of now?', attach: [note('plan.md', after)] },
    ])
    expect(JSON.stringify(messages)).toContain('<context_update')
    const answer = await collect(messages)
    expect(answer.text).toContain('The keel is elm.')
    const line = after.split('\n').indexOf('The keel is elm.') + 1
    expect(answer.sources).toEqual([{ number: 1, path: 'plan.md', lines: [line, line] }])
  })

  test('[P-5] a restored version is the one quoted', async () => {
    const answer = await collect(
      requestOf([
        { text: 'Keel?', attach: [note('plan.md', before)] },
        { text: 'Keel?', attach: [note('plan.md', after)] },
        { text: 'Keel?', attach: [note('plan.md', before)] },
      ]),
    )
    expect(answer.text).toContain('The keel is oak.')
    expect(answer.text).not.toContain('elm')
  })

  test.each(['auto', 'ledger', 'library'] as const)(
    '[A-6] a kept note is quoted in later turns, a forgotten one is not (%s)',
    async (layout) => {
      const turns = [
        { text: 'Look at this.', attach: [note('plan.md', before)] },
        { text: 'What is the keel made of?' },
      ]
      expect((await collect(requestOf(turns, layout))).text).toContain('The keel is oak.')
      const forgotten = [...turns, { text: 'What is the keel made of?', forget: ['plan.md'] }]
      expect((await collect(requestOf(forgotten, layout))).text).not.toContain('oak')
    },
  )

  test('a selection is cited by its lines in the note', async () => {
    const content = 'Ropes are stored dry.\n\nTar is stored outside.'
    const selection = createArtifact({
      kind: 'selection',
      source: { path: 'shed.md', lines: [40, 42] },
      content,
    })
    const answer = await collect(requestOf([{ text: 'Where is the tar?', attach: [selection] }]))
    expect(answer.sources).toEqual([{ number: 1, path: 'shed.md', lines: [42, 42] }])
  })

  test('[A-4] carriage returns change neither the quote nor its lines', async () => {
    const content = '# Shed\r\n\r\nRopes are dry.\r\n\r\nTar is outside.\r\n'
    const answer = await collect(requestOf([{ text: 'tar?', attach: [note('shed.md', content)] }]))
    expect(answer.text).toMatch(/> Tar is outside\.\[\^1\]$/)
    expect(answer.sources[0]?.lines).toEqual([5, 5])
  })
})

describe('the conversation', () => {
  test('a short question uses the previous one', async () => {
    const answer = await collect(
      requestOf([{ text: 'Which decision did we reverse?', attach: vault }, { text: 'and why?' }]),
    )
    expect(answer.sources[0]?.path).toBe('decisions/0003-yearly-pass.md')
    expect(answer.text).toContain('We reversed the monthly subscription because nine of the twelve')
  })

  test.each(['auto', 'library'] as const)('current attachments come first (%s)', async (layout) => {
    const earlier = note('old.md', 'The harbour opens at seven.')
    const now = note('new.md', 'The harbour opens at nine.')
    for (const [kept, attached] of [
      [earlier, now],
      [now, earlier],
    ] as const) {
      const turns = [
        { text: 'Hello', attach: [kept] },
        { text: 'When does the harbour open?', attach: [attached] },
      ]
      expect((await collect(requestOf(turns, layout))).sources[0]?.path).toBe(attached.key)
    }
  })

  test('an attachment by reference counts as current', async () => {
    const pair = [note('a.md', 'The harbour opens at seven.'), note('b.md', 'The harbour opens at nine.')]
    for (const again of pair) {
      const turns = [
        { text: 'Hello', attach: pair },
        { text: 'When does the harbour open?', attach: [again] },
      ]
      expect((await collect(requestOf(turns))).sources[0]?.path).toBe(again.key)
    }
  })

  test('[P-7] an edited library entry beside the question does not count as attached', async () => {
    const edited = note('old.md', 'The harbour opens at eight.')
    const now = note('new.md', 'The harbour opens at nine.')
    const turns = [
      { text: 'Hello', attach: [note('old.md', 'The harbour opens at seven.')] },
      { text: 'Hello', attach: [edited] },
      { text: 'When does the harbour open?', attach: [now], rebase: 'settings' as const },
    ]
    const messages = requestOf(turns)
    expect(JSON.stringify(messages.at(-1))).toMatch(/Context Library.*at eight.*at nine.*User query/)
    const answer = await collect(messages)
    expect(answer.sources.map(({ path }) => path)).toEqual(['new.md', 'old.md'])
    expect(answer.text).not.toContain('seven')
  })

  test('never quotes its own earlier answers', async () => {
    const turns = [
      {
        text: 'Hello',
        attach: [note('a.md', 'The harbour opens at seven.')],
        answer: 'Unicorns graze here.',
      },
      { text: 'Where do unicorns graze?' },
    ]
    expect((await collect(requestOf(turns))).text).toBe(
      'Not in your notes. Attached: `a.md`. The offline model only quotes what matches; connect a model for summaries and other tasks.',
    )
  })
})

describe('the stream', () => {
  const messages = requestOf([{ text: 'What did the interviews say about pricing?', attach: vault }])

  test('small pieces add up to the text exactly', async () => {
    const { deltas, text, isFinished } = await collect(messages)
    expect(isFinished).toBe(true)
    expect(deltas.join('')).toBe(text)
    expect(Math.max(...deltas.map((delta) => delta.trim().split(/\s+/).length))).toBeLessThanOrEqual(3)
  })

  test('an abort ends it within one piece and without an end event', async () => {
    const controller = new AbortController()
    let pauses = 0
    const wait = (): Promise<void> => {
      pauses++
      if (pauses === 5) controller.abort()
      return Promise.resolve()
    }
    const { deltas, isFinished } = await collect(messages, { signal: controller.signal, wait })
    expect(isFinished).toBe(false)
    expect(deltas).toHaveLength(5)
  })

  test('an abort before the start yields nothing', async () => {
    expect((await collect(messages, { signal: AbortSignal.abort() })).deltas).toEqual([])
  })

  test('pauses by default', async () => {
    const { isFinished, text } = await collect(requestOf([{ text: 'Hello' }]), {})
    expect(isFinished).toBe(true)
    expect(text).toMatch(/connect a model\.$/)
  })
})

test('the same messages give the same answer, whatever was asked before', async () => {
  const ask = (text: string, attach: readonly Artifact[]): ReturnType<typeof collect> =>
    collect(requestOf([{ text, attach }]))
  await fc.assert(
    fc.asyncProperty(
      fc.lorem({ maxCount: 6 }),
      fc.subarray(vault, { minLength: 1 }),
      async (text, attach) => {
        const question = `${text} launch price tide`
        const first = await ask(question, attach)
        await ask('Something else?', vault)
        expect(await ask(question, attach)).toEqual(first)
        expect(checkQuotes(first, (path) => attach.find(({ key }) => key === path)?.content ?? '')).toEqual(
          [],
        )
      },
    ),
    { numRuns: 25 },
  )
})
