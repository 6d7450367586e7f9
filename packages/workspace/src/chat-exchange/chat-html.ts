import MarkdownIt from 'markdown-it/browser'
import type { JsonValue } from '@varve/engine/internal'
import type { ChatAnswer, ChatDocument, ChatTurn, Remark } from '../chat-file/chat-document.ts'
import { printTime } from '../chat-file/chat-time.ts'
import { printContextLine } from '../chat-file/context-line.ts'
import { parseJsonLine, printJsonLine } from '../chat-file/json-line.ts'
import { takeOddCharacters } from '../chat-file/inert-text.ts'
import { checkChatDocument } from './chat-json.ts'

const DATA_START = '<!-- varve:chat '
const DATA_END = ' -->'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
article{overflow-wrap:anywhere;margin:1rem 0;padding:.75rem 1rem;border-radius:.5rem}
.user{white-space:pre-wrap;background:#8881}.ai{border:1px solid #8884}
.ai>:first-child{margin-top:0}
pre{overflow-x:auto;padding:.75rem;border-radius:.5rem;background:#8881;font-size:.85rem}
code{font-family:ui-monospace,monospace}
table{display:block;overflow-x:auto;border-collapse:collapse}
th,td{padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8886;text-align:left;vertical-align:top;min-width:4rem}
.between{white-space:pre-wrap;overflow-wrap:anywhere;margin:1rem;opacity:.8}
blockquote{border-left:3px solid #8886;margin-left:0;padding-left:1rem}blockquote p{margin:.25rem 0}
footer{white-space:normal;font-size:.8rem;opacity:.7;margin-top:.5rem}
@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}a{color:#8cf}}
@media print{body{max-width:none;margin:0;background:none;color:#000}h1,h2,h3,footer{break-after:avoid}pre,tr{break-inside:avoid}pre{white-space:pre-wrap}}`

/** A stretch of an answer: its own words, or lines that others put in between, each behind a `>`. */
export interface AnswerPart {
  readonly kind: 'text' | 'quote'
  readonly text: string
}

/** An answer as a page is to show it. */
export type PartsOfAnswer = (answer: ChatAnswer) => readonly AnswerPart[]

const wholeAnswer: PartsOfAnswer = ({ text }) => [{ kind: 'text', text }]

/**
 * A self-contained page: no script, nothing from the network. Questions as typed, answers rendered from
 * Markdown. A comment at its end holds the conversation with all its fields, so that `parseChatHtml` can
 * restore it.
 */
export function printChatHtml(document: ChatDocument, partsOf: PartsOfAnswer = wholeAnswer): string {
  const title = escapeHtml(document.title)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${document.turns.map((turn, index) => printTurn(turn, document.turns[index - 1], partsOf)).join('')}</body>
</html>
${DATA_START}${printData(document)}${DATA_END}
`
}

/** No `<` either, so that anyone who looks for tags finds none. */
function printData(document: ChatDocument): string {
  return printJsonLine(document as unknown as JsonValue).replaceAll('<', '\\u003c')
}

function printTurn(turn: ChatTurn, before: ChatTurn | undefined, partsOf: PartsOfAnswer): string {
  const { userText, context, at, parent, answers } = turn
  const isBranch = parent !== undefined && parent !== (before?.id ?? null)
  const notes = [isBranch ? 'another branch' : undefined, printContextLine(context), showTime(at)]
  const between = (after: Remark['after']): string =>
    printRemark(turn.remarks?.find((remark) => remark.after === after))
  return [
    `<article class="user">${escapeHtml(userText)}${printFooter(notes)}</article>\n${between(0)}`,
    ...answers.map((answer, index) => {
      const body = partsOf(answer).map(printPart).join('')
      return printAnswer(answer, { body, hasOthers: answers.length > 1 }) + between(index + 1)
    }),
    between('turn'),
  ].join('')
}

function printRemark(remark: Remark | undefined): string {
  const text = remark?.text.trim() ?? ''
  const lines = text.split('\n')
  if (lines.every((line) => line.startsWith('>'))) return printQuote(lines)
  return text === '' ? '' : `<p class="between">${escapeHtml(text)}</p>\n`
}

/** Quoted lines; an empty one parts paragraphs. */
function printQuote(lines: readonly string[]): string {
  const paragraphs = lines
    .map((line) => line.replace(/^> ?/, ''))
    .join('\n')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
  return `<blockquote class="between">${paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`).join('')}</blockquote>\n`
}

function printPart({ kind, text }: AnswerPart): string {
  return kind === 'text' ? printMarkdown(text) : printQuote(text.split('\n'))
}

/** No raw HTML, no pictures, and only web and mail links. */
const MARKDOWN = new MarkdownIt({ html: false })
MARKDOWN.validateLink = (url) => /^(?:https?:|mailto:)/i.test(url.trim())
MARKDOWN.renderer.rules['image'] = (tokens, index) =>
  escapeHtml(`[image not shown: ${tokens[index]?.content ?? ''}]`)
MARKDOWN.renderer.rules['text'] = (tokens, index) =>
  escapeHtml(tokens[index]?.content ?? '').replaceAll(/\[\^(\d{1,4})\]/g, '<sup>[$1]</sup>')

function printMarkdown(text: string): string {
  return MARKDOWN.render(takeOddCharacters(text).shown)
}

function printAnswer(
  { model, at, status, chosen }: ChatAnswer,
  { body, hasOthers }: { readonly body: string; readonly hasOthers: boolean },
): string {
  const notes = [
    model,
    status === 'complete' ? undefined : status,
    showTime(at),
    hasOthers && chosen ? 'chosen' : undefined,
  ]
  return `<article class="ai">${body}${printFooter(notes)}</article>\n`
}

const showTime = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : printTime(at)

function printFooter(notes: readonly (string | undefined)[]): string {
  const shown = notes.filter((note) => note !== undefined && note !== '')
  return shown.length === 0 ? '' : `<footer>${escapeHtml(shown.join(' · '))}</footer>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return takeOddCharacters(text).shown.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** The conversation of a page that `printChatHtml` wrote. Nothing of the page itself is read or run. */
export function parseChatHtml(
  html: string,
): { readonly document: ChatDocument } | { readonly problem: string } {
  const start = html.lastIndexOf(DATA_START)
  const end = start === -1 ? -1 : html.indexOf(DATA_END, start)
  if (end === -1) return { problem: 'The page holds no conversation of Varve.' }
  const parsed = parseJsonLine(html.slice(start + DATA_START.length, end))
  return 'problem' in parsed ? parsed : checkChatDocument(parsed.value)
}
