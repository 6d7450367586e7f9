import { fillTemplate, NOTICE_TEXTS, type Notice, type TemplateValues } from '@varve/contract/tables/notices'
import { createElement, Fragment, type ReactNode } from 'react'
import { readSetting } from '../setting.ts'

/*
 * Every word that the page shows goes through `t`. English is the key, in the form of the notices:
 *   t('Send')   t('{count} {count|file|files}', { count })   rich('Press {key} to send.', { key: <kbd>Enter</kbd> })
 * Numbers are written by locale. The text of a call is one whole sentence: no language puts fragments in the same order.
 * de.json, fr.json and es.json hold the translations; translations.test.ts fails when one is missing or left over.
 */

/** The languages of the page. Another one in the browser gets English. */
const LANGUAGES = ['en', 'de', 'fr', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

type Translations = Readonly<Record<string, string>>

/** Loaded only when chosen. The modules that use `t` wait for it, so that their constants may be translated too. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Translations }>>> =
  {
    de: async () => import('./de.json', { with: { type: 'json' } }),
    fr: async () => import('./fr.json', { with: { type: 'json' } }),
    es: async () => import('./es.json', { with: { type: 'json' } }),
  }

const isPage = typeof document !== 'undefined'
const wanted = isPage ? [readSetting('varve.language') ?? '', ...navigator.languages] : []
const loaded = await load(wanted.map(asLanguage).find((found) => found !== undefined) ?? 'en')

/** The language of the page, until it is loaded again. */
export const language = loaded.language

/** How numbers and dates are written: the browser's own variant of the language, such as `en-GB`. */
export const locale = isPage
  ? (navigator.languages.find((tag) => asLanguage(tag) === language && isLocale(tag)) ?? language)
  : 'en-US'

if (isPage) document.documentElement.lang = language

/** A text in the language of the page; one that has no translation, such as a name, stays as it is. */
export function t(text: string, values?: TemplateValues): string {
  const translated = loaded.translations[text] ?? text
  return values === undefined ? translated : fillTemplate(translated, values, locale)
}

/** The same with elements in it: `rich('Run {command}.', { command: <code>varve open</code> })`. */
export function rich(
  text: string,
  parts: Readonly<Record<string, ReactNode>>,
  values: TemplateValues = {},
): ReactNode {
  const pieces = (loaded.translations[text] ?? text).split(/\{(\w+)\}/)
  return pieces.map((piece, at) => {
    // Every second piece is a name. The place is what a piece is known by.
    if (at % 2 === 0) return fillTemplate(piece, values, locale)
    return createElement(Fragment, { key: at }, parts[piece] ?? fillTemplate(`{${piece}}`, values, locale))
  })
}

/** A notice in the language of the page. */
export function noticeWords({ code, subject, params = {} }: Notice): string {
  return t(NOTICE_TEXTS[code], { ...params, ...(subject === undefined ? {} : { subject }) })
}

/** A browser may hand on what its system calls a locale, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(tag)
}

function asLanguage(tag: string): Language | undefined {
  return LANGUAGES.find((name) => tag === name || tag.startsWith(`${name}-`))
}

/** English where the translations can't be had. */
async function load(
  name: Language,
): Promise<{ readonly language: Language; readonly translations: Translations }> {
  if (name !== 'en')
    try {
      return { language: name, translations: (await LOADERS[name]()).default }
    } catch (error) {
      console.warn(`The translations for ${name} could not be loaded.`, error)
    }
  return { language: 'en', translations: {} }
}
