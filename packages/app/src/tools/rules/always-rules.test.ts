import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alwaysRules } from './always-rules.ts'
import { type ApprovalPolicy, approvalFor } from './approval-for.ts'

const ACT: ApprovalPolicy = { mode: 'act', rules: [], untrusted: false }
const edit = (path: string) => ({ tool: 'edit', arguments: { path, edits: [{ old: 'a', new: 'b' }] } })
const write = (path: string) => ({ tool: 'write', arguments: { path, content: 'x' } })

describe('what is always allowed', () => {
  test('the tool, for what the call names and for nothing else', () => {
    expect(alwaysRules(write('plan.md'), ACT)).toEqual([{ tool: 'write', path: '/plan.md', decision: 'run' }])
    expect(alwaysRules({ tool: 'mv', arguments: { from: 'a.md', to: 'b/[c]*.md' } }, ACT)).toEqual([
      { tool: 'mv', path: '/a.md', decision: 'run' },
      { tool: 'mv', path: 'b/[[]c][*].md', decision: 'run' },
    ])
    const rules = alwaysRules(write('plan.md'), ACT)
    expect(approvalFor(write('plan.md'), { ...ACT, rules })).toBe('run')
    for (const other of [
      write('old/plan.md'),
      write('plan.md.md'),
      { tool: 'rm', arguments: { path: 'plan.md' } },
    ])
      expect(approvalFor(other, { ...ACT, rules })).toBe('ask')
  })

  test('any path is for itself only, whatever characters it has', () => {
    const path = fc
      .array(fc.stringMatching(/^[a-z*?{}[\]!^,-]{1,6}$/), { minLength: 1, maxLength: 3 })
      .map((names) => `${names.join('/')}.md`)
    fc.assert(
      fc.property(path, path, (one, other) => {
        const rules = alwaysRules(write(one), ACT)
        expect(rules).toHaveLength(1)
        expect(approvalFor(write(one), { ...ACT, rules })).toBe('run')
        expect(approvalFor(write(other), { ...ACT, rules })).toBe(one === other ? 'run' : 'ask')
      }),
    )
  })

  test('nothing where it would ask all the same: untrusted content, a stricter rule, what shapes chats', () => {
    expect(alwaysRules(write('plan.md'), { ...ACT, untrusted: true })).toEqual([])
    expect(
      alwaysRules(write('plan.md'), { ...ACT, rules: [{ tool: '*', path: '*.md', decision: 'ask' }] }),
    ).toEqual([])
    expect(alwaysRules(write('AGENTS.md'), ACT)).toEqual([])
    expect(alwaysRules(write('Varve/agents/a.agent.md'), ACT)).toEqual([])
    expect(alwaysRules({ tool: 'memory', arguments: { add: 'x' } }, ACT)).toEqual([])
    expect(alwaysRules({ tool: 'nonsense', arguments: {} }, ACT)).toEqual([])
    expect(alwaysRules(edit('plan.md'), ACT)).toHaveLength(1)
    expect(alwaysRules(edit('plan.md'), { ...ACT, mode: 'ask' })).toEqual([])
  })
})
