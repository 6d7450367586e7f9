import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../budget/limits.ts'
import { sentences } from '../../testing/edge-cases/long-note.ts'
import type { ModelStep } from '../../state/state.ts'
import { type Message, sendMessage, sendMessages } from '../../testing/walkthroughs/send-message.ts'
import { ageHistory } from './age-history.ts'

const LONG = sentences('result', 100)
const whole = LIMITS.tools.latestCallsWhole

describe('[B-2] ageHistory', () => {
  test('keeps the latest calls whole, whichever turn they belong to', () => {
    const { turns, open, aged } = age([called(2), { text: 'Without' }, called(whole - 1)], called(2))
    expect(aged.map(({ name }) => name.slice(-'turn 1'.length))).toEqual(['turn 3', 'turn 1', 'turn 1'])
    expect([...turns.keys()]).toEqual([3, 1])
    expect(open.steps['model-a']?.map(wholeCalls)).toEqual([2])
    expect([...turns.values()].map(({ steps }) => steps['model-a']?.map(wholeCalls))).toEqual([
      [whole - 2],
      [0],
    ])
  })

  test('shortens those of the open turn itself when it alone has more', () => {
    const { turns, open, aged } = age([called(1)], called(whole + 2))
    expect(aged).toHaveLength(3)
    expect(open.steps['model-a']?.map(wholeCalls)).toEqual([whole])
    expect([...turns.keys()]).toEqual([1])
  })

  test('leaves alone the turns before those that stay messages', () => {
    const { turns } = age([called(2), called(2), called(whole)], { text: 'Now' }, { wholeFrom: 2 })
    expect([...turns.keys()]).toEqual([3, 2])
    expect([...age([called(1)], { text: 'Now' }, { wholeFrom: 2 }).turns.keys()]).toEqual([])
  })

  test('[L3-2] hands on the tool that reads the rest', () => {
    const hints = (readTool?: string) =>
      age([called(1)], called(whole + 1), readTool === undefined ? {} : { readTool }).aged.map(({ after }) =>
        after.includes('readArtifact reads'),
      )
    expect(hints('readArtifact')).toEqual([true, true])
    expect(hints()).toEqual([false, false])
  })
})

function age(
  before: readonly Message[],
  message: Message,
  how: { readonly wholeFrom?: number; readonly readTool?: string } = {},
) {
  const from = sendMessages(before).at(-1)!.state
  const { state } = sendMessage(from, { ...message, answer: null })
  return ageHistory({
    state,
    record: state.open!,
    model: 'model-a',
    wholeFrom: 0,
    ...how,
  })
}

function called(calls: number): Message {
  const exchanges = Array.from({ length: calls }, (_, call) => ({
    callId: `call-${call}`,
    tool: 'read',
    arguments: '{}',
    result: LONG,
    recoverable: true,
  }))
  return { text: 'Look', steps: [{ text: '', exchanges }] }
}

function wholeCalls({ exchanges }: ModelStep): number {
  return exchanges.filter(({ result }) => result === LONG).length
}
