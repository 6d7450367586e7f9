import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILES } from '../cache/default-profiles.ts'
import { longNote, sentences } from '../testing/edge-cases/long-note.ts'
import { createMemo } from '../memo.ts'
import type { ModelStep } from '../state/state.ts'
import { step } from '../step/step.ts'
import {
  type Message,
  newConversation,
  note,
  requestText,
  sendAll,
  sendMessage,
  sendMessages,
  testModel,
} from '../testing/walkthroughs/send-message.ts'

const lines = Array.from({ length: 60 }, (_, line) => `line ${line} of the note`)
const version = (edit: number) => note('log.md', lines.with(edit, `line ${edit} was edited`).join('\n'))
const looked: ModelStep = {
  text: '',
  exchanges: [{ callId: '1', tool: 'search', arguments: '{}', result: 'what it says', recoverable: true }],
}
const INPUT = { kind: 'turn', turnId: 't', at: 0, text: 'x', sections: [] } as const

describe('[P-4] planTurn', () => {
  test('a first call begins for no reason, that of another model for a switch', () => {
    const sent = sendMessages([
      { text: 'One' },
      { text: 'Two', model: testModel({ id: 'b' }) },
      { text: 'Three' },
    ])
    expect(sent.map(({ plan }) => [plan.epoch.id, plan.epoch.reason])).toEqual([
      [1, 'none'],
      [1, 'model-switch'],
      [1, 'none'],
    ])
    const numbers = { deadWeight: 0, rent: 0, price: 0, cold: false }
    expect(sent.slice(0, 2).map(({ plan }) => plan.epoch.numbers)).toEqual([numbers, numbers])
  })

  test('an appended call carries the rent on, and says so', () => {
    const read = testModel().profile.weights.read
    const sent = sendMessages([0, 1, 2, 3].map((edit) => ({ text: `${edit}`, attach: [version(edit)] })))
    const numbers = sent.map(({ plan }) => plan.epoch.numbers)
    const rents = sent.map(({ state }) => state.epochs['model-a']!.rent)
    expect(sent.map(({ plan }) => plan.epoch.id)).toEqual([1, 1, 1, 1])
    expect(sent.flatMap(({ result }) => result.needs)).toEqual([])
    for (const turn of [1, 2, 3]) {
      expect(numbers[turn]!.deadWeight).toBeGreaterThan(numbers[turn - 1]!.deadWeight)
      expect(numbers[turn]!.rent).toBeCloseTo(rents[turn - 1]!)
      expect(rents[turn]).toBeCloseTo(rents[turn - 1]! + read * numbers[turn]!.deadWeight)
    }
  })

  test('only `auto` weighs: where it folds, `ledger` appends', () => {
    const day = 86_400_000
    const cooling = { ...testModel().profile, lifetimeSeconds: 300 }
    const ids = (layout: 'auto' | 'ledger') =>
      sendMessages(
        [0, 1].map((edit) => ({
          text: `${edit}`,
          attach: [version(edit)],
          at: edit * day,
          model: testModel({ layout, profile: cooling }),
        })),
      ).map(({ plan }) => [plan.epoch.id, plan.epoch.reason, plan.epoch.numbers.cold])
    expect(ids('auto')[1]).toEqual([2, 'epoch-cold', true])
    expect(ids('ledger')[1]).toEqual([1, 'none', true])
  })

  test('[B-2] a call that just fits is appended, one token more begins an epoch', () => {
    const messages = (window: number): readonly Message[] =>
      ['a', 'b'].map((name) => ({
        text: name,
        attach: [longNote(name)],
        model: testModel({ window, layout: 'ledger' }),
      }))
    const exact = sendAll(messages(1_000_000)).plan.tokens
    expect(sendAll(messages(exact)).plan.epoch).toMatchObject({ id: 1, reason: 'none' })
    expect(sendAll(messages(exact - 1)).plan.epoch).toMatchObject({ id: 2, reason: 'compaction' })
  })

  test('[L3-2] names the tool that reads artifacts, whichever of the two there is', () => {
    const tool = (name: string) => ({ name, description: 'Does it', parameters: {} })
    const hint = (...names: readonly string[]) => {
      const { plan } = sendAll([
        { text: 'One', attach: [longNote('a')] },
        {
          text: 'Two',
          rebase: 'settings',
          tools: names.map(tool),
          model: testModel({ carryForwardTurns: 0 }),
        },
      ])
      return requestText(plan)
    }
    expect(hint('write', 'readArtifact')).toContain('readArtifact')
    expect(hint('write', 'read')).toMatch(/\bread\b/)
    expect(hint('write', 'readArtifacts')).not.toContain('readArtifacts')
  })

  test('[C-1] tool definitions are counted once for each set', () => {
    const memo = createMemo()
    const tools = [{ name: 'read', description: 'Reads a note', parameters: {} }]
    const lead = (given: typeof tools) =>
      step(newConversation(), { ...INPUT, models: [testModel()], tools: given }, { memo }).plans[0]!
        .leadTokens
    const longer = [{ ...tools[0]!, description: 'Reads a note, a page or a file' }]
    expect(lead([])).toBe(0)
    expect(lead(longer)).toBeGreaterThan(lead(tools))
    expect(lead(tools)).toBeGreaterThan(0)
  })
})

test('only a request that does not fit is a refusal; any other error is passed on', () => {
  const tokenizer = {
    id: 'broken',
    count: (): number => {
      throw new Error('cannot count')
    },
  }
  expect(() => step(newConversation(), { ...INPUT, models: [testModel({ tokenizer })] })).toThrow(
    'cannot count',
  )
})

describe('planContinuation', () => {
  test('[P-2] appends to the epoch of the call before', () => {
    const { plans } = sendMessage(newConversation(), { text: 'x', steps: [looked, looked] })
    expect(plans.map(({ epoch }) => epoch.id)).toEqual([1, 1, 1])
    expect(plans.map(({ divergence }) => divergence.reason)).toEqual(['none', 'none', 'none'])
    const [first, second] = plans.map(({ blocks }) => blocks.slice())
    expect(second!.slice(0, first!.length)).toEqual(first)
    expect(second!.slice(first!.length).map(({ origin }) => origin.piece)).toEqual([
      'tool-call',
      'tool-result',
    ])
  })

  test('has the numbers of no decision', () => {
    const { plans } = sendAll([
      { text: 'One', attach: [version(0)] },
      { text: 'Two', attach: [version(1)], steps: [looked] },
    ])
    expect(plans[0]!.epoch.numbers.deadWeight).toBeGreaterThan(0)
    expect(plans[1]!.epoch.numbers).toEqual({ deadWeight: 0, rent: 0, price: 0, cold: false })
  })

  test('a model without an epoch gets one, with its steps', () => {
    const { state } = sendMessage(newConversation(), { text: 'x', answer: null })
    const model = testModel({ id: 'late' })
    const { plans } = step(state, { kind: 'continue', turnId: 'turn-1', at: 0, model, step: looked })
    expect(plans[0]?.epoch).toMatchObject({ id: 1, reason: 'rebuilt' })
    expect(plans[0]?.blocks.last()?.role).toBe('tool')
  })

  test('[B-2] begins an epoch where a step no longer fits, and fails where nothing helps', () => {
    const large = (result: string): ModelStep => ({
      ...looked,
      exchanges: [{ ...looked.exchanges[0]!, result }],
    })
    const called = (window: number, result: string) => {
      const model = testModel({ window })
      const { state } = sendAll([{ text: 'One', attach: [longNote('a')], model }])
      const open = sendMessage(state, { text: 'Two', model, answer: null }).state
      return step(open, { kind: 'continue', turnId: 'turn-2', at: 0, model, step: large(result) })
    }
    const exact = called(1_000_000, sentences('r', 100)).plans[0]!.tokens
    const fitting = called(exact, sentences('r', 100))
    expect(fitting.plans[0]?.epoch).toMatchObject({ id: 1, reason: 'none' })
    expect(fitting.needs).toEqual([])
    const compacted = called(exact - 1, sentences('r', 100)).plans[0]
    expect(compacted?.epoch).toMatchObject({ id: 2, reason: 'compaction' })
    const failed = called(4000, sentences('r', 900))
    expect([failed.plans, failed.failures.length]).toEqual([[], 1])
  })
})

describe('[C-0] what a provider of class `unit` wrote itself', () => {
  test('is read again with the next call, in a new epoch too, which repeats what was said', () => {
    const model = testModel({ profile: DEFAULT_PROFILES.deepseek })
    const answer = sentences('answer', 40)
    const sent = sendMessages([
      { text: 'One', model, answer },
      { text: 'Two', model, answer },
      { text: 'Three', model, answer, rebase: 'settings' },
    ])
    const [, two, three] = sent.map(({ plan }) => plan)
    for (const plan of [two!, three!])
      expect(plan.predicted.cached).toBe(
        plan.blocks.slice().findLast(({ role }) => role === 'assistant')!.end,
      )
    const prefix = sendMessages([
      { text: 'One', answer },
      { text: 'Two', answer },
    ])
    expect(prefix[1]!.plan.predicted.cached).toBe(prefix[0]!.plan.tokens)
  })
})
