import type { AttachmentView } from '@varve/contract'
import { locale, t } from '../../i18n/t.ts'

/** A count with thousands separated: `27,126`. */
export function formatTokens(count: number): string {
  return Math.round(count).toLocaleString(locale)
}

/** A count for a chip or the gauge: `842`, `2.4k`, `180k`, `1.2M`. */
export function formatTokensShort(count: number): string {
  if (count < 1_000) return String(Math.round(count))
  // 999.95 thousand would read "1000k", so the next unit begins where rounding would reach it.
  if (count < 999_500) return `${scaled(count / 1_000)}k`
  return `${scaled(count / 1_000_000)}M`
}

function scaled(value: number): string {
  return value < 99.95 ? decimal(value) : String(Math.round(value))
}

/** A price in dollars with as many places as it needs to say something: `$0.041`, `$1.20`, `$0.00004`. */
export function formatMoney(dollars: number): string {
  if (dollars === 0) return inDollars(0, { maximumFractionDigits: 0 })
  if (dollars >= 1) return inDollars(dollars, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  if (dollars >= 0.001) return inDollars(dollars, { minimumFractionDigits: 3, maximumFractionDigits: 3 })
  return inDollars(dollars, { maximumSignificantDigits: 1 })
}

/** What something cost; without a known price it isn't free. */
export function priceWords(dollars: number, isUnpriced = false): string {
  if (dollars > 0) return formatMoney(dollars)
  return isUnpriced ? t('price unknown') : t('free')
}

/** An amount as the language writes it: `$1.20`, `1,20 $`. */
export function inDollars(dollars: number, digits: Intl.NumberFormatOptions): string {
  return dollars.toLocaleString(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...digits,
  })
}

function decimal(value: number, least = 0): string {
  return value.toLocaleString(locale, { minimumFractionDigits: least, maximumFractionDigits: 1 })
}

/** A share of a whole in words that stay true when rounded: `13 %`, `< 1 %`, `> 99 %`, `0 %`. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0\u00a0%'
  const percent = (part / whole) * 100
  if (percent < 1) return '<\u00a01\u00a0%'
  if (percent > 99 && part < whole) return '>\u00a099\u00a0%'
  return `${Math.round(percent)}\u00a0%`
}

/** A size: `842 B`, `12.4 kB`, `1.9 MB`, `2.5 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return t('{size}\u00a0B', { size: String(bytes) })
  if (bytes < 999_950) return t('{size}\u00a0kB', { size: decimal(bytes / 1_000) })
  if (bytes < 999_950_000) return t('{size}\u00a0MB', { size: decimal(bytes / 1_000_000) })
  return t('{size}\u00a0GB', { size: decimal(bytes / 1e9) })
}

/** The time of day on this device: `14:32`. */
export function formatClock(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The time of day to the second: `14:32:07`. */
export function formatClockSeconds(iso: string): string {
  const clock = formatClock(iso)
  return clock === '' ? '' : `${clock}:${two(new Date(iso).getSeconds())}`
}

/** How long something took: `0.4 s`, `3.8 s`, `1 min 12 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds < 59.95) return `${decimal(seconds, 1)}\u00a0s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}\u00a0min ${whole % 60}\u00a0s`
}

/** How long something took, also where that is less than a blink: `0.3 ms`, `34 ms`, `1.2 s`. */
export function formatBrief(milliseconds: number): string {
  if (milliseconds >= 999.5) return formatDuration(milliseconds)
  const places = milliseconds > 0 && milliseconds < 9.95 ? 1 : 0
  return `${places === 0 ? Math.round(milliseconds) : decimal(milliseconds, 1)}\u00a0ms`
}

/** What is left until a moment: `4:12`, `0:07`; from an hour on in hours: `23 h`. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  if (seconds >= 3_600) return `${Math.floor(seconds / 3_600)}\u00a0h`
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** A day or a month, as the language writes it. */
export function formatDate(date: Date, parts: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(parts)
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(DATE_LOCALE, parts)
  dateFormats.set(key, known)
  return known.format(date)
}

/** Making one takes far longer than using it, and lists write thousands of dates. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** English is written as everywhere on this page, the day first. */
const DATE_LOCALE = locale === 'en' || locale === 'en-US' ? 'en-GB' : locale

/** When a file changed, as one says it: `today at 14:30`, `yesterday at 9:02`, `28 October`, `3 May 2024`. */
export function formatChanged(milliseconds: number, now: Date): string {
  const then = new Date(milliseconds)
  const time = formatClock(then.toISOString())
  const days = daysBetween(then, now)
  if (days === 0) return t('today at {time}', { time })
  if (days === 1) return t('yesterday at {time}', { time })
  return dayWords(then, now)
}

/** The date shown between turns: `Today`, `Yesterday`, `28 October`, `3 May 2024`. */
export function formatDay(at: string, now: Date): string {
  const then = new Date(at)
  const days = daysBetween(then, now)
  if (days === 0) return t('Today')
  return days === 1 ? t('Yesterday') : dayWords(then, now)
}

function daysBetween(then: Date, now: Date): number {
  return Math.round((startOfDay(now) - startOfDay(then)) / 86_400_000)
}

function dayWords(then: Date, now: Date): string {
  const isThisYear = then.getFullYear() === now.getFullYear()
  return formatDate(then, { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) })
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

interface Many {
  readonly word: 'file' | 'note'
  /** How many the list that it was picked from names. */
  readonly listed?: number | undefined
  /** Some are left out, as a notice says. */
  readonly isPart?: boolean
}

/** What a folder or a tag brings, its listing included: `6 files, 8.1k`. What was given before costs nothing again. */
export function describeMany(
  given: readonly AttachmentView[],
  { word, listed = 0, isPart = false }: Many,
): string {
  const members = given.filter(({ kind }) => kind !== 'folder' && kind !== 'tag')
  const fresh = given.filter(({ form }) => form !== 'reference' && form !== 'omitted')
  const tokens = fresh.reduce((sum, each) => sum + each.tokens, 0)
  const size = fresh.length === 0 ? t('already given') : formatTokensShort(tokens)
  const { length } = members
  const all = word === 'file' ? countFiles : countNotes
  if (isPart && length < listed)
    return t('{count} of {all}, {size}', { count: length, all: all(listed), size })
  // What another chip brings as well belongs to this one no less.
  return `${all(Math.max(length, listed))}, ${size}`
}

export const countFiles = (count: number): string => t('{count} {count|file|files}', { count })
export const countNotes = (count: number): string => t('{count} {count|note|notes}', { count })
export const countModels = (count: number): string => t('{count} {count|model|models}', { count })
export const countTokens = (count: number): string =>
  t('{count} {count|token|tokens}', { count: Math.round(count) })

/** Words in a sentence: `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  if (words.length < 2) return last
  return t('{words} and {last}', { words: words.slice(0, -1).join(', '), last })
}

/** The two ends of a hash, enough to compare by eye: `c4f1…9a2e`. */
export function shortHash(hash: string): string {
  const digits = hash.replace(/^sha256[:-]/, '')
  return digits.length > 12 ? `${digits.slice(0, 4)}…${digits.slice(-4)}` : digits
}

/** A text with words on a line of their own behind it; one that has them there already stays as it is. */
export function addWords(text: string, words: string): string {
  if (`\n${text}\n`.includes(`\n${words}\n`)) return text
  return text === '' ? words : `${text}\n${words}`
}
