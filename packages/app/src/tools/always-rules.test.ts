import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ApprovalPolicy, approvalFor, alwaysRules, widerRules } from './call-tool.ts'

const ACT: ApprovalPolicy = { mode: 'act', rules: [], untrusted: false }
const edit = (path: string) => ({ tool: 'edit', arguments: { path, edits: [{ old: 'a', new: 'b' }] } })
const write = (path: string) => ({ tool: 'write', arguments: { path, content: 'x' } })

describe('“always allow”', () => {
  test('covers the tool for the named target only', () => {
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

  test('a path covers itself only, whatever its characters', () => {
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

  test('a page covers its address and query only; another query, path, scheme or port asks', () => {
    const page = (url: string) => ({ tool: 'fetchUrl', arguments: { url } })
    const approved = page('https://host.test/search?q=tides')
    const rules = alwaysRules(approved, ACT)
    expect(rules).toEqual([{ tool: 'fetchUrl', path: 'host.test/search[?]q=tides', decision: 'run' }])
    expect(approvalFor(approved, { ...ACT, rules })).toBe('run')
    expect(approvalFor(page('https://host.test/search?q=tides#top'), { ...ACT, rules })).toBe('run')
    for (const url of [
      'https://host.test/search?q=my+secret',
      'https://host.test/search',
      'https://host.test/search?q=tides&more=secret',
      'https://host.test/other?q=tides',
      'http://host.test/search?q=tides',
      'https://host.test:8443/search?q=tides',
      'https://other.host.test/search?q=tides',
    ])
      expect(approvalFor(page(url), { ...ACT, rules })).toBe('ask')
    // Whatever is allowed: with text of others in the context it asks.
    expect(approvalFor(approved, { ...ACT, rules, untrusted: true })).toBe('ask')
  })

  test('anything wider is a separate choice that names what it allows', () => {
    const page = { tool: 'fetchUrl', arguments: { url: 'https://host.test/search?q=tides' } }
    const wider = widerRules(page, ACT)
    expect(wider).toEqual({
      scope: 'host',
      subject: 'host.test',
      rules: [{ tool: 'fetchUrl', path: 'host.test/**', decision: 'run' }],
    })
    const other = { tool: 'fetchUrl', arguments: { url: 'https://host.test/a/b?c=d' } }
    expect(approvalFor(other, { ...ACT, rules: wider?.rules ?? [] })).toBe('run')
    expect(widerRules(page, { ...ACT, untrusted: true })).toBeUndefined()
    expect(widerRules(write('plan.md'), ACT)).toBeUndefined()
  })

  test('a web search covers its words only', () => {
    const search = (query: string) => ({ tool: 'webSearch', arguments: { query } })
    const rules = alwaysRules(search('varve tides?'), ACT)
    expect(rules).toHaveLength(1)
    expect(approvalFor(search('varve tides?'), { ...ACT, rules })).toBe('run')
    expect(approvalFor(search('what the contract says'), { ...ACT, rules })).toBe('ask')
    expect(widerRules(search('x'), ACT)?.rules).toEqual([{ tool: 'webSearch', decision: 'run' }])
  })

  test('covers nothing that asks anyway: untrusted content, a stricter rule, files that shape chats', () => {
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
