import { describe, expect, test } from 'vitest'
import { hashText } from '../artifact/hash.ts'
import { DEFAULT_PROFILES } from '../cache/default-profiles.ts'
import { readRequest } from '../plan/explaining/read-request.ts'
import { messagesOf } from '../plan/messages-of.ts'
import { passageArtifact } from '../plan/writing/used-artifacts.ts'
import type { ModelStep, SearchHit } from '../state/state.ts'
import { parseState } from '../state/parse-state.ts'
import { serializeState } from '../state/serialize-state.ts'
import { step } from '../step/step.ts'
import {
  countOf,
  newConversation,
  note,
  requestText,
  sendMessage,
  type Sent,
  testModel,
} from '../testing/walkthroughs/send-message.ts'

const folding = testModel({ toolOutput: 'fold' })
const plan = note('plan.md', `# Plan\n\n${'A line of the plan.\n'.repeat(60)}`)

const hit = (key: string, text: string, line = 4): SearchHit => ({
  key,
  contentHash: hashText(`all of ${key}`),
  lines: [line, line + 2],
  text,
})

/** One step: a file read whole, a part of another, and a search with two passages. */
const looking: ModelStep = {
  text: 'Let me look.',
  exchanges: [
    { callId: '1', tool: 'read', arguments: '{"path":"plan.md"}', result: plan.content, file: plan },
    {
      callId: '2',
      tool: 'read',
      arguments: '{"path":"log.md"}',
      result: 'Lines 8-10 of the log',
      passage: hit('log.md', 'Lines 8-10 of the log', 8),
    },
    {
      callId: '3',
      tool: 'localSearch',
      arguments: '{"query":"date"}',
      result: '',
      hits: [hit('dates.md', 'The launch is on 12 May.'), hit('other.md', 'Nothing about it. '.repeat(20))],
    },
  ].map((exchange) => ({ ...exchange, recoverable: true })),
}

function ask(changes: Partial<Parameters<typeof sendMessage>[1]> = {}): Sent {
  const cited = [{ key: 'dates.md', lines: [5, 5] as const }]
  return sendMessage(newConversation(), {
    text: 'When is the launch?',
    steps: [looking],
    cited,
    model: folding,
    ...changes,
  })
}

const keysOf = ({ envelope }: Sent): readonly string[] =>
  [...envelope.layers.L2.segments].map(({ artifact }) => artifact.key)

describe('[P-6] what an answer used', () => {
  test('stays from the next turn on: the file read whole, the part of one, the passage cited', () => {
    const next = sendMessage(ask().state, { text: 'And then?', model: folding })
    const part = passageArtifact(hit('log.md', 'Lines 8-10 of the log', 8)).key
    const cited = passageArtifact(hit('dates.md', 'The launch is on 12 May.')).key
    expect(keysOf(next)).toEqual(['plan.md', part, cited])
    expect(cited).toMatch(/^dates\.md#L4-6@[0-9a-f]{16}$/)
    const { current } = readRequest(messagesOf(next.plan))
    expect(current.get('plan.md')).toBe(plan.content)
    expect(current.get(cited)).toBe('The launch is on 12 May.')
    const text = requestText(next.plan)
    expect(countOf(text, plan.content)).toBe(1)
    expect(text).not.toContain('Nothing about it.')
    expect(text).toContain('[used localSearch: {"query":"date"}]')
    expect(messagesOf(next.plan).some(({ role }) => role === 'tool')).toBe(false)
  })

  test('[P-2] the request begins with what was sent before the tools were called', () => {
    const first = ask()
    const next = sendMessage(first.state, { text: 'And then?', model: folding })
    const sent = messagesOf(first.plan)
    expect(messagesOf(next.plan).slice(0, sent.length)).toEqual(sent)
  })

  test('a mark stands where the fold will begin', () => {
    const model = testModel({ toolOutput: 'fold', profile: DEFAULT_PROFILES.anthropic, id: 'claude' })
    const long = note('long.md', 'A long line of a note. '.repeat(1000))
    const { plans } = ask({ model, attach: [long] })
    const [first, second] = plans
    expect(second?.marks).toContain((first?.blocks.length ?? 0) - 1)
  })

  test('nothing stays where the user switched it off, or where nothing was cited', () => {
    const off = sendMessage(ask().state, { text: 'And then?', model: folding, keepUsed: false })
    expect(keysOf(off)).toEqual([])
    const [, , search] = looking.exchanges
    const searched = { ...looking, exchanges: search ? [search] : [] }
    const uncited = ask({ steps: [searched], cited: [] })
    expect(keysOf(sendMessage(uncited.state, { text: 'And then?', model: folding }))).toEqual([])
  })

  test('[L3-1] a file that was read is attached by reference, and an edit of it is an update', () => {
    const next = sendMessage(ask().state, { text: 'And then?', model: folding })
    const again = sendMessage(next.state, { text: 'Look at it', attach: [plan], model: folding })
    expect(requestText(again.plan)).toContain('- plan.md (given above, turn 2)')
    const edited = note('plan.md', `${plan.content}One more line.\n`)
    const last = sendMessage(again.state, { text: 'Now?', attach: [edited], model: folding })
    expect(requestText(last.plan)).toContain('<context_update path="plan.md" from="2" to="4">')
    expect(readRequest(messagesOf(last.plan)).current.get('plan.md')).toBe(edited.content)
  })

  test('a file that the next message attaches stands once', () => {
    const next = sendMessage(ask().state, { text: 'And then?', attach: [plan], model: folding })
    expect(countOf(requestText(next.plan), plan.content)).toBe(1)
  })

  test('a newer version that a tool read is an update of the one that is kept', () => {
    const older = note('plan.md', plan.content.replace('A line of the plan.', 'An old line.'))
    const next = sendMessage(ask({ attach: [older] }).state, { text: 'And then?', model: folding })
    expect(requestText(next.plan)).toContain('<context_update path="plan.md" from="1" to="2">')
    expect(readRequest(messagesOf(next.plan)).current.get('plan.md')).toBe(plan.content)
  })

  test('[A-6] forgotten, it is gone from tool results too', () => {
    const next = sendMessage(ask().state, { text: 'And then?', model: testModel() })
    const keys = keysOf(next)
    const gone = sendMessage(next.state, { text: 'Forget it', forget: keys, model: testModel() })
    expect(keysOf(gone)).toEqual([])
    for (const text of [plan.content.slice(0, 40), 'The launch is on 12 May.', 'Lines 8-10 of the log'])
      expect(requestText(gone.plan)).not.toContain(text)
  })

  test('[A-6] a file that is forgotten takes the passages of it along', () => {
    const next = sendMessage(ask().state, { text: 'And then?', model: folding })
    const gone = sendMessage(next.state, { text: 'Forget it', forget: ['dates.md'], model: folding })
    expect(keysOf(gone).some((key) => key.startsWith('dates.md'))).toBe(false)
    expect(requestText(gone.plan)).not.toContain('The launch is on 12 May.')
  })

  test('[P-3] another model that joins later reads it too', () => {
    const next = sendMessage(ask().state, { text: 'And then?', model: folding })
    const other = testModel({ toolOutput: 'fold', id: 'model-b' })
    const joined = sendMessage(next.state, { text: 'You too', model: other })
    expect(readRequest(messagesOf(joined.plan)).current.get('plan.md')).toBe(plan.content)
  })

  test('[E-4] a stored conversation goes on with the same bytes', () => {
    const { state } = ask()
    const { root, objects } = serializeState(state)
    const parsed = parseState(structuredClone(root), (hash) => objects.get(hash))
    if (parsed.kind !== 'state') throw new Error(parsed.reason)
    const live = sendMessage(state, { text: 'And then?', model: folding })
    const read = sendMessage(parsed.state, { text: 'And then?', model: folding })
    expect(messagesOf(read.plan)).toEqual(messagesOf(live.plan))
    expect(read.envelope.contentHash).toBe(live.envelope.contentHash)
  })

  test('a turn that was never answered leaves nothing', () => {
    const open = ask({ answer: null })
    const { state } = step(open.state, {
      kind: 'turn',
      turnId: 'turn-2',
      at: 1_800_000_000_000,
      text: 'Again',
      sections: [],
      models: [folding],
    })
    expect(state.library.length).toBe(0)
  })
})
