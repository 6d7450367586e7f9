import { describe, expect, test } from 'vitest'
import { hashText } from '../artifact/hash.ts'
import { HashedList } from '../collection/hashed-list.ts'
import { hashLayer } from '../layer/section.ts'
import { entryHash, turnHash } from '../state/state.ts'
import { type Message, note, sendMessages } from '../testing/walkthroughs/send-message.ts'
import { hashEnvelope } from './assemble-envelope.ts'
import { checkEnvelope } from './check-envelope.ts'
import type { Envelope } from './envelope.ts'

type Layers = Envelope['layers']

const sections = [
  { id: 'contract', text: 'You are careful.' },
  { id: 'memory', text: '- likes tea' },
] as const
const messages: readonly Message[] = [
  { text: 'One', attach: [note('a.md', 'a')], sections },
  { text: 'Two', attach: [note('b.md', 'b')], sections },
  { text: 'Three', attach: [note('c.md', 'c'), note('d.md', 'd')], guidance: 'Now.', sections },
]
const [first, second, third] = sendMessages(messages).map(({ envelope }) => envelope) as [
  Envelope,
  Envelope,
  Envelope,
]

describe('[E-1] identity', () => {
  test('a sound envelope has no violation', () => {
    expect(checkEnvelope(third, second)).toEqual([])
    expect(checkEnvelope(third)).toEqual([])
  })

  test('ids are never empty', () => {
    expect(checkEnvelope({ ...third, conversationId: '' })).toEqual([
      { rule: 'E-1', message: 'conversationId is empty' },
    ])
    expect(checkEnvelope({ ...third, turnId: '' })).toEqual([{ rule: 'E-1', message: 'turnId is empty' }])
  })
})

describe('[E-3] order', () => {
  test('[L1-1] sections are in their order, each once', () => {
    const [contract, memory] = [...third.layers.L1.segments]
    const wrong = { rule: 'L1-1', message: 'sections are out of order' }
    expect(checkEnvelope(withSections([memory!, contract!]))).toEqual([wrong])
    expect(checkEnvelope(withSections([contract!, contract!]))).toEqual([wrong])
    expect(checkEnvelope(withSections([memory!]))).toEqual([])
    expect(checkEnvelope(withSections([]))).toEqual([])
  })

  test('[L2-2] the library is in first-seen order', () => {
    const [a, b] = [...third.layers.L2.segments]
    expect(checkEnvelope(withLibrary([b!, a!]))).toEqual([
      { rule: 'L2-2', message: 'the library is not in first-seen order' },
    ])
    expect(checkEnvelope(withLibrary([a!, { ...b!, firstTurn: 1 }]))).toEqual([])
  })

  test('[L4-1] no turn is missing or out of order', () => {
    const [one, two] = [...third.layers.L4.segments]
    const wrong = { rule: 'L4-1', message: 'turns are missing or out of order' }
    expect(checkEnvelope(withHistory([two!, one!]))).toEqual([wrong])
    expect(checkEnvelope(withHistory([two!]))).toEqual([wrong])
    expect(checkEnvelope(withHistory([one!]))).toEqual([])
  })
})

describe('[E-3] duplicates', () => {
  test('[L2-2] a key stands once in L2', () => {
    const [a, b] = [...third.layers.L2.segments]
    expect(checkEnvelope(withLibrary([a!, a!, b!]))).toEqual([
      { rule: 'L2-2', message: 'a.md stands twice in L2' },
    ])
  })

  test('[E-3] a key stands once in L3, for each kind of segment', () => {
    const [c, d, guidance] = [...third.layers.L3.segments]
    expect(checkEnvelope(withTurn([c!, d!, c!, guidance!]))).toEqual([
      { rule: 'E-3', message: 'attached c.md stands twice in L3' },
    ])
    expect(checkEnvelope(withTurn([c!, { ...d!, kind: 'changed', key: 'c.md' }]))).toEqual([])
  })
})

describe('[E-1] hashes', () => {
  const other = hashText('something else')

  test('a section, an entry, a turn or a user text that was tampered with is found', () => {
    const [contract, memory] = [...third.layers.L1.segments]
    expect(checkEnvelope(withSections([{ ...contract!, text: 'You are free.' }, memory!]))).toEqual([
      { rule: 'E-1', message: 'section contract does not match its hash' },
    ])
    const [a, b] = [...third.layers.L2.segments]
    const forged = { ...a!, artifact: { ...a!.artifact, contentHash: other } }
    expect(checkEnvelope(withLibrary([forged, b!]))).toEqual([
      { rule: 'E-1', message: 'a.md does not match its hash' },
    ])
    const [one, two] = [...third.layers.L4.segments]
    expect(checkEnvelope(withHistory([one!, { ...two!, text: 'Another question' }]))).toEqual([
      { rule: 'E-1', message: 'turn 2 does not match its hash' },
    ])
    const [text] = [...third.layers.L5.segments]
    const segments = [{ ...text!, text: 'Other words' }]
    expect(checkEnvelope(withLayers({ L5: { ...third.layers.L5, segments } }))).toEqual([
      { rule: 'E-1', message: 'the user text does not match its hash' },
    ])
  })

  test.each(['L1', 'L2', 'L3', 'L4', 'L5'] as const)('the hash of %s is that of its segments', (id) => {
    const forged = withLayers({ [id]: { ...third.layers[id], hash: other } })
    expect(checkEnvelope(forged)).toEqual([{ rule: 'E-1', message: `the hash of ${id} does not match` }])
  })

  test('the content hash is that of all layers', () => {
    expect(checkEnvelope({ ...third, contentHash: other })).toEqual([
      { rule: 'E-1', message: 'the content hash does not match' },
    ])
    for (const id of ['L1', 'L2', 'L3', 'L4', 'L5'] as const) {
      const layers = { ...third.layers, [id]: { ...third.layers[id], hash: other } }
      expect(hashEnvelope(layers)).not.toBe(third.contentHash)
    }
  })
})

describe('[L2-1] growth since the turn before', () => {
  test('what was kept or attached then is kept now, or was forgotten', () => {
    const smaller = withLibrary([...third.layers.L2.segments].slice(1))
    const lost = { rule: 'L2-1', message: 'a.md left the library without being forgotten' }
    expect(checkEnvelope(smaller, second)).toEqual([lost])
    expect(checkEnvelope(smaller)).toEqual([])
    expect(checkEnvelope({ ...smaller, forgotten: ['a.md'] }, second)).toEqual([])
    expect(checkEnvelope({ ...smaller, forgotten: ['b.md'] }, second)).toEqual([lost])
  })

  test('only attachments of that turn enter the library, not its guidance', () => {
    expect(checkEnvelope(withLibrary([]), first)).toEqual([
      { rule: 'L2-1', message: 'a.md left the library without being forgotten' },
    ])
    const [next] = sendMessages([{ text: 'Guided', guidance: 'Now.', sections }]).map(
      ({ envelope }) => envelope,
    )
    expect(checkEnvelope(withLibrary([]), next)).toEqual([])
  })

  test('[L4-1] the history never becomes shorter', () => {
    const shorter = withHistory([...third.layers.L4.segments].slice(0, 1))
    expect(checkEnvelope(shorter, third).filter(({ rule }) => rule === 'L4-1')).toEqual([
      { rule: 'L4-1', message: 'the history became shorter' },
    ])
    expect(checkEnvelope(shorter, second)).toEqual([])
  })
})

/** An envelope whose own hash fits its layers. */
function withLayers(changes: Partial<Layers>): Envelope {
  const layers = { ...third.layers, ...changes }
  return { ...third, layers, contentHash: hashEnvelope(layers) }
}

function withSections(segments: readonly (Layers['L1']['segments'] extends Iterable<infer T> ? T : never)[]) {
  return withLayers({ L1: { id: 'L1', segments, hash: hashLayer('L1', segments) } })
}

function withTurn(segments: readonly (Layers['L3']['segments'] extends Iterable<infer T> ? T : never)[]) {
  return withLayers({ L3: { id: 'L3', segments, hash: hashLayer('L3', segments) } })
}

function withLibrary(entries: readonly Parameters<typeof entryHash>[0][]): Envelope {
  const segments = HashedList.from(entries, entryHash)
  return withLayers({ L2: { id: 'L2', segments, hash: segments.hash } })
}

function withHistory(turns: readonly Parameters<typeof turnHash>[0][]): Envelope {
  const segments = HashedList.from(turns, turnHash)
  return withLayers({ L4: { id: 'L4', segments, hash: segments.hash } })
}
