import { messagesOf } from '@varve/engine'
import { describe, expect, test } from 'vitest'
import { loadReplayModels } from './replay-models.ts'
import { readTraceLines } from './read-trace.ts'
import { type ReplayOptions, type Replayed, type ReplayedTurn, replayTurns } from './replay-trace.ts'

const models = await loadReplayModels({ provider: 'anthropic' })

type Line = Readonly<Record<string, unknown>>

function replay(lines: readonly Line[], options: Partial<ReplayOptions> = {}): readonly Replayed[] {
  const text = lines.map((line, index) =>
    JSON.stringify({
      conversation: 'c',
      turn: index + 1,
      user: `question ${index + 1}`,
      assistant: 'ok',
      ...line,
    }),
  )
  return [...replayTurns(readTraceLines(text), { models, ...options })]
}

function turnsOf(lines: readonly Line[], options: Partial<ReplayOptions> = {}): readonly ReplayedTurn[] {
  return replay(lines, options).map((replayed) => {
    if (replayed.kind === 'malformed') throw new Error(`line ${replayed.line}: ${replayed.reason}`)
    return replayed
  })
}

/** Everything that the last call of a turn would send, as one text. */
function sent(turn: ReplayedTurn | undefined): string {
  return JSON.stringify(messagesOf(turn?.plans.at(-1) ?? { blocks: [] }))
}

const NOTE = { kind: 'note', path: 'spec.md', content: 'The limit is 40 requests.' }

describe('content', () => {
  test('an entry without content uses the last content of its key', () => {
    const [, second, third] = turnsOf([
      { attach: [NOTE] },
      { attach: [{ kind: 'note', path: './spec.md' }] },
      { attach: [{ path: 'spec.md' }] },
    ])
    for (const turn of [second, third]) {
      expect(sent(turn)).toContain('spec.md (given above, turn 1)')
      expect(sent(turn).split('The limit is 40 requests.')).toHaveLength(2)
    }
  })

  test('[P-5] different content under a known key is an edit', () => {
    const [, second] = turnsOf([
      { attach: [NOTE] },
      { attach: [{ ...NOTE, content: 'The limit is 60 requests.' }] },
    ])
    expect(sent(second)).toContain('<context_update path=')
    expect(sent(second)).toContain('60 requests')
  })

  test('a selection without content uses the last one of that path and lines', () => {
    const first = { kind: 'selection', path: 'a.md', lines: [3, 9], content: 'chosen words' }
    const other = { kind: 'selection', path: 'a.md', lines: [4, 9], content: 'other words' }
    const [, second] = turnsOf([
      { attach: [first, other] },
      { attach: [{ kind: 'selection', path: 'a.md', lines: [3, 9] }] },
    ])
    expect([...(second?.envelope.layers.L3.segments ?? [])].map(({ key }) => key)).toEqual([
      expect.stringMatching(/^a\.md#L3-9@/),
    ])
    expect(second?.envelope.statistics.kept).toBe(2)
  })

  test('an observed change is sent once, and is the content of a later entry', () => {
    const [, second, third] = turnsOf([
      { attach: [NOTE] },
      { observed: [{ path: 'spec.md', content: 'The limit is 60 requests.' }] },
      { attach: [{ path: 'spec.md' }] },
    ])
    expect(sent(second)).toContain('changed since turn 1: spec.md')
    expect(sent(second)).not.toContain('60 requests')
    expect(sent(third)).toContain('60 requests')
  })

  test('an observed file may be known by hash only', () => {
    const [, second] = turnsOf([
      { attach: [NOTE] },
      { observed: [{ key: 'spec.md', hash: 'ab'.repeat(32) }] },
    ])
    expect(sent(second)).toContain('changed since turn 1: spec.md')
  })

  test('marks the active note as such, even if the turn does not list it', () => {
    const [first, second] = turnsOf([{ attach: [NOTE], active: 'spec.md' }, { active: 'spec.md' }])
    expect(sent(first)).toContain('<active_note')
    expect(sent(second)).toContain('spec.md (given above, turn 1; the active note)')
  })

  test('reports a missing active note instead of guessing', () => {
    const [only] = turnsOf([{ active: 'lost.md' }])
    expect(only?.warnings).toEqual([expect.stringContaining('"lost.md" was never given')])
  })

  test.each([
    [{ kind: 'note', path: 'spec.md' }, 'the note "spec.md" has no content'],
    [{ kind: 'selection', path: 'a.md', lines: [1, 2] }, 'the selection "a.md", lines 1-2 has no content'],
    [{ kind: 'hologram', path: 'a', content: '' }, '"hologram" is not a kind'],
    [{ kind: 'constructor', path: 'a', content: '' }, '"constructor" is not a kind'],
    [{ kind: 'note', path: '../../etc/passwd', content: 'x' }, 'leaves the workspace'],
    [{ kind: 'url', url: 'not an address', content: 'x' }, 'is not an absolute URL'],
    [{ kind: 'note', content: 'x' }, 'needs a path'],
  ])('%j is malformed, by line and place', (entry, reason) => {
    const replayed = replay([{}, { attach: [NOTE, entry].slice(1) }])
    expect(replayed.map(({ kind }) => kind)).toEqual(['turn', 'malformed'])
    expect(replayed[1]).toMatchObject({ line: 2, reason: expect.stringContaining(reason) })
    expect(replayed[1]).toMatchObject({ reason: expect.stringContaining('attach[0]: ') })
  })
})

describe('settings', () => {
  test('system, memory, project and tools stay until they change', () => {
    const toolDefs = [{ name: 'read', description: 'Reads', parameters: { type: 'object' } }]
    const [, second, third] = turnsOf([
      { system: 'Be brief.', memory: '- tea', project: { name: 'p', instructions: 'Use metres.' }, toolDefs },
      {},
      { system: 'Be long.' },
    ])
    for (const words of ['Be brief.', '- tea', 'Use metres.']) expect(sent(second)).toContain(words)
    expect(second?.plans[0]?.tools.map(({ name }) => name)).toEqual(['read'])
    expect(sent(third)).toContain('Be long.')
    expect(third?.plans[0]?.epoch.reason).toBe('agent')
  })

  test('guidance applies to its turn only', () => {
    const [first, second] = turnsOf([{ guidance: 'Mind the law of contracts.' }, {}])
    expect(sent(first)).toContain('law of contracts')
    expect(second?.envelope.layers.L3.segments.length).toBe(0)
  })

  test('pin keeps a key attached, forget removes it', () => {
    const [, second, third] = turnsOf([{ attach: [NOTE], pin: ['spec.md'] }, {}, { forget: ['./spec.md'] }])
    expect(second?.envelope.statistics.attached).toBe(1)
    expect(sent(third)).not.toContain('40 requests')
    expect(third?.plans[0]?.epoch.reason).toBe('forgotten')
  })

  test('[P-3] a turn names its model; others use the given one', () => {
    const turns = turnsOf([{ model: 'a' }, {}, { model: 'a' }], { model: 'm' })
    expect(turns.map(({ model }) => model.name)).toEqual(['a', 'm', 'a'])
    expect(turns[1]?.plans[0]?.epoch.reason).toBe('model-switch')
    expect(turns[2]?.plans[0]?.divergence.reason).toBe('none')
    expect(turnsOf([{ model: 'a' }], { model: 'm', oneModel: true })[0]?.model.name).toBe('m')
  })
})

describe('tools', () => {
  const tools = [
    { name: 'search', args: { query: 'x' }, result: 'three hits' },
    { name: 'read', args: { path: 'a.md' }, result: 'text of a' },
  ]

  test('are messages of an agent: one more call each', () => {
    const [only] = turnsOf([{ tools }])
    expect(only?.plans).toHaveLength(3)
    const roles = messagesOf(only?.plans.at(-1) ?? { blocks: [] }).map(({ role }) => role)
    expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool'])
    expect(only?.plans[0]?.tools.map(({ name }) => name)).toEqual(['read', 'search'])
  })

  test('of one step run in parallel', () => {
    const [only] = turnsOf([{ tools: tools.map((tool) => ({ ...tool, step: 1, text: 'Looking.' })) }])
    expect(only?.plans).toHaveLength(2)
    expect(sent(only).split('Looking.')).toHaveLength(2)
  })

  test('are in the user message with the runner plus', () => {
    const [only] = turnsOf([{ tools }], { runner: 'plus' })
    expect(only?.plans).toHaveLength(1)
    expect(sent(only)).toContain('<tool_result tool=\\"search\\" turn')
    expect(only?.plans[0]?.tools).toEqual([])
  })

  test('[P-2] of a conversation never change, though later turns use others', () => {
    const turns = turnsOf([{ tools: tools.slice(0, 1) }, { tools: tools.slice(1) }])
    const plans = turns.flatMap((turn) => turn.plans)
    expect(plans.map(({ divergence }) => divergence.reason)).not.toContain('tools')
    expect(new Set(plans.map((plan) => JSON.stringify(plan.tools))).size).toBe(1)
  })

  test('arguments become a JSON object in canonical form', () => {
    const args = [{ b: 1, a: 2 }, '{"b":1,"a":2}', undefined, 'plain']
    const [only] = turnsOf([{ tools: args.map((one) => ({ name: 'x', args: one, result: { n: 1 } })) }])
    const calls = messagesOf(only?.plans.at(-1) ?? { blocks: [] }).flatMap(({ parts }) => parts)
    expect(calls.flatMap((part) => (part.kind === 'tool-call' ? [part.arguments] : []))).toEqual([
      '{"a":2,"b":1}',
      '{"a":2,"b":1}',
      '{}',
      '{"input":"plain"}',
    ])
    expect(calls.find((part) => part.kind === 'tool-result')).toMatchObject({ text: '{"n":1}' })
  })
})

describe('branches', () => {
  test('a turn continues its parent, ignoring what came between', () => {
    const turns = turnsOf([{}, { user: 'the dead end' }, { parent: 1 }, {}])
    expect(sent(turns[2])).not.toContain('dead end')
    expect(sent(turns[2])).toContain('question 1')
    expect(sent(turns[3])).toContain('question 3')
    expect(turns.map(({ plans }) => plans[0]?.branch)).toEqual(['main', 'main', 'branch-3', 'branch-3'])
  })

  test('parent 0 starts over', () => {
    expect(sent(turnsOf([{}, { parent: 0 }])[1])).not.toContain('question 1')
  })

  test('a question asked again may keep its number if it names its parent', () => {
    const turns = turnsOf([
      {},
      { turn: 2, user: 'first try' },
      { turn: 2, parent: 1, user: 'second try' },
      { turn: 3 },
    ])
    expect(sent(turns[3])).toContain('second try')
    expect(sent(turns[3])).not.toContain('first try')
  })

  test.each([
    [[{}, { turn: 1 }], 'turn 1 was given before'],
    [[{}, { parent: 9 }], 'there is no turn 9 before this one'],
    [[{}, { turn: 2, parent: 2 }], 'there is no turn 2 before this one'],
  ])('%j is malformed', (lines, reason) => {
    expect(replay(lines).at(-1)).toMatchObject({
      kind: 'malformed',
      line: 2,
      reason: expect.stringContaining(reason),
    })
  })

  test('conversations are independent', () => {
    const turns = turnsOf([{ attach: [NOTE] }, { conversation: 'd', turn: 1 }, { turn: 2 }])
    expect(sent(turns[1])).not.toContain('spec.md')
    expect(sent(turns[2])).toContain('spec.md')
    expect(
      replay([{ attach: [NOTE] }, { conversation: 'd', attach: [{ path: 'spec.md' }] }]).at(-1),
    ).toMatchObject({
      kind: 'malformed',
    })
  })
})

test('[B-2] a turn over the budget says so, and the conversation continues', async () => {
  const small = await loadReplayModels({ provider: 'anthropic', window: 2000 })
  const turns = turnsOf([{ attach: [{ kind: 'paste', content: 'word '.repeat(5000) }] }, {}], {
    models: small,
  })
  expect(turns[0]?.failure?.details.needed).toBeGreaterThan(2000)
  expect(turns[0]?.plans).toEqual([])
  expect(turns).toHaveLength(2)
})

test('unanswered and failed turns stay as they are', () => {
  const turns = turnsOf([{ assistant: null, error: { status: 500 } }, {}])
  expect(turns[1]?.envelope.warnings).toEqual([expect.objectContaining({ kind: 'unanswered-turn' })])
})

test('reports a turn earlier than its predecessor', () => {
  const times = ['2026-01-05T09:00:00Z', '2026-01-05T08:59:00Z', undefined, '2026-01-05T08:59:00Z']
  const warnings = turnsOf(times.map((at) => ({ at }))).map((turn) => turn.warnings)
  expect(warnings).toEqual([[], [expect.stringContaining('is earlier than the turn before it')], [], []])
})
