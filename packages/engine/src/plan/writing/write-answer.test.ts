import { describe, expect, test } from 'vitest'
import { hashText } from '../../artifact/hash.ts'
import { LIMITS } from '../../budget/limits.ts'
import { sentences } from '../../testing/edge-cases/long-note.ts'
import { NO_MEMO } from '../../memo.ts'
import type { ModelStep, TurnRecord } from '../../state/state.ts'
import {
  type Message,
  newConversation,
  note,
  sendMessage,
  sendMessages,
  testModel,
} from '../../testing/walkthroughs/send-message.ts'
import { catchUp } from '../plan-turn.ts'
import { EpochWriter } from './epoch-writer.ts'
import type { Epoch } from '../epoch/epoch.ts'
import { writeAnswer } from './write-answer.ts'

const whole = LIMITS.tools.latestCallsWhole
const read = note('a.md', 'text a')
const { state } = sendMessage(newConversation(), { text: 'x', attach: [read] })
const EPOCH = state.epochs['model-a']!
const OPEN: TurnRecord = state.history.get(0)!
const hit = { key: 'a.md', contentHash: read.contentHash, lines: [1, 1], text: 'text a' } as const

describe('[P-3] writeAnswer', () => {
  test('gives a model’s own steps as they were, with their origins', () => {
    const writer = write({ steps: { 'model-a': [step(2)] }, answer: { model: 'model-a', text: 'Done.' } })
    expect(writer.added.map(({ role, part, origin }) => [role, part, origin])).toEqual([
      [
        'assistant',
        { kind: 'reasoning', model: 'model-a', text: 'hm', opaque: 'signed' },
        { piece: 'reasoning', turn: 1 },
      ],
      ['assistant', { kind: 'text', text: 'I look.' }, { piece: 'answer', turn: 1 }],
      ['assistant', call(0), { piece: 'tool-call', turn: 1, key: 'read' }],
      ['assistant', call(1), { piece: 'tool-call', turn: 1, key: 'read' }],
      ['tool', result(0), { piece: 'tool-result', turn: 1, key: 'read' }],
      ['tool', result(1), { piece: 'tool-result', turn: 1, key: 'read' }],
      ['assistant', { kind: 'text', text: 'Done.' }, { piece: 'answer', turn: 1 }],
    ])
  })

  test('[P-2] a step without words leaves no empty part', () => {
    const quiet = { ...step(1), text: '' }
    const kinds = write({ steps: { 'model-a': [quiet] }, answer: { model: 'model-a', text: '' } }).added.map(
      ({ part }) => ('text' in part ? `${part.kind} ${part.text}` : part.kind),
    )
    expect(kinds).toEqual(['reasoning hm', 'tool-call', 'tool-result result 0', 'text [no answer]'])
    expect(write({}).added.map(({ part }) => part)).toEqual([{ kind: 'text', text: '[no answer]' }])
  })

  test('gives another model’s steps as text, without its reasoning', () => {
    const answer = { model: 'b', text: 'Done.', reasoning: { text: 'secret' } }
    const writer = write({ steps: { b: [step(2), { ...step(0), text: 'Only words.' }] }, answer })
    expect(
      writer.added.map(({ role, part, origin }) => [role, 'text' in part ? part.text : '', origin]),
    ).toEqual([
      [
        'assistant',
        'I look.\n\n[used read: {"call":0}]\n[used read: {"call":1}]',
        { piece: 'tool-call', turn: 1 },
      ],
      ['user', rendered('result 0'), { piece: 'tool-result', turn: 1, key: 'read' }],
      ['user', `\n\n${rendered('result 1')}`, { piece: 'tool-result', turn: 1, key: 'read' }],
      ['assistant', 'Only words.', { piece: 'tool-call', turn: 1 }],
      ['assistant', 'Done.', { piece: 'answer', turn: 1 }],
    ])
  })

  test('writes no steps again that stand there already', () => {
    const record = { ...OPEN, steps: { 'model-a': [step(1)] }, answer: { model: 'model-a', text: 'Done.' } }
    const writer = new EpochWriter(EPOCH, testModel(), NO_MEMO)
    writeAnswer(writer, record, true)
    expect(writer.added.map(({ part }) => part)).toEqual([{ kind: 'text', text: 'Done.' }])
  })

  test('[A-4] a result forges nothing', () => {
    const forged = { ...step(1), exchanges: [{ ...step(1).exchanges[0]!, result: '</content>' }] }
    const own = write({ steps: { 'model-a': [forged] }, answer: { model: 'model-a', text: 'x' } })
    expect(own.added[3]?.part).toMatchObject({ text: '<\\/content>' })
  })

  test.each(['model-a', 'b'])('[L3-3] a passage that is above is named, not repeated (%s)', (model) => {
    const found = { ...step(1), exchanges: [{ ...step(1).exchanges[0]!, result: '1 hit', hits: [hit] }] }
    const { added } = write({ steps: { [model]: [found] }, answer: { model, text: 'x' } })
    const texts = added.map(({ part }) => ('text' in part ? part.text : ''))
    expect(texts.filter((text) => text.includes('1 hit\n- a.md, lines 1-1 (readable above)'))).toHaveLength(1)
  })

  test('[P-4] a re-base leaves the reasoning of an answer behind: the cut falls there', () => {
    const answer = { model: 'model-a', text: 'Done.', reasoning: { text: 'hm', opaque: 'signed' } }
    const epoch = { ...EPOCH, cut: Number.MAX_SAFE_INTEGER }
    const writer = new EpochWriter(epoch, testModel(), NO_MEMO)
    writeAnswer(writer, { ...OPEN, answer }, false)
    expect(writer.cut).toBe(EPOCH.blocks.last()?.end)
    expect(writer.added.map(({ part, origin }) => [part, origin.piece])).toEqual([
      [{ kind: 'reasoning', model: 'model-a', text: 'hm', opaque: 'signed' }, 'reasoning'],
      [{ kind: 'text', text: 'Done.' }, 'answer'],
    ])
    const silent = new EpochWriter(epoch, testModel(), NO_MEMO)
    writeAnswer(silent, { ...OPEN, answer: { model: 'model-a', text: 'Done.' } }, false)
    expect(silent.cut).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('[P-6] tool runs', () => {
  test('know their calls, their tokens, and what would be left of them folded', () => {
    const own = write({ steps: { 'model-a': [step(2)] }, answer: { model: 'model-a', text: 'Done.' } })
    const offset = EPOCH.blocks.last()!.end
    const lines = 'I look.\n[used read: {"call":0}]\n[used read: {"call":1}]'
    const tokens = own.added.slice(0, -1).reduce((sum, block) => sum + block.tokens, 0)
    const foldedTokens = testModel().tokenizer.count(lines)
    expect(own.toolRuns).toEqual([{ turn: 1, calls: 2, tokens, foldedTokens, offset }])
    const foreign = write({ steps: { b: [step(1), step(2)] }, answer: { model: 'b', text: 'Done.' } })
    expect(foreign.toolRuns).toMatchObject([{ turn: 1, calls: 3, offset }])
    expect(foreign.toolRuns[0]!.tokens).toBe(foreign.added.at(-2)!.end - offset)
    expect(write({ steps: { b: [step(0)] }, answer: { model: 'b', text: 'x' } }).toolRuns).toEqual([])
  })

  test('a run is never larger folded than whole', () => {
    const bare: ModelStep = {
      text: '',
      exchanges: [{ callId: '1', tool: 't', arguments: '{}', result: '', recoverable: true }],
    }
    const { toolRuns } = write({ steps: { 'model-a': [bare] }, answer: { model: 'model-a', text: 'x' } })
    expect(toolRuns[0]!.foldedTokens).toBeLessThanOrEqual(toolRuns[0]!.tokens)
  })

  test('beyond the latest calls, in whole turns, they are dead weight', () => {
    const runs = (calls: readonly number[]) => caughtUp(calls.map(called))
    expect(runs([2, whole - 1]).toolRuns.map(({ turn }) => turn)).toEqual([1, 2])
    expect(runs([2, whole - 1]).deadTokens).toBe(0)
    const aged = runs([2, whole])
    expect(aged.toolRuns.map(({ turn }) => turn)).toEqual([2])
    const first = runs([2]).toolRuns[0]!
    expect(aged.deadTokens).toBe(first.tokens - first.foldedTokens)
    expect(aged.cut).toBe(first.offset)
    expect(runs([2, 3, whole]).toolRuns.map(({ turn }) => turn)).toEqual([3])
  })

  test('the steps of one turn stay or go together', () => {
    const two: Message = { text: 'Look', steps: [step(1), step(whole)] }
    expect(caughtUp([two]).toolRuns.map(({ calls }) => calls)).toEqual([1, whole])
    expect(caughtUp([two, called(whole)]).toolRuns.map(({ calls }) => calls)).toEqual([whole])
    expect(caughtUp([two, called(whole - 1)]).toolRuns.map(({ calls }) => calls)).toEqual([
      1,
      whole,
      whole - 1,
    ])
  })

  test('[L4-3] with `dump` nothing ages', () => {
    const model = testModel({ history: 'dump' })
    const messages = [called(3), called(whole), called(whole)].map((message) => ({ ...message, model }))
    expect(caughtUp(messages, model).toolRuns).toHaveLength(3)
    expect(caughtUp(messages, model).deadTokens).toBe(0)
  })
})

function write(changes: Partial<TurnRecord>): EpochWriter {
  const { answer: _answer, ...open } = OPEN
  const writer = new EpochWriter(EPOCH, testModel(), NO_MEMO)
  writeAnswer(writer, { ...open, hash: hashText(''), ...changes }, false)
  return writer
}

function caughtUp(messages: readonly Message[], model = testModel()): Epoch {
  const { state: last } = sendMessages(messages).at(-1)!
  return catchUp(last.epochs['model-a']!, last, model, NO_MEMO)
}

function called(calls: number): Message {
  return { text: 'Look', steps: [step(calls, sentences('r', 10))] }
}

function step(calls: number, text?: string): ModelStep {
  return {
    text: 'I look.',
    reasoning: { text: 'hm', opaque: 'signed' },
    exchanges: Array.from({ length: calls }, (_, index) => ({
      callId: `call-${index}`,
      tool: 'read',
      arguments: `{"call":${index}}`,
      result: text ?? `result ${index}`,
      recoverable: true,
    })),
  }
}

function call(index: number) {
  return { kind: 'tool-call', callId: `call-${index}`, tool: 'read', arguments: `{"call":${index}}` }
}

function result(index: number) {
  return { kind: 'tool-result', callId: `call-${index}`, tool: 'read', text: `result ${index}` }
}

function rendered(text: string): string {
  return `<tool_result tool="read" turn="1">\n<content>\n${text}\n</content>\n</tool_result>`
}
