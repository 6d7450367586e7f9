import { describe, expect, test } from 'vitest'
import { hashText } from '../../artifact/hash.ts'
import { LIMITS } from '../../budget/limits.ts'
import { sentences } from '../../testing/edge-cases/long-note.ts'
import type { GatheredResult, ModelStep, ToolExchange, TurnRecord } from '../../state/state.ts'
import { ageToolResults, callsOf } from './age-tools.ts'

const whole = LIMITS.tools.latestCallsWhole
const LONG = sentences('result', 100)

describe('[B-2] callsOf', () => {
  test('counts gathered results and the calls of the model that answered', () => {
    const record = turn({ gathered: 2, steps: { a: [step(3), step(1)], b: [step(7)] } })
    expect(callsOf(record, 'a')).toBe(6)
    expect(callsOf(record, 'b')).toBe(9)
    expect(callsOf(record, 'unknown')).toBe(6)
    expect(callsOf(turn({ gathered: 2, steps: {} }), 'a')).toBe(2)
    expect(callsOf({ ...record, answer: { model: 'b', text: '' } }, 'a')).toBe(9)
  })
})

describe('[B-2] ageToolResults', () => {
  test('leaves the latest calls whole, oldest shortened first', () => {
    const { record, aged } = ageToolResults(
      turn({ gathered: 1, steps: { a: [step(3), step(3)] } }),
      options(),
    )
    const results = [...record.gathered.map(({ text }) => text), ...resultsOf(record, 'a')]
    expect(results.map((text) => text === LONG)).toEqual([false, false, ...Array<boolean>(whole).fill(true)])
    expect(aged.map(({ name }) => name)).toEqual(['search {"q":0} in turn 4', 'read {"call":0} in turn 4'])
    for (const { before, after } of aged) {
      expect(before).toBe(LONG)
      expect(after.length).toBeLessThanOrEqual(LIMITS.tools.previewCharacters)
    }
    expect(aged.map(({ after }) => after)).toEqual(results.slice(0, 2))
  })

  test('counts the calls of later turns', () => {
    const record = turn({ steps: { a: [step(2)] } })
    expect(ageToolResults(record, options({ callsAfter: whole - 2 })).aged).toEqual([])
    expect(ageToolResults(record, options({ callsAfter: whole - 1 })).aged).toHaveLength(1)
    expect(ageToolResults(record, options({ callsAfter: whole })).aged).toHaveLength(2)
  })

  test('shortens the calls of the model that answered, and no other’s', () => {
    const open = turn({ steps: { a: [step(1)], b: [step(1)] } })
    const after = ageToolResults(
      { ...open, answer: { model: 'b', text: '' } },
      options({ callsAfter: whole }),
    )
    expect(resultsOf(after.record, 'a')).toEqual([LONG])
    expect(resultsOf(after.record, 'b')).not.toEqual([LONG])
    const asked = ageToolResults(open, options({ callsAfter: whole }))
    expect(resultsOf(asked.record, 'b')).toEqual([LONG])
    expect(resultsOf(asked.record, 'a')).not.toEqual([LONG])
  })

  test('leaves what is not recoverable, but counts it', () => {
    const kept = { ...exchange(0), recoverable: false }
    const record = turn({ steps: { a: [{ text: '', exchanges: [kept, exchange(1)] }] } })
    const { record: aged } = ageToolResults(record, options({ callsAfter: whole - 1 }))
    expect(resultsOf(aged, 'a')).toEqual([LONG, LONG])
    const gathered = turn({ gathered: 1 }).gathered.map((result) => ({ ...result, recoverable: false }))
    const unaged = ageToolResults({ ...turn({}), gathered }, options({ callsAfter: whole }))
    expect([unaged.record.gathered, unaged.aged]).toEqual([gathered, []])
  })

  test('leaves what is short already', () => {
    const short = { ...exchange(0), result: 'short' }
    const record = turn({ steps: { a: [{ text: 'Look', exchanges: [short] }] } })
    const { record: after, aged } = ageToolResults(record, options({ callsAfter: whole }))
    expect(aged).toEqual([])
    expect(after).toEqual(record)
  })

  test('takes the found passages along, without blank lines for what is empty', () => {
    const hit = { key: 'a.md', contentHash: hashText('a'), lines: [1, 2], text: LONG } as const
    const found = { ...exchange(0), result: '', hits: [hit, { ...hit, key: 'b.md' }] }
    const gathered = [{ tool: 'search', arguments: '{}', text: '2 hits', hits: [hit], recoverable: true }]
    const record = { ...turn({ steps: { a: [{ text: '', exchanges: [found] }] } }), gathered }
    const { record: after, aged } = ageToolResults(record, options({ callsAfter: whole }))
    expect(aged.map(({ before }) => before)).toEqual([
      `2 hits\na.md:\n${LONG}`,
      `a.md:\n${LONG}\nb.md:\n${LONG}`,
    ])
    expect(after.gathered[0]).not.toHaveProperty('hits')
    expect(after.gathered[0]).toMatchObject({ tool: 'search', text: aged[0]?.after })
    const [changed] = after.steps['a']?.[0]?.exchanges ?? []
    expect(changed).not.toHaveProperty('hits')
    expect(changed).toMatchObject({ callId: 'call-0', tool: 'read', result: aged[1]?.after })
  })

  test('[L3-2] names a tool to read on only where there is one', () => {
    const record = turn({ steps: { a: [step(1)] } })
    const hint = 'reads the whole result'
    const after = (readTool?: string) =>
      ageToolResults(record, options({ callsAfter: whole, ...(readTool ? { readTool } : {}) })).aged[0]?.after
    expect(after('readArtifact')).toContain(`readArtifact ${hint}`)
    expect(after()).not.toContain(hint)
  })
})

function options(changes: Partial<Parameters<typeof ageToolResults>[1]> = {}) {
  return { callsAfter: 0, model: 'a', ...changes }
}

function turn(parts: { gathered?: number; steps?: TurnRecord['steps'] }): TurnRecord {
  const gathered = Array.from(
    { length: parts.gathered ?? 0 },
    (_, index): GatheredResult => ({
      tool: 'search',
      arguments: `{"q":${index}}`,
      text: LONG,
      recoverable: true,
    }),
  )
  const empty = { attached: [], images: [], observed: [], guidance: '', text: 'x', at: 0 }
  return { ...empty, number: 4, turnId: 'turn-4', gathered, steps: parts.steps ?? {}, hash: hashText('') }
}

function step(calls: number): ModelStep {
  return { text: '', exchanges: Array.from({ length: calls }, (_, call) => exchange(call)) }
}

function exchange(call: number): ToolExchange {
  return {
    callId: `call-${call}`,
    tool: 'read',
    arguments: `{"call":${call}}`,
    result: LONG,
    recoverable: true,
  }
}

function resultsOf(record: TurnRecord, model: string): readonly string[] {
  return (record.steps[model] ?? []).flatMap(({ exchanges }) => exchanges.map(({ result }) => result))
}
