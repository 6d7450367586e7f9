import type { z } from 'zod'

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** What is wrong with data from outside, and where, in a sentence: “edits, item 1, old” must be text. */
export function describeIssue(issue: z.core.$ZodIssue, whole: string): string {
  const place = placeOf(issue.path)
  const subject = place === '' ? `What is given as ${whole}` : `“${place}”`
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${subject} is missing.`
        : `${subject} must be ${KINDS[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return issue.input === undefined
        ? `${subject} is missing.`
        : `${subject} must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`
    case 'too_small':
      return `${subject} must ${amount(issue.origin, 'at least', issue.minimum)}.`
    case 'too_big':
      return `${subject} must ${amount(issue.origin, 'at most', issue.maximum)}.`
    case 'unrecognized_keys':
      return `Unknown in ${place === '' ? `the ${whole}` : subject}: ${issue.keys.join(', ')}.`
    default:
      return place === '' ? sentence(issue.message) : `${subject}: ${sentence(issue.message)}`
  }
}

/** Items are counted from 1. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? `item ${part + 1}` : String(part))).join(', ')
}

function amount(origin: string, most: 'at least' | 'at most', count: number | bigint): string {
  const much = `${most} ${count}`
  const units = count === 1 ? '' : 's'
  if (origin === 'string') return `have ${much} character${units}`
  return origin === 'array' || origin === 'set' ? `have ${much} item${units}` : `be ${much}`
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
