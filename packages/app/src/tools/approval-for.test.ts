import type { ToolRule } from '@varve/contract'
import { describe, expect, test } from 'vitest'
import { temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { approvalFor, type ApprovalPolicy } from './call-tool.ts'
import { TOOLS } from './tools.ts'
import { readToolRules, TOOL_RULES } from './rules/tool-rules.ts'

const act: ApprovalPolicy = { mode: 'act', rules: [], untrusted: false }
const ALL: ToolRule = { tool: '*', decision: 'run' }
const CALLS: readonly (readonly [string, unknown])[] = [
  ['write', { path: 'a.md', content: 'x' }],
  ['edit', { path: 'a.md', edits: [{ old: 'a', new: 'b' }] }],
  ['rm', { path: 'a.md' }],
  ['mv', { from: 'a.md', to: 'b.md' }],
  ['touch', { path: 'a.md' }],
  ['mkdir', { path: 'x' }],
  ['fetchUrl', { url: 'https://example.org/a' }],
  ['webSearch', { query: 'x' }],
  ['memory', { add: 'x' }],
  ['plan', { title: 'x', content: 'y' }],
]
const decide = (tool: string, args: unknown, policy: Partial<ApprovalPolicy> = {}) =>
  approvalFor({ tool, arguments: args }, { ...act, ...policy })

describe('approvalFor', () => {
  test('every tool that writes, deletes or fetches is covered here', () => {
    const reaching = TOOLS.filter(({ reach }) => reach !== 'read' && reach !== 'ask').map(({ name }) => name)
    expect(CALLS.map(([tool]) => tool).sort()).toEqual(reaching)
  })

  test.each(CALLS)(
    '%s asks by default, and despite the rules with untrusted content in context',
    (tool, args) => {
      expect(decide(tool, args)).toBe('ask')
      expect(decide(tool, args, { rules: [ALL], untrusted: true })).toBe('ask')
      expect(decide(tool, args, { mode: 'ask', rules: [ALL] })).toBe('refuse')
      expect(decide(tool, args, { mode: 'plan', rules: [ALL] })).toBe(tool === 'plan' ? 'ask' : 'refuse')
      expect(decide(tool, args, { rules: [ALL] })).toBe(tool === 'memory' || tool === 'plan' ? 'ask' : 'run')
      expect(decide(tool, args, { rules: [ALL, { tool, decision: 'refuse' }] })).toBe('refuse')
    },
  )

  test('reading runs in every mode, unless a rule says otherwise', () => {
    for (const mode of ['ask', 'plan', 'act'] as const)
      expect(decide('read', { path: 'a.md' }, { mode, untrusted: true })).toBe('run')
    const rules: readonly ToolRule[] = [{ tool: 'read', path: 'keys/**', decision: 'refuse' }]
    expect(decide('read', { path: 'keys/a.md' }, { rules })).toBe('refuse')
    expect(decide('read', { path: 'KEYS/a.md' }, { rules })).toBe('refuse')
    expect(decide('askUser', { question: 'x' }, { rules: [{ tool: '*', decision: 'refuse' }] })).toBe('run')
  })

  test.each([
    'Varve/memory.md',
    'varve/agents/x.md',
    'VARVE/workspace.json',
    'AGENTS.md',
    'agents.md',
    './Varve/x.md',
  ])('files that shape later chats always ask: %s', (path) => {
    expect(decide('write', { path, content: 'x' }, { rules: [ALL] })).toBe('ask')
    expect(decide('rm', { path }, { rules: [ALL] })).toBe('ask')
    expect(decide('mv', { from: 'a.md', to: path }, { rules: [ALL] })).toBe('ask')
    expect(decide('mv', { from: path, to: 'a.md' }, { rules: [ALL] })).toBe('ask')
  })

  test('a rule covers its tool and paths, and every path of a call needs one', () => {
    const rules: readonly ToolRule[] = [{ tool: 'mv', path: 'drafts/**', decision: 'run' }]
    expect(decide('mv', { from: 'drafts/a.md', to: 'drafts/b.md' }, { rules })).toBe('run')
    expect(decide('mv', { from: 'drafts/a.md', to: 'b.md' }, { rules })).toBe('ask')
    expect(decide('mv', { from: 'Drafts/a.md', to: 'drafts/b.md' }, { rules })).toBe('ask')
    expect(decide('write', { path: 'drafts/a.md', content: '' }, { rules })).toBe('ask')
    const inside: readonly ToolRule[] = [
      { tool: 'mv', path: '/work', decision: 'run' },
      { tool: 'mv', path: '/done', decision: 'run' },
      { tool: '*', path: 'work/secret/**', decision: 'refuse' },
    ]
    expect(decide('mv', { from: 'work', to: 'done' }, { rules: inside.slice(0, 2) })).toBe('run')
    expect(decide('mv', { from: 'work', to: 'done' }, { rules: inside })).toBe('refuse')
    const site: readonly ToolRule[] = [{ tool: 'fetchUrl', path: 'example.org/**', decision: 'run' }]
    expect(decide('fetchUrl', { url: 'https://example.org/a?b=c' }, { rules: site })).toBe('run')
    for (const url of [
      'https://example.org.evil.test/a',
      'https://evil.test/example.org/a',
      'https://example.org@evil.test/',
    ])
      expect(decide('fetchUrl', { url }, { rules: site })).toBe('ask')
  })

  test('the strictest rule wins, in any order', () => {
    const rules: readonly ToolRule[] = [
      ALL,
      { tool: 'rm', path: '*.md', decision: 'ask' },
      { tool: '*', path: 'x/', decision: 'refuse' },
    ]
    for (const given of [rules, rules.toReversed()]) {
      expect(decide('rm', { path: 'a.md' }, { rules: given })).toBe('ask')
      expect(decide('rm', { path: 'a.txt' }, { rules: given })).toBe('run')
      expect(decide('rm', { path: 'x/a.txt' }, { rules: given })).toBe('refuse')
    }
  })

  test('an unreadable rule allows nothing and closes what it names', () => {
    expect(decide('rm', { path: 'a.md' }, { rules: [{ tool: 'rm', path: '{a', decision: 'run' }] })).toBe(
      'ask',
    )
    expect(decide('rm', { path: 'a.md' }, { rules: [{ tool: 'rm', path: '{a', decision: 'refuse' }] })).toBe(
      'refuse',
    )
  })

  test('an unreadable call has no effect, and is passed on to be reported', () => {
    expect(decide('shell', { command: 'rm -rf /' }, { mode: 'ask' })).toBe('run')
    expect(decide('write', { path: 'a.md' })).toBe('run')
    expect(decide('write', '{"path":')).toBe('run')
  })
})

test('rules are stored per workspace; unreadable ones make everything ask', async () => {
  const { store, remove } = await temporaryApp([])
  const rules: readonly ToolRule[] = [{ tool: 'rm', path: 'x/**', decision: 'run' }]
  await store.commit([store.settings.set(WORKSPACE, TOOL_RULES, rules)])
  expect(await readToolRules(store, WORKSPACE)).toEqual(rules)
  expect(await readToolRules(store, 'other')).toEqual([])
  await store.commit([store.settings.set(WORKSPACE, 'toolRules', [{ tool: 'rm' }])])
  expect(await readToolRules(store, WORKSPACE)).toEqual([{ tool: '*', decision: 'ask' }])
  await remove()
})
