import { readFileSync } from 'node:fs'
import { makeReport } from './values/count-texts.ts'

interface Line {
  readonly id: string
  readonly form: string
  readonly language: string
  readonly text: string
  readonly findings: readonly { readonly type: string; readonly start: number; readonly end: number }[]
  readonly about: string
  readonly hard?: boolean
}

const LOOSE = new Set(['ADDRESS', 'POSTCODE', 'NAME'])
const FORMS = ['prose', 'table', 'code', 'log', 'chat']

const lines = readFileSync(new URL('pii.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
const problems = [...lines.flatMap(problemsOf), ...duplicates(), ...shortages()]
for (const problem of problems) console.log(problem)
console.log(makeReport(lines))
console.log(problems.length === 0 ? 'All texts are sound.' : `${problems.length} problems.`)
process.exitCode = problems.length === 0 ? 0 : 1

function problemsOf({ id, form, text, findings, about, hard }: Line): readonly string[] {
  const found: string[] = []
  if (!FORMS.includes(form)) found.push(`${id}: the form ${form} is unknown.`)
  if (!text.isWellFormed()) found.push(`${id}: the text is not well-formed Unicode.`)
  if (/[⟦⟧⇥]/.test(text)) found.push(`${id}: a mark was left.`)
  let last = 0
  for (const { type, start, end } of findings) {
    const value = text.slice(start, end)
    if (start < last || end <= start || end > text.length) found.push(`${id}: ${type} is at a wrong place.`)
    if (value !== value.trim()) found.push(`${id}: ${type} has space around it.`)
    if (/\w/.test(text.charAt(start - 1)) && /\w/.test(value.charAt(0)))
      found.push(`${id}: ${type} cuts a word.`)
    if (/\w/.test(text.charAt(end)) && /\w/.test(value.slice(-1))) found.push(`${id}: ${type} cuts a word.`)
    last = end
  }
  const isFound = findings.some(({ type }) => type === about)
  if (isFound === (hard === true)) found.push(`${id}: hard and found at once, or neither.`)
  return found
}

function duplicates(): readonly string[] {
  const seen = new Set<string>()
  return lines.flatMap(({ id, text }) => {
    if (seen.has(text)) return [`${id}: the text is there twice.`]
    seen.add(text)
    return []
  })
}

function shortages(): readonly string[] {
  return [...Map.groupBy(lines, ({ about }) => about)].flatMap(([about, group]) => {
    const least = LOOSE.has(about) ? 20 : 30
    const hard = group.filter((line) => line.hard).length
    const isShort = hard < least || group.length - hard < least
    return isShort ? [`${about}: ${group.length - hard} found, ${hard} hard.`] : []
  })
}
