import type { Heading, Task } from '../note/parsed-note.ts'
import { addField, addInlineFields } from './add-field.ts'
import { parseDate } from './calendar.ts'
import type { DataviewNote } from './dataview-source.ts'
import { isList, type LinkValue, linkTo, type ObjectValue, type Value } from './dataview-value.ts'
import type { Vault } from './vault.ts'

/** What Dataview knows of a task and is not read here. */
const MISSING: ReadonlySet<string> = new Set([
  'blockId',
  'children',
  'lineCount',
  'list',
  'outlinks',
  'position',
  'subtasks',
  'symbol',
])

/** Days that are written with a sign, as other tools write them. */
const SIGNED_DAYS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['created', /➕\s*(\d{4}-\d{2}-\d{2})/u],
  ['start', /🛫\s*(\d{4}-\d{2}-\d{2})/u],
  ['scheduled', /[⏳⌛]\ufe0f?\s*(\d{4}-\d{2}-\d{2})/u],
  ['due', /[📅📆🗓]\ufe0f?\s*(\d{4}-\d{2}-\d{2})/u],
  ['completion', /✅\s*(\d{4}-\d{2}-\d{2})/u],
]

/** Days by every name that Dataview knows them by, the one to ask for first. */
const DAY_NAMES: readonly (readonly [name: string, ...others: string[]])[] = [
  ['created', 'created', 'ctime', 'cday'],
  ['due', 'due', 'duetime', 'dueday'],
  ['completion', 'completed', 'completion', 'comptime', 'compday'],
]

/** The tasks of a note as objects, in order; what a task does not say itself, its note says. */
export function taskObjects(note: DataviewNote, vault: Vault): readonly ObjectValue[] {
  const { tasks, headings } = note.parsed
  const unfinished = new Set(tasks.filter((task) => !isCompleted(task)).flatMap(({ within = [] }) => within))
  let before = 0
  return tasks.map((task) => {
    while ((headings[before]?.line ?? task.line) < task.line) before += 1
    const own = ownFields(task, note, vault)
    own.set('fullyCompleted', isCompleted(task) && !unfinished.has(task.line))
    const section = sectionLink(note.path, headings[before - 1])
    own.set('section', section)
    own.set('header', section)
    return {
      kind: 'object',
      get: (name) => (own.has(name) ? (own.get(name) ?? null) : vault.object(note).get(name)),
      names: () => [...own.keys()],
      missing: (name) => (MISSING.has(name) ? `the field ${name} of a task` : undefined),
      link: linkTo(note.path),
    }
  })
}

/** What a task is comes before what its fields call by the same name. */
function ownFields(task: Task, note: DataviewNote, vault: Vault): Map<string, Value> {
  const own = new Map<string, Value>()
  addInlineFields(own, task.fields, (inner) => vault.link(inner, note.path))
  for (const [name, pattern] of SIGNED_DAYS) {
    const day = parseDate(pattern.exec(task.text)?.[1] ?? '')
    if (day) addField(own, name, day)
  }
  for (const [name, ...others] of DAY_NAMES) {
    const value = others.map((other) => own.get(other) ?? null).find((each) => each !== null) ?? null
    if (value !== null) own.set(name, isList(value) ? (value[0] ?? null) : value)
  }
  const known: readonly (readonly [name: string, value: Value])[] = [
    ['annotated', own.size > 0],
    ['text', task.text],
    ['status', task.status],
    ['completed', isCompleted(task)],
    ['checked', task.status !== ' '],
    ['task', true],
    ['real', true],
    ['line', task.line],
    ['path', note.path],
    ['link', linkTo(note.path)],
    ['tags', task.tags.map((tag) => `#${tag}`)],
  ]
  for (const [name, value] of known) own.set(name, value)
  const parent = task.within?.at(-1)
  if (parent !== undefined) own.set('parent', parent)
  return own
}

function isCompleted({ status }: Task): boolean {
  return status === 'x' || status === 'X'
}

/** The heading that a task stands under, or the note where there is none before it. */
function sectionLink(path: string, heading: Heading | undefined): LinkValue {
  return heading ? { ...linkTo(path), heading: heading.text } : linkTo(path)
}
