import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILES } from '../cache/default-profiles.ts'
import { AppendLog } from '../collection/append-log.ts'
import {
  newConversation,
  note,
  sendMessage,
  sendMessages,
  testModel,
} from '../testing/walkthroughs/send-message.ts'
import type { PlacedBlock } from './writing/block.ts'
import type { Epoch } from './epoch/epoch.ts'
import { commonBlocks, explainDivergence } from './plan-call.ts'

const EPOCH = sendMessage(newConversation(), { text: 'x' }).state.epochs['model-a']!

describe('[P-8] commonBlocks', () => {
  test('finds the first difference, wherever it is', () => {
    for (let length = 0; length <= 9; length += 1)
      for (let shared = 0; shared <= length; shared += 1) {
        const a = blocksOf(length, shared, 'a')
        const b = blocksOf(length + 3, shared, 'b')
        expect(commonBlocks({ blocks: a, length }, { blocks: b, length: length + 3 })).toBe(shared)
        expect(commonBlocks({ blocks: b, length: length + 3 }, { blocks: a, length })).toBe(shared)
      }
  })

  test('looks no further than either was sent', () => {
    const blocks = blocksOf(8, 8, 'a')
    expect(commonBlocks({ blocks, length: 5 }, { blocks, length: 8 })).toBe(5)
    expect(commonBlocks({ blocks, length: 8 }, { blocks, length: 6 })).toBe(6)
  })
})

describe('[P-8] explainDivergence', () => {
  const profile = {
    ...DEFAULT_PROFILES.anthropic,
    rates: { read: 0.1, write: 1.25 },
    price: { input: 3, output: 15, cliffs: [], storagePerHour: 0 },
  }
  const model = testModel({ profile })
  const previous: Epoch = { ...EPOCH, id: 1, leadTokens: 10, blocks: blocksOf(6, 6, ''), sentEnd: 5 }
  const next: Epoch = { ...previous, id: 2, reason: 'forgotten' }
  const explain = (changes: Partial<Parameters<typeof explainDivergence>[0]>) =>
    explainDivergence({ previous, epoch: next, turnStart: 4, shared: 2, model, branched: false, ...changes })

  test('counts what the call before sent and what stands no longer at the front, in money too', () => {
    expect(explain({})).toMatchObject({ reason: 'forgotten', tokens: 300 })
    expect(explain({}).costUSD).toBeCloseTo((300 * 3 * 1.15) / 1_000_000, 12)
    expect(explain({ shared: 0 }).tokens).toBe(510)
    expect(explain({ epoch: { ...next, leadTokens: 900 } }).tokens).toBe(0)
  })

  test('costs nothing inside an epoch, nor in the first call', () => {
    expect(explain({ epoch: { ...next, id: 1 } })).toMatchObject({ reason: 'none', tokens: 0, costUSD: 0 })
    expect(explain({ previous: undefined })).toMatchObject({ reason: 'forgotten', tokens: 0, costUSD: 0 })
  })

  test('names a branch only where nothing else ended the epoch', () => {
    expect(explain({ branched: true }).reason).toBe('forgotten')
    expect(explain({ branched: true, epoch: { ...next, id: 1 } }).reason).toBe('branch')
    expect(explain({ branched: true, previous: undefined }).reason).toBe('branch')
  })

  test('names the layer, and the key or section, of the first difference', () => {
    const at = (origin: PlacedBlock['origin']): Epoch => {
      const blocks = next.blocks.slice().with(2, { ...next.blocks.get(2)!, origin })
      return { ...next, blocks: AppendLog.from(blocks) }
    }
    const artifact = at({ piece: 'artifact', turn: 1, key: 'a.md' })
    expect(explain({ epoch: artifact })).toMatchObject({ layer: 'L2', key: 'a.md' })
    expect(explain({ epoch: artifact, turnStart: 2 })).toMatchObject({ layer: 'L3', key: 'a.md' })
    const section = at({ piece: 'section', turn: 0, section: 'project' })
    expect(explain({ epoch: section })).toMatchObject({ layer: 'L1', key: 'project' })
    expect(explain({ epoch: at({ piece: 'answer', turn: 1 }) })).toMatchObject({ layer: 'L4', key: '' })
    expect(explain({ shared: 6 })).toMatchObject({ layer: 'L5', key: '' })
  })

  test('an appended turn differs in nothing; a forgotten note is where it stood', () => {
    const a = note('a.md', 'text a')
    const sent = sendMessages([
      { text: 'One', attach: [a, note('b.md', 'text b')], model },
      { text: 'Two', model },
      { text: 'Three', forget: ['a.md'], model },
    ])
    expect(sent.map(({ plan }) => plan.divergence.reason)).toEqual(['none', 'none', 'forgotten'])
    expect(sent[1]?.plan.divergence).toMatchObject({ layer: 'L4', tokens: 0 })
    expect(sent[2]?.plan.divergence).toMatchObject({ layer: 'L2', key: '' })
  })
})

/** Blocks of 100 tokens; the first `shared` are the same in every request. */
function blocksOf(length: number, shared: number, name: string): AppendLog<PlacedBlock> {
  const block = EPOCH.blocks.get(0)!
  const origin = { piece: 'user', turn: 1 } as const
  return AppendLog.from(
    Array.from({ length }, (_, index) => ({
      ...block,
      origin,
      tokens: 100,
      end: (index + 1) * 100,
      chain: index < shared ? `same ${index}` : `${name} ${index}`,
    })),
  )
}
