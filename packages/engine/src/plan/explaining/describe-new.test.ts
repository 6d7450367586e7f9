import { describe, expect, test } from 'vitest'
import { CONTRACT, note, sendAll, type Sent } from '../../testing/walkthroughs/send-message.ts'
import { shownText } from '../writing/shown-text.ts'
import { describeNew } from './describe-plan.ts'
import { describePlan } from './describe-plan.ts'

const tools = [{ name: 'read', description: 'Reads a note', parameters: { type: 'object' } }]
const sections = [CONTRACT, { id: 'memory', text: '- likes tea' }] as const

/** The segments that are new, in the order of the request. */
function newTexts({ plan, envelope }: Sent): readonly string[] {
  const { layers } = describePlan(plan, envelope)
  return describeNew(plan, layers).runs.flatMap(({ layer, from, count }) =>
    (layers.find(({ id }) => id === layer)?.segments ?? []).slice(from, from + count).map(({ text }) => text),
  )
}

const blockTexts = ({ plan }: Sent): readonly string[] =>
  plan.blocks.slice().map(({ part }) => shownText(part))

function counted({ plan, envelope }: Sent): readonly [number, number] {
  const { keptTokens, newTokens } = describeNew(plan, describePlan(plan, envelope).layers)
  expect(keptTokens + newTokens).toBe(plan.tokens)
  return [keptTokens, newTokens]
}

describe('describeNew', () => {
  test('of a first request it is everything, the tools in front', () => {
    const first = sendAll([{ text: 'One', attach: [note('a.md', 'A')], tools, sections }])
    expect(newTexts(first)).toEqual(['read', ...blockTexts(first)])
    expect(counted(first)[0]).toBe(0)
  })

  test('of one that appends it is what stands behind the request before', () => {
    const turns = [
      { text: 'One', attach: [note('a.md', 'A')], tools, sections },
      { text: 'Two', attach: [note('a.md', 'A'), note('b.md', 'B')], tools, sections },
    ]
    const first = sendAll(turns.slice(0, 1))
    const second = sendAll(turns)
    const all = blockTexts(second)
    expect(newTexts(second)).toEqual(all.slice(blockTexts(first).length))
    expect(newTexts(second).at(-1)).toContain('Two')
    expect(counted(second)[0]).toBe(first.plan.tokens)
  })

  test('of one that begins anew it is what stands behind the first difference', () => {
    const kept = { attach: [note('a.md', 'A')], tools, sections }
    const changed = sendAll([
      { ...kept, text: 'One' },
      { text: 'Two', attach: [], tools, sections: [CONTRACT, { id: 'project', text: 'Another project.' }] },
    ])
    const [keptTokens] = counted(changed)
    expect(keptTokens).toBeGreaterThan(0)
    expect(newTexts(changed)).toEqual(blockTexts(changed).slice(1))
  })

  test('where tools change, nothing is kept', () => {
    const other = [{ name: 'edit', description: 'Edits a note', parameters: { type: 'object' } }]
    const changed = sendAll([
      { text: 'One', attach: [], tools, sections },
      { text: 'Two', attach: [], tools: other, sections },
    ])
    const before = sendAll([{ text: 'One', attach: [], tools, sections }])
    expect(counted(changed)[0]).toBe(0)
    expect(changed.plan.divergence.tokens).toBe(before.plan.tokens)
    expect(newTexts(changed)).toEqual(['edit', ...blockTexts(changed)])
  })
})
