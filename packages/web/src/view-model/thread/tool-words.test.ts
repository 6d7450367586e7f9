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

test('what runs is said in -ing with what it is about; what is done in its own words', () => {
  expect(callLine(call({ status: 'running', summary: 'read' }))).toEqual({ verb: 'Reading', rest: 'a.md' })
  expect(callLine(call({}))).toEqual({ verb: 'Read', rest: '"a.md"' })
})

test('arguments that are no JSON and tools that nobody knows do no harm', () => {
  expect(callLine(call({ status: 'running', tool: 'dig', arguments: '{"path":' }))).toEqual({
    verb: 'Running dig',
    rest: '',
  })
  expect(toolIcon(call({ status: 'failed' }))).toBe('warn')
  // What the user said no to has not failed.
  expect(toolIcon(call({ status: 'failed', isRejected: true }))).toBe('note')
})

describe('what a person is asked', () => {
  test('before a write: the question and the change', () => {
    const preview = { path: 'a.md', before: 'x', after: 'y' }
    const asked = questionOf(
      call({ tool: 'edit', status: 'waiting', question: { text: 'Edit "a.md"', preview } }),
    )
    expect(asked).toEqual({ kind: 'approval', text: 'Edit "a.md"', preview })
  })

  test('by the model: its question, with the answers that it offers', () => {
    const asked = questionOf(
      call({ tool: 'askUser', status: 'running', arguments: '{"question":"Which?","options":["a","b"]}' }),
    )
    expect(asked).toEqual({ kind: 'question', text: 'Which?', options: ['a', 'b'] })
  })

  test('nobody is asked by what runs or is done', () => {
    expect(questionOf(call({ status: 'running' }))).toBeUndefined()
    expect(questionOf(call({ tool: 'askUser', status: 'done' }))).toBeUndefined()
  })
})

test('all arguments of a call are shown by name, however long, and text as it is', () => {
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

test('an approved plan is found, and one that was rejected or undone is not', () => {
  const path = 'Varve/plans/2026-01-02 Move.md'
  const plan = call({ tool: 'plan', changes: [{ kind: 'create', path, after: 'h' }] })
  expect(approvedPlan([call({}), plan])).toBe(path)
  expect(approvedPlan([{ ...plan, isUndone: true }])).toBeUndefined()
  expect(approvedPlan([{ ...plan, status: 'failed' }])).toBeUndefined()
})
