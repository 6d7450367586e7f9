import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILES } from './cache/default-profiles.ts'
import { checkEnvelope } from './envelope/check-envelope.ts'
import { checkPlan } from './plan/explaining/check-plan.ts'
import type { Layout } from './plan/epoch/epoch.ts'
import type { RandomTurn } from './testing/random-conversation.ts'
import { runConversation } from './testing/run-conversation.ts'

/** Conversations that once broke a rule, as small as the generator could make them. */
const QUIET: RandomTurn = {
  text: 'Summarize this',
  attach: [],
  observe: [],
  forget: [],
  pin: [],
  unpin: [],
  gathered: 0,
  toolSteps: [],
  reasoning: false,
  memory: 0,
  models: ['a'],
  chosen: 0,
  answered: true,
  gapSeconds: 5,
  back: 0,
  image: 0,
}

const attach = (document: number): RandomTurn['attach'][number] => ({
  document,
  edit: false,
  freshness: 'update',
})

interface Regression {
  readonly name: string
  readonly turns: readonly RandomTurn[]
  readonly window?: number
}

const REGRESSIONS: readonly Regression[] = [
  {
    name: '[E-3] a kept note that changed twice since is told once',
    turns: [
      { ...QUIET, attach: [attach(2)] },
      { ...QUIET, observe: [2, 2] },
      { ...QUIET, reasoning: true },
    ],
  },
  {
    name: '[P-5] a snapshot attached twice is told once',
    turns: [
      { ...QUIET, attach: [attach(0)] },
      {
        ...QUIET,
        attach: [
          { document: 0, edit: true, freshness: 'snapshot' },
          { document: 0, edit: false, freshness: 'snapshot' },
        ],
      },
      QUIET,
    ],
  },
  {
    name: '[P-5] a snapshot of a compacted note gives the kept text, not the new one',
    window: 4051,
    turns: [
      { ...QUIET, attach: [attach(8)], answered: false },
      { ...QUIET, attach: [attach(0)], memory: 1 },
      { ...QUIET, attach: [attach(1)] },
      { ...QUIET, observe: [0] },
      { ...QUIET, attach: [{ document: 0, edit: false, freshness: 'snapshot' }] },
      { ...QUIET, back: 1, image: 1 },
    ],
  },
  {
    name: '[P-6] a tool that reads an earlier text again makes it the current one',
    turns: [
      { ...QUIET, observe: [0, 0] },
      { ...QUIET, attach: [attach(0)] },
      { ...QUIET, attach: [{ ...attach(0), edit: true }], models: ['b'] },
      { ...QUIET, attach: [{ ...attach(0), edit: true, freshness: 'snapshot' }], models: ['b'] },
      { ...QUIET, toolSteps: [1, 1, 1] },
      QUIET,
    ],
  },
]

describe.each<Layout>(['auto', 'ledger', 'library'])('kept failures in layout %s', (layout) => {
  test.each(REGRESSIONS)('$name', ({ turns, window }) => {
    for (const profile of Object.values(DEFAULT_PROFILES)) {
      const run = runConversation(turns, { layout, profile, ...(window === undefined ? {} : { window }) })
      for (const { plan, envelope } of run.calls) expect(checkPlan(plan, envelope)).toEqual([])
      for (const { envelope, previous } of run.envelopes)
        expect(checkEnvelope(envelope, previous)).toEqual([])
    }
  })
})
