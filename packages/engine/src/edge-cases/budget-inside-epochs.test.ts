import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../budget/limits.ts'
import { messagesOf } from '../plan/messages-of.ts'
import { readRequest } from '../plan/explaining/read-request.ts'
import type { ToolExchange } from '../state/state.ts'
import {
  countOf,
  type Message,
  newConversation,
  note,
  requestText,
  type Sent,
  sendAll,
  sendMessage,
  sendMessages,
  testModel,
} from '../testing/walkthroughs/send-message.ts'
import { longNote, sentences } from '../testing/edge-cases/long-note.ts'

describe('[B-2] inside an epoch', () => {
  test('a conversation that reaches the limit begins an epoch for `compaction` and appends again', () => {
    const model = testModel({ window: 10_000 })
    let sent = sendAll([{ text: 'zero', model }])
    const reasons: string[] = []
    for (let turn = 1; turn <= 6; turn += 1) {
      sent = sendMessage(sent.state, { text: `turn ${turn}`, attach: [longNote(`note-${turn}`)], model })
      if (sent.plan.epoch.startedTurn === turn + 1) reasons.push(sent.plan.epoch.reason)
    }
    expect(new Set(reasons)).toEqual(new Set(['compaction']))
    expect(reasons.length).toBeLessThan(6)
  })

  test('what was compacted is whole again when it is attached', () => {
    const model = testModel({ window: 9000 })
    const names = ['a', 'b', 'c', 'd']
    const full = sendAll(names.map((name) => ({ text: name, attach: [longNote(name)], model })))
    expect(compacted(full)).toContain('a.md')
    const again = sendMessage(full.state, { text: 'Read it', attach: [longNote('a')], model })
    expect(compacted(again)).not.toContain('a.md')
    expect(readRequest(messagesOf(again.plan)).current.get('a.md')).toBe(longNote('a').content)
  })

  test('agent steps over budget age old tool results; the latest five stay whole', () => {
    const model = testModel({ window: 12_000 })
    const exchange = (call: number): ToolExchange => ({
      callId: `call-${call}`,
      tool: 'search',
      arguments: `{"page":${call}}`,
      result: sentences(`page-${call}`, 150),
      recoverable: true,
    })
    const { plans } = sendMessage(newConversation(), {
      text: 'Search all',
      model,
      steps: Array.from({ length: 12 }, (_, call) => ({ text: '', exchanges: [exchange(call)] })),
      answer: null,
    })
    expect(plans).toHaveLength(13)
    for (const plan of plans) expect(plan.tokens).toBeLessThanOrEqual(plan.budget)
    const last = plans.at(-1)!
    const results = messagesOf(last).flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'tool-result' ? [part] : [])),
    )
    expect(results).toHaveLength(12)
    for (const { callId, text } of results.slice(-5))
      expect(text).toBe(exchange(Number(callId.slice('call-'.length))).result)
    expect(results[0]?.text).toContain('[Earlier result of search,')
    expect([...last.omissions].some(([, { reason }]) => reason === 'tool-result-aged')).toBe(true)
  })

  test('a past of many small calls is counted as it stands: the epoch begins at low water', () => {
    const model = testModel({ window: 9000 })
    const call = (step: number): ToolExchange => ({
      callId: `call-${step}`,
      tool: 'read',
      arguments: `{"path":"a folder/with a name/and a file ${step}.md"}`,
      result: 'ok',
      recoverable: true,
    })
    const steps = Array.from({ length: 20 }, (_, step) => ({ text: 'I read on.', exchanges: [call(step)] }))
    const worked = [1, 2, 3, 4, 5, 6].map((turn): Message => ({ text: `Work ${turn}`, steps, model }))
    const notes: readonly Message[] = [longNote('a'), longNote('b')].map((attached) => ({
      text: 'And this?',
      attach: [attached],
      model,
    }))
    const { plan } = sendAll([...worked, ...notes, { text: 'Now', attach: [longNote('c')], model }])
    expect(plan.epoch).toMatchObject({ reason: 'compaction', startedTurn: plan.turn })
    expect(plan.tokens).toBeLessThanOrEqual(plan.budget * (LIMITS.budget.lowWater + 0.02))
  })

  test('[V-1] pictures that are not shown shorten nothing', () => {
    const model = testModel({ window: 9000 })
    const images = Array.from({ length: 20 }, (_, index) => ({
      hash: `picture ${index}`,
      mediaType: 'image/png',
      name: `${index}.png`,
    }))
    const begun = sendAll(['a', 'b', 'c'].map((name) => ({ text: name, attach: [longNote(name)], model })))
    const send = (attached: ReturnType<typeof longNote>) =>
      compacted(sendMessage(begun.state, { text: 'And this?', attach: [attached], model }))
    expect(send(longNote('d'))).toContain('a.md')
    const illustrated = send({ ...longNote('d'), images })
    expect(illustrated.filter((key) => !key.includes('#'))).toEqual(send(longNote('d')))
  })
})

describe('[L4-2] a history that must shrink', () => {
  const model = testModel({ window: 4000 })
  const talk = (turn: number): Message => ({
    text: `Question ${turn}?`,
    answer: `Answer ${turn}. ${'And so on. '.repeat(150)}`,
    model,
  })
  const talks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(talk)

  test('becomes a summary and the last two turns; the need names what a model could do better', () => {
    const sent = sendMessages(talks)
    const stripped = sent.find(({ result }) => result.needs.length > 0)
    expect(stripped?.plan.epoch.reason).toBe('compaction')
    const [need] = stripped?.result.needs ?? []
    if (need?.kind !== 'summary') throw new Error('A summary is needed.')
    const turn = stripped?.plan.turn ?? 0
    expect(need.turns.map(({ number }) => number)).toEqual(Array.from({ length: turn - 3 }, (_, i) => i + 1))
    const text = requestText(stripped!.plan)
    expect(countOf(text, '<conversation_summary>')).toBe(1)
    expect(text).toContain(`Excerpts of turns 1 to ${turn - 3}`)
    for (const kept of [turn - 2, turn - 1]) expect(text).toContain(talk(kept).answer)
    expect(text).not.toContain(talk(1).answer)
    const [summary] = text.match(/<conversation_summary>[^]*<\/conversation_summary>/) ?? ['']
    expect(model.tokenizer.count(summary)).toBeLessThanOrEqual(LIMITS.history.maximumSummaryTokens + 20)
  })

  test('what a model provides is recorded, stands instead, and is not asked for again', () => {
    const before = sendMessages(talks)
    const index = before.findIndex(({ result }) => result.needs.length > 0)
    const [need] = before[index]?.result.needs ?? []
    const state = before[index - 1]!.state
    const provided = { [need?.id ?? '']: 'They talked about questions.' }
    const asked = sendMessage(state, { ...talk(index + 1), provided })
    expect(asked.result.needs).toEqual([])
    expect(requestText(asked.plan)).toContain('They talked about questions.')
    expect(requestText(asked.plan)).not.toContain('Excerpts of')
    const recorded = { ...state, provided: asked.result.state.provided }
    const replayed = sendMessage(recorded, talk(index + 1))
    expect(replayed.plan.prefixHash).toBe(asked.plan.prefixHash)
    expect(replayed.result.needs).toEqual([])
  })
})

describe('[B-2] a steady conversation at the limit', () => {
  test.each(['auto', 'ledger'] as const)('re-bases at most once in ten turns, layout `%s`', (layout) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8000, max: 16_000 }),
        fc.integer({ min: 10, max: 12 }),
        (window, share) => {
          const model = testModel({ layout, window })
          const starts = new Set<number>()
          let state = newConversation()
          for (let turn = 1; turn <= 100; turn += 1) {
            const sent = sendMessage(state, {
              text: `Question ${turn}: what follows from note ${turn}?`,
              attach: [note(`notes/${turn}.md`, sized(turn, (window * 4 * share) / 1000))],
              answer: `From note ${turn} it follows that more is to be read.`,
              model,
            })
            expect(sent.plan.tokens).toBeLessThanOrEqual(sent.plan.budget)
            starts.add(sent.plan.epoch.startedTurn)
            state = sent.state
          }
          const sorted = [...starts]
          expect(sorted.length).toBeGreaterThan(1)
          for (const [index, start] of sorted.entries())
            if (index > 0) expect(start - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(10)
        },
      ),
      { numRuns: 4 },
    )
  })
})

function compacted({ plan }: Sent): readonly string[] {
  return [...plan.omissions].flatMap(([, { key, reason }]) => (reason === 'budget' ? [key] : []))
}

function sized(turn: number, characters: number): string {
  return `# Note ${turn}\n\n${`Sentence of note ${turn} about things. `.repeat(Math.ceil(characters / 30))}`.slice(
    0,
    characters,
  )
}
