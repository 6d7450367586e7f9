import type { Candidate } from '../finding.ts'
import type { DigitWindow } from '../text-index/digit-groups.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'
import { DIGIT_FORMS, type DigitForm, LETTER_FORMS, type LetterForm } from './national-forms.ts'
import { isLed } from './is-led.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

const SHORTEST = 9
const LONGEST = 15
/** Labels beside which a number may still be a personal one. */
const HARMLESS: readonly Vocabulary[] = [
  'nationalId',
  'name',
  'birth',
  'address',
  'idCZ',
  'ssn',
  'medical',
  'passport',
]

export const euNationalIdRule: Rule = {
  type: 'EU_NATIONAL_ID',
  version: 3,
  find: (text, tools) => [
    ...findDigits(text, tools),
    ...LETTER_FORMS.flatMap((form) => findLetters(text, form, tools)),
  ],
}

function findDigits(text: string, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  // Without a check every number would have to be asked for its label.
  const known = DIGIT_FORMS.filter(({ isBare, label }) => !isBare || isNamed(label, tools))
  for (const window of tools.numbers(SHORTEST, LONGEST)) {
    const forms = known.filter(
      ({ lengths, isValid }) => lengths.includes(window.digits.length) && isValid(window.digits),
    )
    if (forms.length === 0 || !standsAlone(text, window.start, window.end)) continue
    const shape = forms.some(({ shapes }) => shapes) ? separatedShape(text, window) : ''
    const best = forms
      .map((form) => ({ form, confidence: rateDigits(text, form, { window, shape }, tools) }))
      .sort((a, b) => b.confidence - a.confidence)[0]
    if (best && best.confidence > 0)
      found.push({
        start: window.start,
        end: window.end,
        confidence: best.confidence,
        jurisdiction: best.form.country,
      })
  }
  return found
}

function rateDigits(
  text: string,
  form: DigitForm,
  { window, shape }: { readonly window: DigitWindow; readonly shape: string },
  tools: ScanTools,
): number {
  if (form.isBare) return isRightBeside(window, form.label, tools) ? 0.85 : 0
  if (tools.belongsTo(window, form.label)) return 0.97
  // Groups as America writes its numbers.
  if (window.shape === '3-2-4' || window.shape === '2-7') return 0
  if (tools.belongsTo(window, 'nationalId')) return tools.jurisdictions.has(form.country) ? 0.93 : 0.7
  if (isLed(text, window.start) && tools.mayBe(window, form.label)) return 0.75
  if (tools.belongsElsewhere(window, ...HARMLESS)) return 0
  if (form.shapes?.test(shape)) return window.groupsInRun === shape.split(/\D/).length ? 0.75 : 0.4
  return tools.jurisdictions.has(form.country) && window.digits.length > 10 ? 0.55 : 0
}

/** The lengths of the groups with what stands between them, such as `2.2.2-3.2`. */
function separatedShape(text: string, { start, end }: DigitWindow): string {
  return text
    .slice(start, end)
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u2010\u2011\u2013]/g, '-')
    .replace(/\d+/g, (group) => String(group.length))
}

function findLetters(text: string, form: LetterForm, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(form.pattern)) {
    const raw = match[0]
    const span = { start: match.index, end: match.index + raw.length }
    if (!form.isValid(raw.toUpperCase().replace(form.separators, ''))) continue
    if (isTied(text, span.start, span.end)) continue
    if (form.unnamed === 0 && !isRightBeside(span, form.label, tools)) continue
    const isOwn = tools.belongsTo(span, form.label)
    const isGeneral = tools.belongsTo(span, 'nationalId', 'vat')
    if (!isOwn && raw !== raw.toUpperCase()) continue
    // Sixteen characters with a check letter are nothing else, whatever stands beside them.
    const isLong = form.country === 'IT'
    if (!isOwn && !isGeneral && !isLong && tools.isClaimed(span, form.label, ...HARMLESS)) continue
    found.push({
      ...span,
      confidence: isOwn ? 0.97 : isGeneral ? 0.85 : form.unnamed,
      jurisdiction: form.country,
    })
  }
  return found
}

function isNamed(label: Vocabulary, tools: ScanTools): boolean {
  return tools.labels.some(({ about }) => about.includes(label))
}

function isRightBeside(
  { start, end }: { readonly start: number; readonly end: number },
  label: Vocabulary,
  tools: ScanTools,
): boolean {
  const owner = tools.labelOf(start, end)
  return owner !== undefined && (owner.isBeside || owner.how === 'header') && owner.about.includes(label)
}

function isTied(text: string, start: number, end: number): boolean {
  return (
    /[\p{L}\p{N}][-/.]$/u.test(text.slice(Math.max(0, start - 2), start)) ||
    /^[-/.@][\p{L}\p{N}]/u.test(text.slice(end, end + 2))
  )
}
