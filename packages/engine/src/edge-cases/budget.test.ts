import { describe, expect, test } from 'vitest'
import { createArtifact } from '../artifact/create-artifact.ts'
import { BudgetError } from '../budget/budget-error.ts'
import { LIMITS } from '../budget/limits.ts'
import { messagesOf } from '../plan/messages-of.ts'
import type { Plan } from '../plan/plan.ts'
import { readRequest } from '../plan/explaining/read-request.ts'
import type { State } from '../state/state.ts'
import { longNote as long, sentences } from '../testing/edge-cases/long-note.ts'
import {
  type Message,
  requestText,
  sendAll,
  sendMessage,
  type Sent,
  testModel,
} from '../testing/walkthroughs/send-message.ts'

const selection = createArtifact({
  kind: 'selection',
  source: { path: 'page.md', lines: [1, 200] },
  content: sentences('selection', 200),
})

/** Everything that the ladder treats differently, in four turns. */
const filled = sendAll([
  { text: 'one', attach: [long('normal-old'), long('normal-used')], answer: 'long answer '.repeat(300) },
  { text: 'two', attach: [long('optional-old', 'optional'), selection], answer: 'long answer '.repeat(300) },
  {
    text: 'three',
    attach: [long('optional-new', 'optional'), long('essential', 'essential')],
    answer: 'long answer '.repeat(300),
  },
  { text: 'four', attach: [long('normal-used')], answer: 'long answer '.repeat(300) },
]).state

/** [B-2], from the first thing that goes to the last. */
const LADDER: readonly string[] = [
  'optional-old.md compacted',
  'optional-new.md compacted',
  'normal-old.md compacted',
  'normal-used.md compacted',
  'history stripped',
  'optional-old.md dropped',
  'optional-new.md dropped',
  'normal-old.md in one line',
  'normal-used.md in one line',
]

describe('[B-2] walking the budget down', () => {
  const steps = walkDown(filled)

  test('what disappears next follows the ladder, one rung after the other', () => {
    for (const { gone } of steps) expect(gone).toEqual(LADDER.slice(0, gone.length))
    const depths = steps.map(({ gone }) => gone.length)
    expect(depths).toEqual(depths.toSorted((left, right) => left - right))
    expect(depths.at(0)).toBe(0)
    expect(depths.at(-1)).toBe(LADDER.length)
    expect(new Set(depths).size).toBeGreaterThan(6)
  })

  test('whenever something goes, the request ends near low water and never over the budget', () => {
    for (const { plan, gone } of steps) {
      expect(plan.tokens).toBeLessThanOrEqual(plan.budget)
      if (gone.length > 0 && gone.length < LADDER.length)
        expect(plan.tokens).toBeLessThanOrEqual(plan.budget * (LIMITS.budget.lowWater + 0.02))
    }
  })

  test('essential, non-recoverable and just attached texts stand verbatim to the end', () => {
    for (const { plan } of steps) {
      const { current } = readRequest(messagesOf(plan))
      for (const { key, content } of [long('essential', 'essential'), selection, long('now')])
        expect(current.get(key)).toBe(content)
    }
  })
})

describe('[B-2] when even that does not fit', () => {
  test('a BudgetError carries the numbers, the largest pieces and what to do; nothing is planned', () => {
    const error = refusal(filled, { window: 6000 })
    const { budget, needed, layers, largest, actions } = error.details
    expect(budget).toBe(6000)
    expect(needed).toBeGreaterThan(budget)
    const grouped = (count: number): string => count.toLocaleString('en-US')
    expect(error.message).toContain(`${grouped(needed)} of 6,000 tokens for fresh`)
    expect(layers.L3).toBeGreaterThan(long('now').content.length / 4 - 1)
    expect(largest.map(({ tokens }) => tokens)).toEqual(
      largest.map(({ tokens }) => tokens).toSorted((left, right) => right - left),
    )
    expect(actions).toEqual(['forget', 'larger-window', 'new-chat-with-summary', 'allow-extracts'])
  })

  test('with the user’s consent a bounded extract of exact lines stands for the selection', () => {
    const window = 9200
    expect(() => send(filled, { window })).toThrow(BudgetError)
    const { plan } = send(filled, { window, allowExtracts: true })
    const [extract] = [...plan.omissions].flatMap(([, omission]) =>
      omission.form === 'extract' ? [omission] : [],
    )
    expect(extract?.key).toBe(selection.key)
    expect(requestText(plan)).toContain('selection sentence 0 says something.\nselection sentence 1 says')
    expect(requestText(plan)).toMatch(/\[… left out: lines \d+ to \d+ …\]/)
  })

  test('a model that reserves output and a margin has that much less', () => {
    const { plan } = send(filled, { window: 40_000, reservedOutput: 8000, margin: 500 })
    expect(plan.budget).toBe(31_500)
  })
})

interface Step {
  readonly plan: Plan
  readonly gone: readonly string[]
}

function walkDown(state: State): readonly Step[] {
  const steps: Step[] = []
  for (let window = 26_000; window >= 9600; window -= 100) {
    const { plan } = send(state, { window })
    steps.push({ plan, gone: whatIsGone(plan) })
  }
  return steps
}

function send(
  state: State,
  {
    allowExtracts,
    ...model
  }: { window: number; reservedOutput?: number; margin?: number; allowExtracts?: boolean },
): Sent {
  const message: Message = {
    text: 'five',
    attach: [long('now')],
    model: testModel({ id: 'fresh', ...model }),
  }
  return sendMessage(state, allowExtracts ? { ...message, allowExtracts } : message)
}

function refusal(state: State, options: { window: number }): BudgetError {
  try {
    send(state, options)
  } catch (error) {
    if (error instanceof BudgetError) return error
    throw error
  }
  throw new Error('It fits.')
}

/** What a request does not hold in full, in the words of the ladder. */
function whatIsGone(plan: Plan): readonly string[] {
  const lines = new Set(
    [...requestText(plan).matchAll(/<prior_context source="([^"]*)"[^>]*>\n[^\n]+\n<\/prior_context>/g)].map(
      ([, key]) => key,
    ),
  )
  const found = new Set(
    [...plan.omissions].flatMap(([, { key, form, reason }]) => {
      if (reason === 'history-stripped') return ['history stripped']
      if (form === 'omitted') return [`${key} compacted`, `${key} dropped`]
      return lines.has(key) ? [`${key} compacted`, `${key} in one line`] : [`${key} ${form}`]
    }),
  )
  const known = LADDER.filter((rung) => found.has(rung))
  return [...known, ...[...found].filter((rung) => !LADDER.includes(rung))]
}
