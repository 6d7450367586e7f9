/** Writes pii.jsonl out of the lines in pii-1.txt and pii-2.txt: `node benchmarks/guard/tuning-half/make-pii.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  isClabeValid,
  isCurpValid,
  isRfcValid,
} from '../../../packages/guard/src/pii/checksum/american-numbers.ts'
import { isLuhnValid } from '../../../packages/guard/src/pii/checksum/luhn.ts'
import { isNhsValid } from '../../../packages/guard/src/pii/checksum/nhs-number.ts'

interface Line {
  readonly id: string
  readonly form: string
  readonly language: string
  readonly text: string
  readonly findings: { readonly type: string; readonly start: number; readonly end: number }[]
  readonly about: string
  readonly hard?: true
}

const FORMS: Readonly<Record<string, string>> = { p: 'prose', t: 'table', c: 'code', l: 'log', h: 'chat' }
const CHECKS: Readonly<Record<string, (value: string) => boolean>> = {
  CREDIT_CARD: isLuhnValid,
  CA_SIN: isLuhnValid,
  UK_NHS: isNhsValid,
  MX_CURP: isCurpValid,
  MX_RFC: isRfcValid,
  MX_CLABE: isClabeValid,
}

/** `*` after a number: its last digits are turned until the check holds; `@` is a check character to be found. */
function complete(type: string, value: string): string {
  const isValid = CHECKS[type]
  if (!isValid || !/[*@]/.test(value)) return value.replace(/\*$/, '')
  const holds = (candidate: string): boolean => isValid(candidate.toUpperCase().replace(/[ -]/g, ''))
  const endings = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0'))
  const tries = value.includes('@')
    ? Array.from('0123456789A').map((check) => value.replace('@', check))
    : value.endsWith('**')
      ? endings.map((ending) => value.slice(0, -2) + ending)
      : endings.map((ending) => value.slice(0, -3) + ending)
  const found = tries.find(holds)
  if (found === undefined) throw new Error(`No check digit makes ${type} ${value} valid.`)
  return found
}

function parseLine(raw: string, about: string, id: string): Line | undefined {
  const match = /^([+-])([ptclh]?)(?::([a-z]{2}))? (.*)$/.exec(raw)
  if (!match || raw.includes('~~ skip')) return undefined
  const [, sign = '', form = '', language = 'en', body = ''] = match
  const findings: { type: string; start: number; end: number }[] = []
  let text = ''
  // `[[value]]` is of the section's type, `value~TYPE~` of another.
  for (const part of body
    .replaceAll('\\n', '\n')
    .replaceAll('\\\n', '\\n')
    .split(/(\[\[[\s\S]*?\]\]|\S+~[A-Z_]+~)/)) {
    const own = /^\[\[([\s\S]*)\]\]$/.exec(part)
    const other = /^(\S+)~([A-Z_]+)~$/.exec(part)
    const value = own ? complete(about, own[1] ?? '') : (other?.[1] ?? part)
    const bare = other ? (/[^/:@]*$/.exec(value.replace(/^mailto:/, ''))?.[0] ?? value) : value
    const kept =
      other?.[2] === 'EMAIL' ? value.replace(/^mailto:/, '') : other?.[2] === 'DATE_OF_BIRTH' ? value : bare
    if (own || other)
      findings.push({
        type: other?.[2] ?? about,
        start: text.length + value.length - kept.length,
        end: text.length + value.length,
      })
    text += value
  }
  return {
    id,
    form: FORMS[form] ?? 'prose',
    language,
    text,
    findings,
    about,
    ...(sign === '-' ? { hard: true as const } : {}),
  }
}

const lines: Line[] = []
let about = ''
for (const name of ['pii-1.txt', 'pii-2.txt'])
  for (const raw of readFileSync(new URL(name, import.meta.url), 'utf8').split('\n'))
    if (raw.startsWith('# ')) about = raw.slice(2).trim()
    else {
      const line = parseLine(raw, about, `tune-${lines.length + 1}`)
      if (line) lines.push(line)
    }
writeFileSync(
  new URL('pii.jsonl', import.meta.url),
  `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
)
console.log(`${lines.length} lines`)
