/** Makes pii.jsonl beside it: labelled texts for the measure of the guard, the same in every run. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { clabeDigit, curpDigit, isAba, isIban, isLuhn, isNhs, rfcDigit } from './pii/check-digits.ts'
import { verifyCryptoAddresses } from './pii/crypto-addresses.ts'
import { createDraw, type Draw } from './pii/draw.ts'
import { verifyNationalIds } from './pii/national-ids.ts'
import { NOISE } from './pii/noise.ts'
import { type Context, type Finding, fillContext, type Makers, readContexts } from './pii/read-contexts.ts'
import { VALUES } from './pii/values.ts'
import { VAT_CHECKS } from './pii/vat-numbers.ts'

interface Example {
  readonly id: string
  readonly form: Context['form']
  readonly language: string
  readonly text: string
  readonly jurisdictions?: readonly string[]
  readonly findings: readonly Finding[]
  readonly about: string
  readonly hard?: true
}

const UNSTRUCTURED: ReadonlySet<string> = new Set(['ADDRESS', 'POSTCODE', 'NAME'])
const WANTED = { structured: 36, other: 16 }
const LEAST_CONTEXTS = 12
const FOLDER = import.meta.dirname

/** What a labelled value of the type must satisfy, whoever wrote it. */
const VALUE_CHECKS: Readonly<Record<string, (value: string) => boolean>> = {
  EMAIL: (value) => /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(value),
  CREDIT_CARD: isLuhn,
  IBAN: isIban,
  SWIFT_BIC: (value) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(value),
  US_ROUTING_NUMBER: isAba,
  US_SSN: (value) => /^(?!000|666|9)\d{3}([- ]?)(?!00)\d\d\1(?!0000)\d{4}$/.test(value),
  US_ITIN: (value) => /^9\d\d([- ]?)[7-9]\d\1\d{4}$/.test(value),
  CA_SIN: (value) => isLuhn(value) && value.replace(/\D/g, '').length === 9,
  UK_NINO: (value) => /^[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]$/i.test(value),
  UK_NHS: isNhs,
  MX_CURP: (value) => curpDigit(value.slice(0, 17)) === value.slice(17),
  MX_RFC: (value) => rfcDigit(value.slice(0, -1)) === value.slice(-1),
  MX_CLABE: (value) => clabeDigit(value.slice(0, 17)) === value.slice(17),
  EU_VAT: (value) => {
    const compact = value.replace(/^CHE-/, 'CH').replace(/[ .]/g, '')
    return VAT_CHECKS[compact.slice(0, 2)]?.(compact.slice(2)) ?? false
  },
}

function makersOf(draw: Draw): Makers {
  return {
    value: (type, variant) => {
      const make = VALUES[type]
      if (make === undefined) throw new Error(`no such type: ${type}`)
      return make(draw, variant)
    },
    noise: (name, variant) => {
      const make = NOISE[name]
      if (make === undefined) throw new Error(`no such noise: ${name}`)
      return make(draw, variant)
    },
  }
}

/** Each context once, then again with other values until enough texts differ. */
function buildSide(about: string, contexts: readonly Context[], makers: Makers): readonly Example[] {
  const side = UNSTRUCTURED.has(about) ? 'other' : 'structured'
  const sign = contexts[0]?.positive === true ? 'p' : 'n'
  if (contexts.length < LEAST_CONTEXTS) throw new Error(`${about} ${sign}: only ${contexts.length} contexts`)
  const examples: Example[] = []
  const texts = new Set<string>()
  for (let round = 0; round < 12 && examples.length < WANTED[side]; round += 1)
    for (const context of contexts) {
      if (round > 0 && examples.length >= WANTED[side]) break
      const { text, findings } = fillContext(context.template, makers)
      if (texts.has(text)) continue
      texts.add(text)
      const place = String(examples.length + 1).padStart(3, '0')
      examples.push({
        id: `pii-${about.toLowerCase().replaceAll('_', '-')}-${sign}-${place}`,
        form: context.form,
        language: context.language,
        text,
        ...(context.jurisdictions.length > 0 ? { jurisdictions: context.jurisdictions } : {}),
        findings,
        about,
        ...(context.positive ? {} : { hard: true as const }),
      })
    }
  if (examples.length < WANTED[side]) throw new Error(`${about} ${sign}: only ${examples.length} texts`)
  return examples
}

function verify(example: Example): void {
  const { id, text, findings, about, hard } = example
  if (/<<|>>~|%%/.test(text)) throw new Error(`${id}: a slot was left open`)
  if (findings.some(({ type }) => type === about) === (hard === true)) throw new Error(`${id}: wrong side`)
  let last = 0
  for (const { type, start, end } of findings) {
    const value = text.slice(start, end)
    if (start < last || end <= start || value.trim() !== value) throw new Error(`${id}: bad span of ${type}`)
    if (VALUE_CHECKS[type]?.(value) === false) throw new Error(`${id}: ${type} is not valid: ${value}`)
    last = end
  }
}

function printCounts(examples: readonly Example[]): void {
  const forms = ['prose', 'table', 'code', 'log', 'chat'] as const
  console.log(['type'.padEnd(20), 'side', 'all', ...forms, 'findings'].join('\t'))
  for (const type of new Set(examples.map(({ about }) => about)))
    for (const side of ['positive', 'negative']) {
      const rows = examples.filter(
        (row) => row.about === type && (row.hard === true) === (side === 'negative'),
      )
      const byForm = forms.map((form) => rows.filter((row) => row.form === form).length)
      const found = rows.flatMap((row) => row.findings).filter((finding) => finding.type === type).length
      console.log([type.padEnd(20), side.slice(0, 3), rows.length, ...byForm, found].join('\t'))
    }
  const languages = Map.groupBy(examples, ({ language }) => language)
  console.log([...languages].map(([language, rows]) => `${language} ${rows.length}`).join(', '))
  console.log(`${examples.length} examples, ${examples.flatMap((row) => row.findings).length} findings`)
}

verifyNationalIds()
verifyCryptoAddresses()
const files = readdirSync(join(FOLDER, 'contexts')).sort()
const examples = files.flatMap((file, index) => {
  const about = basename(file, '.txt').toUpperCase().replaceAll('-', '_')
  const contexts = readContexts(readFileSync(join(FOLDER, 'contexts', file), 'utf8'))
  const makers = makersOf(createDraw(7919 * (index + 1)))
  return [true, false].flatMap((positive) =>
    buildSide(
      about,
      contexts.filter((context) => context.positive === positive),
      makers,
    ),
  )
})
for (const example of examples) verify(example)
const missing = Object.keys(VALUES).filter((type) => !examples.some(({ about }) => about === type))
if (missing.length > 0) console.log(`no contexts yet: ${missing.join(', ')}`)
writeFileSync(join(FOLDER, 'pii.jsonl'), `${examples.map((example) => JSON.stringify(example)).join('\n')}\n`)
printCounts(examples)
