import type { JsonValue } from '@varve/engine/internal'
import { detailsFromJson } from '../chat-file/chat-details.ts'
import type { ChatDocument } from '../chat-file/chat-document.ts'
import { fieldOf, recordOf, type Untrusted } from './untrusted.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const isExtra = isAbsentOr((value) => recordOf(value) !== undefined)

const DOCUMENT: readonly (readonly [keyof ChatDocument, Check])[] = [
  ['id', isText],
  ['title', isText],
  ['created', isAbsentOr(isNumber)],
  ['model', isAbsentOr(isText)],
  ['tags', isTexts],
  ['current', isAbsentOr(isText)],
  ['pinned', isAbsentOr(isNumber)],
  ['archived', isAbsentOr(isNumber)],
  ['privacy', isAbsentOr((value) => value === 'local-only' || value === 'private')],
  ['frontMatter', isAbsentOr(isText)],
  ['preamble', isAbsentOr(isText)],
  ['turns', Array.isArray],
]

/** A document from outside, or what is wrong with it. Fields that nobody knows stay where they are. */
export function checkChatDocument(
  value: unknown,
): { readonly document: ChatDocument } | { readonly problem: string } {
  const record = recordOf(value)
  if (!record) return { problem: 'The conversation is no record.' }
  const wrong = DOCUMENT.find(([name, check]) => !check(fieldOf(record, name)))
  if (wrong) return { problem: `"${wrong[0]}" is missing or not what it should be.` }
  for (const [index, turn] of (fieldOf(record, 'turns') as readonly unknown[]).entries()) {
    const problem = turnProblem(turn)
    if (problem !== undefined) return { problem: `Turn ${index + 1}: ${problem}.` }
  }
  return { document: record as unknown as ChatDocument }
}

function turnProblem(value: unknown): string | undefined {
  const turn = recordOf(value)
  if (!turn) return 'it is no record'
  if (!isText(fieldOf(turn, 'userText'))) return '"userText" is no text'
  const context = recordOf(fieldOf(turn, 'context'))
  if (!context || !GROUPS.every((group) => isTexts(fieldOf(context, group))))
    return '"context" is not complete'
  if (!isAbsentOr(isRemarks)(fieldOf(turn, 'remarks'))) return '"remarks" are not what they should be'
  for (const name of ['attached', 'answers'])
    if (!Array.isArray(fieldOf(turn, name))) return `"${name}" is no list`
  const answers = fieldOf(turn, 'answers') as readonly unknown[]
  if (!answers.every(isAnswer)) return 'an answer has no text, or not whether it is chosen'
  const parts = [turn, ...answers, ...(fieldOf(turn, 'attached') as readonly unknown[])]
  if (!parts.every((part) => isExtra(fieldOf(recordOf(part), 'extra')))) return '"extra" is no record'
  // What the comment of a chat file would hold has one check for both.
  const read = detailsFromJson(turn as JsonValue)
  return 'problem' in read ? read.problem : undefined
}

const GROUPS: readonly string[] = ['notes', 'urls', 'tabs', 'tags', 'folders']

const isAnswer: Check = (value) => {
  const answer = recordOf(value)
  const steps = fieldOf(answer, 'toolSteps')
  const isStep: Check = (step) => isExtra(fieldOf(recordOf(step), 'extra'))
  return (
    isText(fieldOf(answer, 'text')) &&
    typeof fieldOf(answer, 'chosen') === 'boolean' &&
    (!Array.isArray(steps) || steps.every(isStep))
  )
}

const isRemarks: Check = (value) =>
  Array.isArray(value) &&
  value.every((item) => {
    const remark: Untrusted | undefined = recordOf(item)
    const after = fieldOf(remark, 'after')
    return isText(fieldOf(remark, 'text')) && (after === 'turn' || isNumber(after))
  })
