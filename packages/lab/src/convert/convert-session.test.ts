import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readTraceLines } from '../replay/read-trace.ts'
import { loadReplayModels } from '../replay/replay-models.ts'
import { replayTurns } from '../replay/replay-trace.ts'
import { convertSession } from './convert-session.ts'
import type { ConvertedSession } from './converted-turn.ts'

function convert(from: 'pi' | 'tau' | 'sweagent', text: string): ConvertedSession {
  const result = convertSession({ text, from, name: 'run' })
  if (result.kind === 'malformed') throw new Error(result.reason)
  return result
}

const USAGE = { input: 3, output: 5, cacheRead: 7, cacheWrite: 11 }

describe('a pi session', () => {
  const lines = [
    { type: 'session', id: 's1' },
    {
      type: 'message',
      message: { role: 'user', content: [{ type: 'text', text: 'look' }], timestamp: 1000 },
    },
    {
      type: 'message',
      message: {
        role: 'assistant',
        model: 'm',
        timestamp: 2000,
        usage: USAGE,
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'toolCall', id: 't1', name: 'read', arguments: { path: 'a' } },
          { type: 'toolCall', id: 't2', name: 'read', arguments: { path: 'b' } },
        ],
      },
    },
    {
      type: 'message',
      message: { role: 'toolResult', toolCallId: 't1', content: [{ type: 'text', text: 'A' }] },
    },
    {
      type: 'message',
      message: {
        role: 'assistant',
        timestamp: 9000,
        content: [{ type: 'text', text: 'Done.' }],
        usage: USAGE,
      },
    },
    { type: 'thinking_level_change', thinkingLevel: 'high' },
    { type: 'message', message: { role: 'user', content: 'stop', timestamp: 10_000 } },
  ]
  const text = lines.map((line) => JSON.stringify(line)).join('\n')

  test('has a turn per question, with steps, times and costs', () => {
    const { turns, losses } = convert('pi', text)
    expect(turns[0]).toEqual({
      conversation: 's1',
      turn: 1,
      at: '1970-01-01T00:00:02.000Z',
      tools: [
        {
          name: 'read',
          args: { path: 'a' },
          result: 'A',
          step: 0,
          text: 'Looking.',
          at: '1970-01-01T00:00:09.000Z',
        },
      ],
      user: 'look',
      assistant: 'Done.',
      reported: [USAGE, USAGE],
    })
    expect(turns[1]).toMatchObject({ turn: 2, user: 'stop', reported: [] })
    expect(turns[1]).not.toHaveProperty('assistant')
    expect(losses).toEqual(['1 tool calls that never got a result'])
  })

  test('names a foreign line', () => {
    expect(convertSession({ text: `${text}\n[]`, from: 'pi', name: 'x' })).toMatchObject({
      kind: 'malformed',
      line: 8,
    })
  })
})

const CALL = { id: 'c1', function: { name: 'find', arguments: '{"q":1}' } }

test('a tau run has a turn per user message, and its system text once', () => {
  const traj = [
    { role: 'system', content: 'policy' },
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: null, tool_calls: [CALL] },
    { role: 'tool', tool_call_id: 'c1', name: 'find', content: 'hit' },
    { role: 'assistant', content: 'found' },
    { role: 'user', content: 'bye' },
  ]
  expect(convert('tau', JSON.stringify([{ task_id: 4, trial: 1, traj }])).turns).toEqual([
    {
      conversation: 'tau-4-1',
      turn: 1,
      system: 'policy',
      tools: [{ name: 'find', args: '{"q":1}', result: 'hit', step: 0 }],
      user: 'hi',
      assistant: 'found',
    },
    { conversation: 'tau-4-1', turn: 2, user: 'bye' },
  ])
})

test('a SWE-agent run that acts in text becomes tool calls', () => {
  const history = [
    { role: 'system', content: 'setting' },
    { role: 'user', content: 'demonstration' },
    { role: 'user', content: 'the issue' },
    { role: 'assistant', content: 'I list.\n```\nls\n```', thought: 'I list.', action: 'ls' },
    { role: 'user', content: 'a.py' },
    { role: 'assistant', content: 'submit', action: 'submit' },
  ]
  expect(convert('sweagent', JSON.stringify({ history })).turns).toEqual([
    {
      conversation: 'run',
      turn: 1,
      system: 'setting',
      tools: [{ name: 'run', args: { command: 'ls' }, result: 'a.py', step: 0, text: 'I list.' }],
      user: 'demonstration\n\nthe issue',
      assistant: 'submit',
    },
  ])
})

const data = fileURLToPath(new URL('../../../../../shared/data/traj', import.meta.url))

// Skipped where the data from outside is not beside the repository.
describe.skipIf(!existsSync(data))('real sessions', () => {
  test('become traces that replay without invalid lines', async () => {
    const models = await loadReplayModels({ provider: 'anthropic' })
    const sessions = [
      convert('pi', readFileSync(join(data, 'pi-large-session.jsonl'), 'utf8')),
      convert('tau', readFileSync(join(data, 'tau-gpt-4o-airline.json'), 'utf8')),
      ...readdirSync(join(data, 'sweagent')).map((file) =>
        convert('sweagent', readFileSync(join(data, 'sweagent', file), 'utf8')),
      ),
    ]
    for (const { turns } of sessions) {
      const trace = readTraceLines(turns.map((turn) => JSON.stringify(turn)))
      expect(trace.malformed).toBeUndefined()
      const replayed = [...replayTurns(trace, { models })]
      expect(replayed.map(({ kind }) => kind)).toEqual(turns.map(() => 'turn'))
    }
  })

  test('the pi session keeps every billed call', () => {
    const { turns } = convert('pi', readFileSync(join(data, 'pi-large-session.jsonl'), 'utf8'))
    const reported = turns.flatMap((turn) => turn.reported ?? [])
    expect(reported).toHaveLength(453)
    expect(reported.reduce((sum, { cacheRead }) => sum + cacheRead, 0)).toBe(43_229_469)
  })
})
