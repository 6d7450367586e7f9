import { describe, expect, test } from 'vitest'
import type { Artifact } from '../../artifact/artifact.ts'
import { AppendLog } from '../../collection/append-log.ts'
import { PersistentMap } from '../../collection/persistent-map.ts'
import { renderArtifact } from '../../render/render-artifact.ts'
import { renderCompacted } from '../aging/reduced-text.ts'
import { renderReferences } from '../../render/render-references.ts'
import { renderUpdate } from '../../render/render-update.ts'
import { note, sendAll } from '../../testing/walkthroughs/send-message.ts'
import type { BlockPiece, PlacedBlock } from '../writing/block.ts'
import { checkPlan } from './check-plan.ts'
import type { Omission } from '../epoch/epoch.ts'
import type { MessageRole, Part } from '../message.ts'
import type { Plan } from '../plan.ts'

const kept = note('kept.md', 'kept text')
const now = note('now.md', 'attached text')
const { plan, envelope } = sendAll([
  { text: 'One', attach: [kept] },
  { text: 'Two', attach: [now] },
])

describe('[E-3] what is readable', () => {
  test('a sound plan has no violation', () => {
    expect(checkPlan(plan, envelope)).toEqual([])
  })

  test('[P-6] [L3-1] a kept or attached text that cannot be read is found, by its rule', () => {
    expect(check(without('kept.md'))).toEqual([
      'P-6: kept.md is neither readable in its current form nor listed as omitted',
    ])
    expect(check(without('now.md'))).toEqual([
      'L3-1: now.md is neither readable in its current form nor listed as omitted',
    ])
  })

  test('[L3-1] another version of it does not count', () => {
    expect(check([...without('now.md'), text(renderArtifact(note('now.md', 'old text'), 1))])).toEqual([
      'L3-1: now.md is neither readable in its current form nor listed as omitted',
    ])
  })

  test('[B-2] what the budget left out is listed', () => {
    const omitted = omission('kept.md', 'omitted')
    expect(check(without('kept.md'), { omissions: omitted })).toEqual([])
    const other = { key: 'a.png', reason: 'no-vision', tokens: 1, form: 'compacted' } as const
    expect(check(without('kept.md'), { omissions: omitted.set('0', other) })).toEqual([])
    expect(check(without('now.md'), { omissions: omitted })).toEqual([
      'L3-1: now.md is neither readable in its current form nor listed as omitted',
    ])
  })

  test('[B-3] what is listed as compacted stands somewhere', () => {
    const omissions = omission('kept.md', 'compacted')
    const short = text(renderCompacted({ key: 'kept.md', kind: 'note', body: 'in short' }))
    expect(check([...without('kept.md'), short], { omissions })).toEqual([])
    expect(check(without('kept.md'), { omissions })).toEqual([
      'B-3: kept.md is listed as compacted but stands nowhere',
    ])
  })

  test('[B-2] essential texts stand verbatim, those that nobody can give again at least as an extract', () => {
    const cases: readonly [Partial<Artifact>, Omission['form'], readonly string[]][] = [
      [{ priority: 'essential' }, 'omitted', ['B-2: kept.md must stand verbatim']],
      [{ priority: 'essential' }, 'extract', ['B-2: kept.md must stand verbatim']],
      [{ recoverable: false }, 'omitted', ['B-2: kept.md must stand verbatim']],
      [{ recoverable: false }, 'extract', []],
      [{}, 'extract', []],
    ]
    for (const [changes, form, expected] of cases) {
      const sent = sendAll([{ text: 'One', attach: [{ ...kept, ...changes }] }, { text: 'Two' }])
      const blocks = sent.plan.blocks.slice().filter(({ origin }) => origin.key !== 'kept.md')
      const changed = { ...sent.plan, blocks: AppendLog.from(blocks), omissions: omission('kept.md', form) }
      expect(checkPlan(changed, sent.envelope).map(({ rule, message }) => `${rule}: ${message}`)).toEqual(
        expected,
      )
    }
  })
})

describe('[P-1] what stands in the request', () => {
  test('no text of one key and version stands twice', () => {
    const copy = text(renderArtifact(kept, 2))
    expect(check([...plan.blocks, copy])).toEqual(['P-1: kept.md stands in full more than once'])
  })

  test('[L3-2] a reference leads to a place that is there', () => {
    const reference = renderReferences([
      { key: 'kept.md', place: { kind: 'turn', turn: 1 } },
      { key: 'gone.md', place: { kind: 'turn', turn: 1 } },
    ])
    const wrong = 'L3-2: the reference to gone.md leads nowhere'
    expect(check([...plan.blocks, text(reference, { piece: 'reference' })])).toEqual([wrong])
    // What a user typed is no reference of ours.
    expect(check([...plan.blocks, text(reference)])).toEqual([])
  })

  test('[P-5] an update can be applied', () => {
    const body = { kind: 'diff', text: '@@ -1,1 +1,1 @@\n-a\n+b' } as const
    const update = renderUpdate({ key: 'gone.md', supersedesTurn: 1, turn: 2, body })
    expect(check([...plan.blocks, text(update)])).toEqual(['P-5: an update of gone.md cannot be applied'])
  })

  test('[P-2] no part is empty', () => {
    expect(check([...plan.blocks, text(''), text('')])).toEqual(['P-2: 2 parts are empty'])
    const empty: Part = { kind: 'reasoning', text: '', model: 'a' }
    expect(check([block('assistant', empty), ...plan.blocks])).toEqual([
      'P-1: a system message stands inside the conversation',
    ])
  })

  test('the system message stands first, and the request ends with the user or a tool', () => {
    const answer = text('Well.', { role: 'assistant' })
    expect(check([...plan.blocks, answer])).toEqual(['P-1: the request ends with assistant'])
    expect(check([answer, ...plan.blocks])).toEqual(['P-1: a system message stands inside the conversation'])
    const { envelope: blank } = sendAll([{ text: 'Nothing' }])
    const violations = checkPlan({ ...plan, blocks: AppendLog.empty() }, blank)
    expect(violations).toEqual([{ rule: 'P-1', message: 'the request ends with nothing' }])
  })

  test('[B-1] a request is no larger than its budget', () => {
    expect(check(plan.blocks, { tokens: 100, budget: 100 })).toEqual([])
    expect(check(plan.blocks, { tokens: 101, budget: 100 })).toEqual([
      'B-1: 101 tokens are more than the budget of 100',
    ])
  })
})

describe('[P-6] tool traffic', () => {
  const call = (callId: string) =>
    block('assistant', { kind: 'tool-call', callId, tool: 'read', arguments: '{}' })
  const result = (callId: string) => block('tool', { kind: 'tool-result', callId, tool: 'read', text: 'x' })

  test('each call has its result, after it, and each result its call', () => {
    expect(check([...plan.blocks, call('1'), call('2'), result('2'), result('1')])).toEqual([])
    expect(check([...plan.blocks, call('1'), call('2'), result('2')])).toEqual([
      'P-6: the call 1 has no result',
    ])
    expect(check([...plan.blocks, result('1')])).toEqual(['P-6: the result of 1 has no call'])
    expect(check([...plan.blocks, call('1'), result('1'), result('1')])).toEqual([
      'P-6: the result of 1 has no call',
    ])
  })
})

function check(blocks: Iterable<PlacedBlock>, changes: Partial<Plan> = {}): readonly string[] {
  const changed = { ...plan, blocks: AppendLog.from(blocks), ...changes }
  return checkPlan(changed, envelope).map(({ rule, message }) => `${rule}: ${message}`)
}

function without(key: string): readonly PlacedBlock[] {
  return plan.blocks.slice().filter(({ origin }) => origin.key !== key)
}

function omission(key: string, form: Omission['form']): Plan['omissions'] {
  return PersistentMap.from([['1', { key, reason: 'budget', tokens: 1, form }]])
}

function text(
  body: string,
  { role = 'user', piece = 'user' }: { role?: MessageRole; piece?: BlockPiece } = {},
) {
  return { ...block(role, { kind: 'text', text: body }), origin: { piece, turn: 2 } }
}

function block(role: MessageRole, part: Part): PlacedBlock {
  return { role, part, tokens: 1, origin: { piece: 'user', turn: 2 }, chain: '', end: 0 }
}
