import { describe, expect, test } from 'vitest'
import { hashText } from '../../artifact/hash.ts'
import { LIMITS } from '../../budget/limits.ts'
import {
  CONTRACT,
  lastMessageText,
  type Message,
  note,
  sendAll,
  sendMessages,
  testModel,
} from '../../testing/walkthroughs/send-message.ts'
import type { Epoch } from '../epoch/epoch.ts'

const lines = Array.from({ length: 40 }, (_, line) => `line ${line} of the note`)
const version = (edit: number) => note('log.md', lines.with(edit, `line ${edit} was edited`).join('\n'))
const log = note('log.md', lines.join('\n'))
const a = note('a.md', 'text a')
const b = note('b.md', 'text b')
const searched = { tool: 'search', arguments: '{}', text: 'one hit', recoverable: true }

describe('[L3-3] the user’s side of a turn', () => {
  test('runs: results, references, changes, memory, guidance, content in the order of the chips, pictures, query', () => {
    const { plan } = sendAll([
      { text: 'One', attach: [log, a, note('seen.md', 'seen')] },
      {
        text: 'Two',
        attach: [b, version(3), a],
        gathered: [searched],
        observed: [{ key: 'seen.md', hash: hashText('new') }],
        sections: [CONTRACT, { id: 'memory', text: '- likes tea' }],
        guidance: 'It is Monday.',
        images: [{ hash: hashText('pixels'), mediaType: 'image/png', name: 'p.png' }],
      },
    ])
    const origins = plan.blocks.slice(plan.turnStart).map(({ origin }) => origin)
    expect(origins.map(({ piece, key }) => `${piece} ${key ?? ''}`.trim())).toEqual([
      'tool-result search',
      'reference',
      'changed',
      'memory-update',
      'guidance',
      'artifact b.md',
      'update log.md',
      'image p.png',
      'user',
    ])
    expect(origins.every(({ turn }) => turn === 2)).toBe(true)
    expect(origins[6]?.contentHash).toBe(version(3).contentHash)
    expect(lastMessageText(plan)).toMatch(/\n\n---\n\n\[User query\]:\nTwo$/)
  })

  test('without context it is the text alone, or the line that stands for none', () => {
    const sent = sendMessages([{ text: 'One' }, { text: '' }])
    expect(sent.map(({ plan }) => lastMessageText(plan))).toEqual(['One', '[empty message]'])
  })

  test('[P-7] it is set apart from entries that stand before it in the same message', () => {
    const { plan } = sendAll([
      { text: 'One', attach: [log] },
      { text: 'Two', attach: [version(3)] },
      { text: 'Three', rebase: 'settings' },
    ])
    expect(plan.turnStart).toBe(plan.blocks.length - 1)
    expect(lastMessageText(plan)).toMatch(/\n\n---\n\n\[User query\]:\nThree$/)
  })

  test('[L3-2] names where the text stands: in the library, in its turn, again as it was', () => {
    const reference = (...messages: readonly Message[]) =>
      lastMessageText(sendAll(messages).plan).split('\n')[1]
    const [one, again]: Message[] = [
      { text: 'One', attach: [a] },
      { text: 'Two', attach: [a] },
    ]
    expect(reference(one!, again!)).toBe('- a.md (given above, turn 1)')
    expect(reference(one!, { ...again!, rebase: 'settings' })).toBe('- a.md (Context Library)')
    const active = { ...a, role: 'active' } as const
    expect(reference(one!, { text: 'Two', attach: [active] })).toBe(
      '- a.md (given above, turn 1; the active note)',
    )
    const back = [
      { text: 'One', attach: [log] },
      { text: 'Two', attach: [version(3)] },
    ] as const
    expect(reference(...back, { text: 'Three', attach: [log] })).toBe('- log.md (again as in turn 1)')
    const open = { ...log, role: 'active' } as const
    expect(reference(...back, { text: 'Three', attach: [open] })).toBe(
      '- log.md (again as in turn 1; the active note)',
    )
    const rebased = { text: 'Three', attach: [version(3)], rebase: 'settings' } as const
    expect(
      reference(
        ...back,
        rebased,
        { text: 'Four', attach: [version(4)] },
        { text: 'Five', attach: [version(4)] },
      ),
    ).toBe('- log.md (given above, turn 4)')
  })

  test('[L3-2] all that was all in the last list is the same as there', () => {
    const heads = sendMessages([
      { text: '1', attach: [a, b] },
      { text: '2', attach: [a, b] },
      { text: '3', attach: [a, b] },
      { text: '4' },
      { text: '5', attach: [a, b] },
      { text: '6', attach: [a] },
      { text: '7', attach: [a, b] },
      { text: '8', attach: [a, b, note('c.md', 'c')] },
      { text: '9', attach: [a, b] },
      { text: '10', attach: [a, b] },
    ]).map(({ plan }) => {
      const same = lastMessageText(plan).match(/the same as in turn (\d+)\./)
      return same ? Number(same[1]) : 0
    })
    expect(heads).toEqual([0, 0, 2, 0, 2, 0, 0, 0, 0, 9])
  })

  test('[P-5] a change that was only observed is told with the turn that gave the text', () => {
    const { plan } = sendAll([
      { text: '1', attach: [a, b] },
      { text: '2', observed: ['a.md', 'b.md'].map((key) => ({ key, hash: hashText('new') })) },
    ])
    expect(lastMessageText(plan)).toBe(
      'changed since turn 1: a.md\nchanged since turn 1: b.md\n\n---\n\n[User query]:\n2',
    )
  })

  test('[P-4] a memory change is told once', () => {
    const sections = [CONTRACT, { id: 'memory', text: '- likes tea' }] as const
    const told = sendMessages([{ text: '1' }, { text: '2', sections }, { text: '3', sections }]).map(
      ({ plan }) => lastMessageText(plan).includes('<memory_update>'),
    )
    expect(told).toEqual([false, true, false])
  })
})

describe('[P-4] what a turn does to its epoch', () => {
  test('a new text has one copy and no dead weight', () => {
    const { places, deadTokens, hasTurnEntries, blocks } = epochAfter({ text: '1', attach: [a] })
    const block = blocks.get(1)!
    expect(places.get('a.md')).toEqual({
      copies: [{ hash: a.contentHash, turn: 1 }],
      current: { hash: a.contentHash, content: a.content, turn: 1 },
      shelf: 'turn',
      form: 'full',
      standingTokens: block.tokens,
      newestTokens: block.tokens,
      offset: blocks.get(0)!.end,
    })
    expect([deadTokens, hasTurnEntries]).toEqual([0, true])
    expect(epochAfter({ text: '1' }).hasTurnEntries).toBe(false)
  })

  test('an update is dead weight, and lowers the cut to where the text stands', () => {
    const epoch = epochAfter({ text: '1', attach: [a, log] }, { text: '2', attach: [version(3)] })
    const place = epoch.places.get('log.md')!
    const full = epoch.blocks.slice().find(({ origin }) => origin.key === 'log.md')!
    const update = epoch.blocks.slice().find(({ origin }) => origin.piece === 'update')!
    expect(place).toMatchObject({
      copies: [{ hash: log.contentHash, turn: 1 }],
      current: { hash: version(3).contentHash, content: version(3).content, turn: 2 },
      shelf: 'turn',
      form: 'updated',
      standingTokens: full.tokens + update.tokens,
      offset: full.end - full.tokens,
    })
    expect(epoch.deadTokens).toBe(place.standingTokens - place.newestTokens)
    expect(epoch.deadTokens).toBeGreaterThan(0)
    expect(epoch.cut).toBeLessThanOrEqual(place.offset)
  })

  test('a text of which nothing stayed is a new copy', () => {
    const other = note('log.md', 'short and new')
    const model = testModel({ layout: 'ledger' })
    const epoch = epochAfter({ text: '1', attach: [log], model }, { text: '2', attach: [other], model })
    expect(epoch.places.get('log.md')!.copies).toEqual([
      { hash: log.contentHash, turn: 1 },
      { hash: other.contentHash, turn: 2 },
    ])
  })

  test('an older version that counts again moves no text and keeps the copies', () => {
    const epoch = epochAfter(
      { text: '1', attach: [log] },
      { text: '2', attach: [version(3)] },
      { text: '3', attach: [log] },
    )
    expect(epoch.places.get('log.md')).toMatchObject({
      copies: [{ hash: log.contentHash, turn: 1 }],
      current: { hash: log.contentHash, content: log.content, turn: 1 },
      form: 'updated',
    })
    expect(epoch.deadTokens).toBeGreaterThan(0)
  })

  test('[P-6] gathered results are a run of tool calls', () => {
    const epoch = epochAfter({ text: '1', gathered: [searched, searched] })
    const [system, first, second] = epoch.blocks.slice()
    expect(epoch.toolRuns).toEqual([
      { turn: 1, calls: 2, tokens: first!.tokens + second!.tokens, foldedTokens: 0, offset: system!.end },
    ])
    expect(epochAfter({ text: '1' }).toolRuns).toEqual([])
    expect(LIMITS.tools.latestCallsWhole).toBeGreaterThan(2)
  })

  test('a new text joins the end of the stem at the next re-base: the cut falls there', () => {
    const epoch = epochAfter({ text: '1' }, { text: '2', attach: [a] })
    expect(epoch.cut).toBe(epoch.stemTokens)
    expect(epoch.stemTokens).toBe(epoch.blocks.get(0)!.end)
  })

  test('the cut falls to the first turn that had context', () => {
    const plain = epochAfter({ text: '1' }, { text: '2' })
    expect(plain.cut).toBe(Number.MAX_SAFE_INTEGER)
    const gathered = epochAfter({ text: '1' }, { text: '2', gathered: [searched] })
    expect(gathered.cut).toBe(gathered.blocks.get(2)!.end)
  })
})

function epochAfter(...messages: readonly Message[]): Epoch {
  return sendAll(messages).state.epochs['model-a']!
}
