import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_TRACE } from './testing/sample-trace.ts'
import { varve } from './testing/varve.ts'

let base = ''
let lines: string[] = []
const at = (name: string): string => join(base, name)

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-json-'))
  mkdirSync(at('notes'))
  writeFileSync(at('notes/plan.md'), '# Plan\n\nThe launch is on 12 December, see [[team]]. #launch\n')
  writeFileSync(at('notes/team.md'), '# Team\n\nAda leads.\n')
  writeFileSync(at('notes/AGENTS.md'), 'Be brief.\n')
  writeFileSync(at('trace.jsonl'), SAMPLE_TRACE)
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Runs a command and notes the shape of what it prints; returns the first value. */
async function note(words: string, { input = '', named = [] as readonly string[] } = {}): Promise<Value> {
  const [command = '', ...args] = words.split(' ')
  const given = [command, ...args.map((word) => (word === '@' ? at('notes') : word))]
  const { stdout } = await varve([...given, ...named], { input, env: { VARVE_HOME: at('home') }, cwd: base })
  const values = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Value]))
  lines.push(`$ varve ${words}${named.length === 0 ? '' : ' …'}`, render(merged(values.map(shapeOf))), '')
  return values[0] ?? null
}

type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value }

const on = '--workspace @ --json'

function idOf(value: Value, key = 'id'): string {
  return (value as Readonly<Record<string, string>>)[key] ?? ''
}

test('the --json output of each command has the recorded keys and types (vitest -u updates them)', async () => {
  lines = []
  await note('paths --json')
  await note('workspaces add notes --json')
  await note('workspaces ls --json')
  await asked()
  await settings()
  await folder()
  await files()
  await data()
  await texts()
  await traces()
  await note('workspaces rm @ --json')
  await note('stats --wrong --json')
  await expect(lines.join('\n')).toMatchFileSnapshot('./golden/json.txt')
}, 300_000)

async function asked(): Promise<void> {
  const ask = await note(`ask ${on} --attach plan.md`, { named: ['When is the launch? Ask ada@acme.io'] })
  const chat = idOf(ask, 'chatId')
  const named = [chat]
  await note(`ask ${on} --redact`, { named: ['Mail to ada@acme.io, 4111 1111 1111 1111'] })
  await note(`ask ${on} --model none/none`, { named: ['Who?'] })
  await note(`chats ls ${on}`)
  await note(`chats search launch ${on}`)
  await note(`chats show ${on}`, { named })
  await note(`chats turns ${on}`, { named })
  await note(`chats rename ${on}`, { named: [chat, 'Launch'] })
  await note(`chats pin ${on}`, { named })
  await note(`chats tag ${on}`, { named: [chat, 'sea'] })
  await note(`chats set ${on}`, { named: [chat, 'temperature=0.5'] })
  await note(`chats regenerate ${on}`, { named })
  await note(`chats choose ${on}`, { named: [chat, await answerOf(chat)] })
  await note(`chats branch ${on}`, { named: [chat, idOf(ask, 'turnId')] })
  await note(`chats mark ${on}`, { named: [chat, 'plan.md', 'optional'] })
  await note(`chats forget ${on}`, { named: [chat, 'plan.md'] })
  await note(`chats compact ${on}`, { named })
  await note(`chats export ${on}`, { named })
  await note(`chats export --form jsonl --output chat.jsonl ${on}`, { named })
  await note(`trace show --turn 1 ${on}`, { named })
  await note(`trace export --output chat.trace.jsonl ${on}`, { named })
  await note(`trace delete ${on}`, { named })
  const fork = idOf(await note(`chats fork ${on}`, { named }))
  await note(`chats trash ${on}`, { named: [fork] })
  await note(`chats erase ${on}`, { named: [fork] })
  await note(`chats import chat.jsonl ${on}`)
  await note(`reindex ${on}`)
  await note('stats --json')
  await note('audit --json')
}

async function answerOf(chat: string): Promise<string> {
  const { stdout } = await varve(['chats', 'show', chat, '--workspace', at('notes'), '--json'], {
    env: { VARVE_HOME: at('home') },
  })
  const { turns } = JSON.parse(stdout) as {
    readonly turns: readonly { readonly answer: { readonly id: string } }[]
  }
  return turns[0]?.answer.id ?? ''
}

async function settings(): Promise<void> {
  await note(`settings ${on}`)
  await note(`settings set chat-files on ${on}`)
  await note(`settings set guard ${on}`, { input: '{"decisions":{"EMAIL":"redact"}}' })
  await note(`settings set tool-rules ${on}`, { input: '[{"tool":"write","decision":"run"}]' })
  await note(`memory add brief ${on}`)
  await note(`memory ${on}`)
  await note(`trust ${on}`)
  await note(`trust AGENTS.md ${on}`)
  for (const kind of ['agents', 'skills', 'templates', 'projects']) await note(`${kind} check ${on}`)
  await note('agents ls --json')
}

async function folder(): Promise<void> {
  await note(`index ${on}`)
  await note(`search launch ${on}`)
  await note('search --jsonl --workspace @', { input: '{"id":1,"query":"launch"}\n{"id":2}\n' })
  await note(`artifacts plan.md #launch none.md ${on}`)
  await note('artifacts --jsonl --workspace @', { input: '{"id":1,"attach":["plan.md"]}\n' })
  await note(`doctor ${on}`)
}

async function files(): Promise<void> {
  const mine = ['--workspace', idOf(await note('files create Mine --json'))]
  await note('files put a.md --json', { input: 'One.\n', named: mine })
  await note('files put a.md --json', { input: 'Two.\n', named: mine })
  await note('files ls --json', { named: mine })
  await note('files cat a.md --json', { named: mine })
  await note('files versions a.md --json', { named: mine })
  await note('files diff a.md --json', { named: mine })
  await note('files mv a.md b.md --json', { named: mine })
  const removed = await note('files rm b.md --json', { named: mine })
  await note('files trash --json', { named: mine })
  await note('files restore --json', { named: [idOf(removed), ...mine] })
  await note('files export copy --json', { named: mine })
}

async function data(): Promise<void> {
  for (const words of ['verify', 'backup copy.db', 'sweep', 'move moved.db', 'migrate'])
    await note(`db ${words} --json`)
  await note('keys set openai --json', { input: 'sk-0123456789' })
  await note('keys list --json')
  await note('keys forget openai --json')
  await note('keys reset --json')
  const made = (await note('api-keys add Editor --json')) as { readonly apiKey: Value }
  await note('api-keys list --json')
  await note('api-keys revoke --json', { named: [idOf(made.apiKey)] })
  await note('models --all --json')
}

async function texts(): Promise<void> {
  const input = 'Mail ada@acme.io'
  await note('scan --json', { input })
  await note('scan --jsonl', { input: '{"id":1,"text":"ada@acme.io"}\n' })
  await note('redact --json', { input })
  await note('redact --jsonl', { input: '{"id":1,"text":"ada@acme.io"}\n' })
  await note('restore --jsonl', {
    input: '{"id":1,"text":"<<EMAIL_1>>","map":{"<<EMAIL_1>>":"ada@acme.io"}}\n',
  })
  await note('areas --json', { input: 'My landlord in California kept my deposit' })
  await note('areas --jsonl', { input: '{"id":1,"text":"My landlord kept my deposit"}\n' })
}

async function traces(): Promise<void> {
  await note('replay trace.jsonl --json --all-calls --timings')
  await note('explain trace.jsonl --turn 2 --json')
  await note('cost trace.jsonl --json')
  await note('chat-file --check trace.jsonl --json')
  const session = [
    { type: 'session', version: 3, id: 's', timestamp: '2026-01-05T09:00:00Z', cwd: '/x' },
    { type: 'message', id: 'a', timestamp: '2026-01-05T09:00:00Z', message: { role: 'user', content: 'Hi' } },
  ]
  const input = session.map((line) => `${JSON.stringify(line)}\n`).join('')
  await note('trace convert - --from pi --output pi.jsonl --json', { input })
}

/** A type by its name, a list by its items, an object by its keys; a key that is not always there ends in `?`. */
type Shape = string | readonly [Shape] | { readonly [key: string]: Shape }

function shapeOf(value: Value): Shape {
  if (value === null) return 'null'
  if (Array.isArray(value)) return [merged((value as readonly Value[]).map(shapeOf))]
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
  return typeof value
}

function merged(shapes: readonly Shape[]): Shape {
  const objects = shapes.filter((shape) => typeof shape === 'object' && !Array.isArray(shape))
  const lists = shapes.flatMap((shape) => (Array.isArray(shape) ? [shape[0] as Shape] : []))
  const names = shapes
    .filter((shape) => typeof shape === 'string')
    .flatMap((name) => name.split(' | '))
    .filter((name) => name !== 'nothing')
  const parts: Shape[] = names.length === 0 ? [] : [[...new Set(names)].sort().join(' | ')]
  if (lists.length > 0) parts.push([merged(lists)])
  if (objects.length > 0) parts.push(mergedObjects(objects as readonly Readonly<Record<string, Shape>>[]))
  if (parts.length > 1) return parts.map((part) => render(part)).join(' | ')
  return parts[0] ?? 'nothing'
}

function mergedObjects(objects: readonly Readonly<Record<string, Shape>>[]): Shape {
  const plain = objects.map((each) =>
    Object.fromEntries(Object.entries(each).map(([key, shape]) => [key.replace(/\?$/, ''), shape])),
  )
  const keys = [...new Set(plain.flatMap(Object.keys))]
  return Object.fromEntries(
    keys.map((key) => {
      const found = plain.flatMap((each) => (Object.hasOwn(each, key) ? [each[key] as Shape] : []))
      const isAlways = objects.every((each) => Object.hasOwn(each, key))
      return [isAlways ? key : `${key}?`, merged(found)]
    }),
  )
}

function render(shape: Shape, indent = ''): string {
  if (typeof shape === 'string') return shape
  if (Array.isArray(shape)) return `[${render(shape[0] as Shape, indent)}]`
  const inner = `${indent}  `
  const rows = Object.entries(shape).map(([key, each]) => `${inner}${key}: ${render(each, inner)}`)
  return rows.length === 0 ? '{}' : `{\n${rows.join('\n')}\n${indent}}`
}
