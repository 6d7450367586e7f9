import { describe, expect, test } from 'vitest'
import { createArtifact } from '../../artifact/create-artifact.ts'
import { hashText } from '../../artifact/hash.ts'
import { AppendLog } from '../../collection/append-log.ts'
import type { State, TurnRecord } from '../../state/state.ts'
import {
  newConversation,
  note,
  sendAll,
  sendMessage,
  testModel,
} from '../../testing/walkthroughs/send-message.ts'
import type { BlockOrigin, BlockPiece, PlacedBlock } from '../writing/block.ts'
import { budgetDetails } from './open-epoch.ts'
import type { Epoch } from './epoch.ts'

const { state } = sendMessage(newConversation(), { text: 'x' })
const EPOCH: Epoch = state.epochs['model-a']!
const RECORD: TurnRecord = state.history.get(0)!
const BLOCK: PlacedBlock = EPOCH.blocks.get(0)!

describe('[B-2] budgetDetails', () => {
  test.each<[string, BlockOrigin]>([
    ['a.md', { piece: 'artifact', turn: 1, key: 'a.md' }],
    ['a.md', { piece: 'update', turn: 1, key: 'a.md' }],
    ['a.md', { piece: 'compacted', turn: 1, key: 'a.md' }],
    ['library', { piece: 'compacted', turn: 1 }],
    ['system text: project', { piece: 'section', turn: 0, section: 'project' }],
    ['tool results of turn 3', { piece: 'tool-call', turn: 3, key: 'read' }],
    ['tool results of turn 3', { piece: 'tool-result', turn: 3, key: 'read' }],
    ['answer of turn 3', { piece: 'answer', turn: 3 }],
    ['answer of turn 3', { piece: 'reasoning', turn: 3 }],
    ['message of turn 3', { piece: 'user', turn: 3 }],
    ['chart.png', { piece: 'image', turn: 3, key: 'chart.png' }],
    ['images of turn 3', { piece: 'image', turn: 3 }],
    ['earlier turns, recalled in turn 3', { piece: 'recalled', turn: 3 }],
  ])('names %s', (name, origin) => {
    expect(detailsOf([{ origin, tokens: 5 }]).largest).toEqual([{ key: name, tokens: 5 }])
  })

  test.each<BlockPiece>(['library-heading', 'reference', 'changed', 'memory-update', 'guidance', 'summary'])(
    'names what the engine says itself notices: %s',
    (piece) => {
      expect(detailsOf([{ origin: { piece, turn: 2 }, tokens: 5 }]).largest).toEqual([
        { key: 'notices of turn 2', tokens: 5 },
      ])
    },
  )

  test('adds up what has one name, largest first, the name deciding between equals, five at most', () => {
    const artifact = (key: string, tokens: number) =>
      ({ origin: { piece: 'artifact', turn: 1, key }, tokens }) as const
    const { largest } = detailsOf([
      artifact('c', 4),
      artifact('b', 9),
      artifact('a', 9),
      artifact('c', 8),
      artifact('d', 1),
      artifact('e', 2),
      artifact('f', 3),
    ])
    expect(largest.map(({ key, tokens }) => `${key} ${tokens}`)).toEqual(['c 12', 'a 9', 'b 9', 'f 3', 'e 2'])
  })

  test('splits all tokens by layer, tool definitions with the system', () => {
    const blocks = (
      [
        ['section', 1],
        ['artifact', 2],
        ['answer', 4],
        ['artifact', 8],
        ['user', 16],
      ] as const
    ).map(([piece, tokens]) => ({ origin: { piece, turn: 1 }, tokens }))
    const { layers, needed } = detailsOf(blocks, { changes: { leadTokens: 100, settledEnd: 3 } })
    expect(layers).toEqual({ L1: 101, L2: 2, L3: 8, L4: 4, L5: 16 })
    expect(needed).toBe(131)
  })

  test('offers extracts where a text that nobody can give again is kept, and only once', () => {
    const ways = ['forget', 'larger-window', 'new-chat-with-summary']
    const paste = createArtifact({ kind: 'paste', content: 'pasted' })
    const mixed = sendAll([{ text: 'x', attach: [note('a.md', 'a'), paste] }]).state
    const plain = sendAll([{ text: 'x', attach: [note('a.md', 'a')] }]).state
    expect(detailsOf([], { from: plain }).actions).toEqual(ways)
    expect(detailsOf([], { from: mixed }).actions).toEqual([...ways, 'allow-extracts'])
    expect(detailsOf([], { from: mixed, allowExtracts: true }).actions).toEqual(ways)
  })

  test('offers no extracts where they could cut nothing: of what is attached now or essential', () => {
    const paste = createArtifact({ kind: 'paste', content: 'pasted' })
    const { state: attachedNow } = sendAll([{ text: 'x', attach: [paste] }])
    const essential = createArtifact({ kind: 'paste', content: 'dear', priority: 'essential' })
    const { state: dear } = sendAll([{ text: 'x', attach: [essential] }])
    expect(
      detailsOf([], { from: attachedNow, attached: attachedNow.history.get(0)!.attached }).actions,
    ).not.toContain('allow-extracts')
    expect(detailsOf([], { from: attachedNow }).actions).toContain('allow-extracts')
    expect(detailsOf([], { from: dear }).actions).not.toContain('allow-extracts')
  })
})

interface Circumstances {
  readonly changes?: Partial<Epoch>
  readonly from?: State
  readonly allowExtracts?: boolean
  readonly attached?: TurnRecord['attached']
}

function detailsOf(
  parts: readonly { readonly origin: BlockOrigin; readonly tokens: number }[],
  { changes = {}, from = state, allowExtracts = false, attached = [] }: Circumstances = {},
) {
  let end = 0
  const blocks = parts.map(({ origin, tokens }): PlacedBlock => {
    end += tokens
    return { ...BLOCK, origin, tokens, end, chain: hashText(String(end)) }
  })
  const epoch = { ...EPOCH, leadTokens: 0, blocks: AppendLog.from(blocks), ...changes }
  const record = { ...RECORD, attached }
  const details = budgetDetails({ epoch, state: from, record, model: testModel(), budget: 7, allowExtracts })
  expect([details.model, details.budget]).toEqual(['model-a', 7])
  return details
}
