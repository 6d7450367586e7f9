import type { ToolCallRecord } from '@varve/contract'
import { describe, expect, test } from 'vitest'
import { approvedPlan, argumentsOf, callLine, questionOf, toolIcon } from './tool-words.ts'

function call({
  look = { icon: 'note', doing: 'Reading' },
  ...change
}: Partial<ToolCallRecord>): ToolCallRecord {
  return {
    callId: 'c',
    tool: 'read',
    arguments: '{"path":"a.md"}',
    status: 'done',
    summary: 'Read "a.md"',
    ...(change.tool === undefined ? { look } : {}),
    ...change,
  }
}

test('a running step is described in -ing form with its subject, a finished one in the past', () => {
  expect(callLine(call({ status: 'running', summary: 'read' }))).toEqual({ verb: 'Reading', rest: 'a.md' })
  expect(callLine(call({}))).toEqual({ verb: 'Read', rest: '"a.md"' })
})

test('invalid JSON arguments and unknown tools are harmless', () => {
  expect(callLine(call({ status: 'running', tool: 'dig', arguments: '{"path":' }))).toEqual({
    verb: 'Running dig',
    rest: '',
  })
  expect(toolIcon(call({ status: 'failed' }))).toBe('warn')
  // What the user said no to has not failed.
  expect(toolIcon(call({ status: 'failed', isRejected: true }))).toBe('note')
})

describe('questions to the user', () => {
  test('before a write: the question and the change', () => {
    const preview = { path: 'a.md', before: 'x', after: 'y' }
    const asked = questionOf(
      call({ tool: 'edit', status: 'waiting', question: { text: 'Edit "a.md"', preview } }),
    )
    expect(asked).toEqual({ kind: 'approval', text: 'Edit "a.md"', preview })
  })

  test('from the model: its question with the offered answers', () => {
    const asked = questionOf(
      call({ tool: 'askUser', status: 'running', arguments: '{"question":"Which?","options":["a","b"]}' }),
    )
    expect(asked).toEqual({ kind: 'question', text: 'Which?', options: ['a', 'b'] })
  })

  test('running and finished steps ask nothing', () => {
    expect(questionOf(call({ status: 'running' }))).toBeUndefined()
    expect(questionOf(call({ tool: 'askUser', status: 'done' }))).toBeUndefined()
  })
})

test('shows all arguments by name, at any length, with text unescaped', () => {
  const content = 'line\n'.repeat(5000)
  const args = JSON.stringify({ path: 'plan.md', content, deep: { a: [1] } })
  expect(argumentsOf({ arguments: args })).toEqual([
    { name: 'path', text: 'plan.md' },
    { name: 'content', text: content },
    { name: 'deep', text: '{\n  "a": [\n    1\n  ]\n}' },
  ])
  expect(argumentsOf({ arguments: '{}' })).toEqual([])
  expect(argumentsOf({ arguments: 'no json' })).toEqual([{ name: 'arguments', text: 'no json' }])
})

test('finds an approved plan, but not a rejected or undone one', () => {
  const path = 'Varve/plans/2026-01-02 Move.md'
  const plan = call({ tool: 'plan', changes: [{ kind: 'create', path, after: 'h' }] })
  expect(approvedPlan([call({}), plan])).toBe(path)
  expect(approvedPlan([{ ...plan, isUndone: true }])).toBeUndefined()
  expect(approvedPlan([{ ...plan, status: 'failed' }])).toBeUndefined()
})
