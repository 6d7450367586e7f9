import { expect, test } from 'vitest'
import { describeAudit } from './audit-table.tsx'

const entry = { sequence: 1, at: '2026-11-15T09:00:00.000Z', action: 'guard' }

test('an entry says how many of which type, and who received them', () => {
  const detail = { models: ['a/b'], redacted: { EMAIL: 2 }, noted: { NAME: 1 }, rules: '1' }
  expect(describeAudit({ ...entry, detail })).toMatchObject({
    what: '2 e-mail addresses redacted; 1 name sent without asking',
    to: 'a/b',
  })
})

test('names changes of the rules, and shows unknown actions by name', () => {
  expect(describeAudit({ ...entry, action: 'guard-rules', detail: {} }).what).toBe('Rules changed')
  const detail = { sensitivity: 'normal', decisions: { EMAIL: 'ask' }, custom: 2, allowed: 1 }
  expect(describeAudit({ ...entry, action: 'guard-rules', detail }).what).toBe(
    'Rules changed: sensitivity normal, 1 rule by type, 1 ignored value, 2 custom rules',
  )
  expect(describeAudit({ ...entry, action: 'later', detail: null, actor: 'cli' }).what).toBe('later (cli)')
})

test('names the assistant or MCP server that received something', () => {
  const what = (action: string, detail: object, actor?: string): string =>
    describeAudit({ ...entry, action, detail, ...(actor === undefined ? {} : { actor }) }).what
  expect(what('mcp-trust', { server: 'github', trusted: true })).toBe('MCP server github trusted')
  expect(what('mcp-trust', { server: 'github', trusted: false })).toBe('MCP server github no longer trusted')
  expect(what('mcp-call', { server: 'web', redacted: { EMAIL: 1 } })).toBe(
    'To MCP server web: 1 e-mail address redacted',
  )
  expect(what('mcp-serve', { tool: 'read', redacted: {} }, 'editor')).toBe('read by an assistant (editor)')
})
