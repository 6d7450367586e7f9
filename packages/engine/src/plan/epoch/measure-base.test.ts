import { describe, expect, test } from 'vitest'
import { hashText } from '../../artifact/hash.ts'
import { imageTokens } from '../../budget/tokenizer.ts'
import { createMemo, NO_MEMO } from '../../memo.ts'
import { renderArtifact } from '../../render/render-artifact.ts'
import { renderHistoryUser } from '../../render/render-block.ts'
import type { ModelStep, State } from '../../state/state.ts'
import { closeTurn } from '../../step/close-turn.ts'
import { testTokenizer } from '../../testing/run-conversation.ts'
import {
  type Message,
  note,
  sendMessage,
  sendMessages,
  testModel,
} from '../../testing/walkthroughs/send-message.ts'
import { sentences } from '../../testing/edge-cases/long-note.ts'
import { ageHistory } from '../aging/age-history.ts'
import type { ModelSpec } from '../model-spec.ts'
import { CALL_OVERHEAD } from '../writing/epoch-writer.ts'
import { measureBase } from './measure-base.ts'

const count = testTokenizer.count
const a = note('a.md', 'the text of a')
const b = note('b.md', 'the text of b')
const picture = { hash: hashText('pixels'), mediaType: 'image/png', name: 'p.png', width: 640, height: 480 }
const hit = { key: 'x.md', contentHash: hashText('x'), lines: [1, 2], text: 'a passage' } as const
const searched = { tool: 'search', arguments: '{}', text: 'one hit', hits: [hit], recoverable: true }

describe('[B-1] measureBase', () => {
  test('counts sections, kept entries, past turns and the message', () => {
    const measure = measureOf([{ text: 'One', attach: [a], answer: 'First answer' }], { text: 'Two words' })
    const artifact = count(`\n\n${renderArtifact(a, 1)}`)
    expect(measure.entries.map(({ entry, tokens }) => [entry.artifact.key, tokens])).toEqual([
      ['a.md', artifact],
    ])
    expect(measure.history).toEqual([
      { turn: 1, tokens: count('One\n\n[attached: a.md]') + count('First answer') },
    ])
    expect(measure).toMatchObject({
      system: count('You are a careful assistant.'),
      user: count('Two words'),
      turn: 0,
      agingSaves: new Map(),
    })
  })

  test('[P-1] a key first seen in this turn counts with the turn, a kept one with the library', () => {
    const { entries, turn } = measureOf([{ text: 'One', attach: [a] }], { text: 'Two', attach: [a, b] })
    expect(entries.map(({ entry }) => entry.artifact.key)).toEqual(['a.md'])
    expect(turn).toBe(count(`\n\n${renderArtifact(b, 2)}`))
  })

  test('[V-1] counts the pictures that are shown: of the message, of the active note, and recent pasted ones', () => {
    const images = [picture, { ...picture, hash: '' }, picture]
    const illustrated = note('a.md', 'the text of a', { images })
    const active = { ...illustrated, role: 'active' } as const
    const message: Message = { text: 'Two', attach: [active], images: [picture] }
    const pictures = (changes: Partial<Message>): number =>
      measureOf([{ text: 'One', attach: [a] }], { ...message, ...changes }).turn / imageTokens(picture)
    expect(pictures({})).toBe(3)
    expect(pictures({ attach: [illustrated] })).toBe(1)
    expect(pictures({ model: testModel({ vision: false }) })).toBe(0)

    const pasted: Message = { text: 'x', attach: [active], images: [picture], answer: 'y' }
    const { history } = measureOf([pasted, pasted, pasted], { text: 'Two' })
    const text = count(renderHistoryUser('x', ['a.md'])) + count('y')
    expect(history.map(({ tokens }) => (tokens - text) / imageTokens(picture))).toEqual([0, 1, 1])
  })

  test('counts the steps of the model that answered, and of this turn its own', () => {
    const models = [testModel(), testModel({ id: 'other' })]
    const told = { ...step('{}', 'r'), text: 'I look.' }
    const calls =
      callTokens(1) + count('I look.') + count('{}') + count('r') + count('x.md') + count('a passage')
    const { state } = sendMessages([{ text: 'One', models, steps: [told, told], answer: null }])[0]!
    const ofTurn = (model: ModelSpec) =>
      measureBase({ state, record: state.open!, model, memo: NO_MEMO }).turn
    expect(models.map(ofTurn)).toEqual([2 * calls, 0])
    const both = { ...state.open!.steps, other: state.open!.steps['model-a']! }
    const asked = { ...state, open: { ...state.open!, steps: both } }
    const closed = closeTurn(asked, { model: 'model-a', text: 'y' })
    const next = sendMessage(closed, { text: 'Two', answer: null }).result.state
    const { history } = measureBase({ state: next, record: next.open!, model: testModel(), memo: NO_MEMO })
    expect(history).toEqual([{ turn: 1, tokens: count('One') + count('y') + 2 * calls }])
  })

  test('counts gathered results with their passages, and tool calls with their results', () => {
    const { turn } = measureOf([], { text: 'One', gathered: [searched, { ...searched, text: 'other text' }] })
    const passages = count('x.md') + count('a passage')
    expect(turn).toBe(count('one hit') + count('other text') + 2 * passages)
    const steps = [step('{"a":1}', 'result one'), step('{"b":22}', 'another result')]
    const { history } = measureOf([{ text: 'One', steps, gathered: [searched], answer: 'Done.' }], {
      text: 'Two',
    })
    const calls = ['{"a":1}', 'result one', '{"b":22}', 'another result'].reduce(
      (sum, text) => sum + count(text),
      callTokens(2),
    )
    const gathered = count('one hit') + passages
    expect(history).toEqual([
      { turn: 1, tokens: count('One') + count('Done.') + gathered + calls + 2 * passages },
    ])
  })

  test('[P-6] tool traffic of old turns counts as the lines that it folds to; with `dump` it is whole [L4-3]', () => {
    const called: Message = { text: 'x', steps: [step('{}', sentences('r', 20), 6)], answer: 'y' }
    const lines = count('x') + count(`${'[used read: {}]\n'.repeat(6)}\ny`)
    const folded = measureOf([called, called], { text: 'Two' }).history.map(({ tokens }) => tokens === lines)
    expect(folded).toEqual([true, false])
    const dumped = measureOf([called, called], { text: 'Two', model: testModel({ history: 'dump' }) })
    expect(dumped.history.map(({ tokens }) => tokens > 6 * lines)).toEqual([true, true])
  })

  test('a turn that was never answered counts the line that says so', () => {
    const { history } = measureOf([{ text: 'One', answer: null }], { text: 'Two' })
    expect(history).toEqual([{ turn: 1, tokens: count('One') + count('[no answer]') }])
  })

  test('[B-2] says what shortening old tool results would save', () => {
    const called: Message = { text: 'x', steps: [step('{}', sentences('r', 100), 7)], answer: 'y' }
    const { agingSaves } = measureOf([called], { text: 'Two' })
    const { state, result } = send([called], { text: 'Two' })
    const { aged } = ageHistory({ state, record: result.state.open!, model: 'model-a', wholeFrom: 0 })
    expect(aged).toHaveLength(2)
    const saved = aged.reduce((sum, { before, after }) => sum + count(before) - count(after), 0)
    expect(agingSaves).toEqual(new Map([[1, saved]]))
    expect(saved).toBeGreaterThan(1000)
  })

  test('[C-1] a memo changes no number', () => {
    const memo = createMemo()
    const called: Message = { text: 'x', attach: [a, b], steps: [step('{}', 'r', 6)], answer: 'y' }
    const { state, result } = send([called, called], { text: 'Two' })
    const options = { state, record: result.state.open!, model: testModel() }
    const expected = measureBase({ ...options, memo: NO_MEMO })
    expect(measureBase({ ...options, memo })).toEqual(expected)
    expect(measureBase({ ...options, memo })).toEqual(expected)
    const dump = { ...options, model: testModel({ history: 'dump' }) }
    expect(measureBase({ ...dump, memo })).toEqual(measureBase({ ...dump, memo: NO_MEMO }))
  })
})

function send(before: readonly Message[], message: Message) {
  const from = sendMessages(before).at(-1)?.state
  const sent = from
    ? sendMessage(from, { ...message, answer: null })
    : sendMessages([{ ...message, answer: null }])[0]!
  const state: State = sent.result.state
  return { state, result: sent.result }
}

function measureOf(before: readonly Message[], message: Message) {
  const { state } = send(before, message)
  return measureBase({ state, record: state.open!, model: message.model ?? testModel(), memo: NO_MEMO })
}

/** What calls and their results take besides arguments and text. */
function callTokens(calls: number): number {
  return calls * (2 * CALL_OVERHEAD + count('read'))
}

function step(args: string, result: string, calls = 1): ModelStep {
  const exchanges = Array.from({ length: calls }, (_, call) => ({
    callId: `${args}${call}`,
    tool: 'read',
    arguments: args,
    result,
    recoverable: true,
    ...(calls === 1 ? { hits: [hit] } : {}),
  }))
  return { text: '', exchanges }
}
