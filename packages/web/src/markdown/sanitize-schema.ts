import type { Options } from 'rehype-sanitize'
import { FOOTNOTE_NAME } from './rehype-plugins.ts'

/** A picture that a note carries within itself. A drawing that could hold a script is none of these. */
export const INLINE_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z\d+/]+={0,2}$/

/** What an answer may become in the page: text, lists, tables, code, links, footnotes. No images, no HTML, no classes but a language. */
export const SANITIZE_SCHEMA: Options = {
  tagNames:
    'p br hr strong em del blockquote ul ol li pre code a input h1 h2 h3 h4 h5 h6 table thead tbody tr th td details summary sup section'.split(
      ' ',
    ),
  attributes: {
    a: ['href', ['id', FOOTNOTE_NAME]],
    li: [['id', FOOTNOTE_NAME]],
    details: [['open', true]],
    code: [['className', /^language-[\w+#-]+$/]],
    input: [
      ['type', 'checkbox'],
      ['disabled', true],
      ['checked', true],
    ],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: { thead: ['table'], tbody: ['table'], tr: ['table'], th: ['table'], td: ['table'] },
  strip: ['script', 'style'],
  clobber: [],
  clobberPrefix: '',
}

/** A note may hold pictures as well, if it carries them within itself. */
export const NOTE_SCHEMA: Options = {
  ...SANITIZE_SCHEMA,
  tagNames: [...(SANITIZE_SCHEMA.tagNames ?? []), 'img'],
  attributes: {
    ...SANITIZE_SCHEMA.attributes,
    img: [['src', INLINE_PICTURE], 'alt'],
  },
  protocols: { ...SANITIZE_SCHEMA.protocols, src: ['data'] },
}

/** What opens emphasis, links or code: the parser takes time by the square of their number in a paragraph. */
const MARK = /[*_~`[\]<]/g
const MOST_MARKS = 3000

/** Lines that underline a heading, or part the head of a table from its rows. */
const RULE = /^[ \t]*[-=|:][-=|: \t]*$/
const MOST_RULES = 300

/** Quotes and lists within each other: the parser calls itself for each. */
const DEEP = /^(?:[ \t]{0,8}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){40}/

const FENCE = /^ {0,3}(?:`{3}|~{3})/

/**
 * Whether parsing a text would freeze the page, so that it is shown as it is written. Nobody writes so many marks in
 * one paragraph; code may have any number of them.
 */
export function isCostly(text: string): boolean {
  let isCode = false
  let [marks, rules] = [0, 0]
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode
    if (isCode) continue
    if (line.trim() === '') marks = 0
    for (const _ of line.matchAll(MARK)) marks += 1
    if (RULE.test(line)) rules += 1
    if (marks > MOST_MARKS || rules > MOST_RULES || DEEP.test(line)) return true
  }
  return false
}
