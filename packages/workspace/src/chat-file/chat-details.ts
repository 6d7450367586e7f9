import type { Hash, JsonValue } from '@varve/engine/internal'
import type { ChatAnswer, ChatTurn, JsonRecord } from './chat-document.ts'
import type { OddRun } from './inert-text.ts'

/** What the hidden comment of a turn holds, beside its hash. */
export interface TurnDetails {
  readonly turn: Omit<ChatTurn, 'userText' | 'context' | 'answers' | 'remarks'>
  readonly answers: readonly Omit<ChatAnswer, 'text'>[]
  /** By the number of the message in its turn. */
  readonly odd: { readonly [message: string]: readonly OddRun[] }
  /** Of the messages as they are in the file, in order. */
  readonly hashes: readonly Hash[]
}

type Check = (value: unknown) => boolean
type Fields = { readonly [name: string]: Check }

const isText: Check = (value) => typeof value === 'string'
const isTruth: Check = (value) => typeof value === 'boolean'
const isNumber: Check = (value) => typeof value === 'number'
const isAnything: Check = () => true
const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isStatus: Check = (value) =>
  ['streaming', 'complete', 'stopped', 'interrupted', 'failed'].includes(value as string)
const isRun: Check = (value) =>
  Array.isArray(value) && value.length === 2 && Number.isInteger(value[0]) && isText(value[1])

const ATTACHED: Fields = { key: isText, kind: isText, hash: isHash, role: isText, priority: isText }
const STEP: Fields = { tool: isText, arguments: isAnything, resultHash: isHash }
const ANSWER: Fields = {
  id: isText,
  model: isText,
  at: isNumber,
  status: isStatus,
  chosen: isTruth,
  receivedHash: isHash,
  settings: isAnything,
  usage: isAnything,
  sources: isAnything,
  toolSteps: isListOf(isRecord),
  error: isAnything,
}
const TURN: Fields = {
  id: isText,
  parent: (value) => value === null || isText(value),
  at: isNumber,
  attached: isListOf(isRecord),
  epoch: isAnything,
  decisions: isAnything,
  areas: isAnything,
  guard: isAnything,
  answers: isListOf(isRecord),
  odd: (value) => isRecord(value) && Object.values(value).every(isListOf(isRun)),
  hashes: isListOf(isText),
  hash: isText,
}

/** The comment as JSON, without the hash over it: fields in one order, those of other versions last. */
export function detailsToJson({ turn, answers, odd, hashes }: TurnDetails): JsonRecord {
  const { attached, ...rest } = turn
  return ordered(TURN, {
    ...rest,
    attached: attached.map((artifact) => ordered(ATTACHED, artifact)),
    answers: answers.map(({ chosen, toolSteps, ...answer }) =>
      ordered(ANSWER, {
        ...answer,
        ...(chosen ? { chosen } : {}),
        ...(toolSteps ? { toolSteps: toolSteps.map((step) => ordered(STEP, step)) } : {}),
      }),
    ),
    ...(Object.keys(odd).length === 0 ? {} : { odd }),
    hashes,
  })
}

function ordered(fields: Fields, values: object): JsonRecord {
  const { extra, ...known } = values as { readonly extra?: JsonRecord } & JsonRecord
  const unknown = Object.entries(extra ?? {}).filter(([name]) => !Object.hasOwn(fields, name))
  const names = Object.keys(fields).filter((name) => known[name] !== undefined)
  return Object.fromEntries([...names.map((name) => [name, known[name] as JsonValue] as const), ...unknown])
}

/** The details, or which field is not what it should be. */
export function detailsFromJson(
  value: JsonValue,
): { readonly details: TurnDetails } | { readonly problem: string } {
  const whole = readFields('turn', value, TURN, ['id'])
  if ('problem' in whole) return whole
  const { answers: answerList = [], attached: attachedList = [], odd, hashes, hash: _, ...turn } = whole.known
  const attached = readAll('attached', attachedList, ATTACHED, ['key', 'kind', 'hash'])
  if ('problem' in attached) return attached
  const answers = readAll('answers', answerList, ANSWER, ['id', 'status'])
  if ('problem' in answers) return answers
  const complete: JsonRecord[] = []
  for (const answer of answers.items) {
    const steps = readAll('toolSteps', answer['toolSteps'] ?? [], STEP, ['tool'])
    if ('problem' in steps) return steps
    const toolSteps = answer['toolSteps'] === undefined ? {} : { toolSteps: steps.items }
    complete.push({ chosen: false, ...answer, ...toolSteps })
  }
  return {
    details: {
      // Each field was checked by the tables above.
      turn: { ...turn, attached: attached.items, ...extraOf(whole.extra) } as unknown as TurnDetails['turn'],
      answers: complete as unknown as TurnDetails['answers'],
      odd: (odd ?? {}) as unknown as TurnDetails['odd'],
      hashes: (hashes ?? []) as readonly string[],
    },
  }
}

interface ReadFields {
  readonly known: JsonRecord
  readonly extra: JsonRecord
}

function readFields(
  where: string,
  value: JsonValue,
  fields: Fields,
  required: readonly string[],
): ReadFields | { readonly problem: string } {
  if (!isRecord(value)) return { problem: `"${where}" is not a record` }
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return { problem: `"${where}" has no "${missing}"` }
  const entries = Object.entries(value)
  const isKnown = ([name]: readonly [string, JsonValue]): boolean => Object.hasOwn(fields, name)
  const wrong = entries.find(([name, item]) => isKnown([name, item]) && fields[name]?.(item) === false)
  if (wrong) return { problem: `"${wrong[0]}" of "${where}" is not what it should be` }
  return {
    known: Object.fromEntries(entries.filter(isKnown)),
    extra: Object.fromEntries(entries.filter((entry) => !isKnown(entry))),
  }
}

function readAll(
  where: string,
  list: JsonValue,
  fields: Fields,
  required: readonly string[],
): { readonly items: readonly JsonRecord[] } | { readonly problem: string } {
  const items: JsonRecord[] = []
  for (const item of list as readonly JsonValue[]) {
    const read = readFields(where, item, fields, required)
    if ('problem' in read) return read
    items.push({ ...read.known, ...extraOf(read.extra) })
  }
  return { items }
}

function extraOf(extra: JsonRecord): { readonly extra?: JsonRecord } {
  return Object.keys(extra).length === 0 ? {} : { extra }
}
