import type { JsonValue } from '@varve/engine/internal'
import type { ChatAnswer, ChatDocument, ChatTurn, Remark } from '../chat-file/chat-document.ts'
import { printTime } from '../chat-file/chat-time.ts'
import { printContextLine } from '../chat-file/context-line.ts'
import { parseJsonLine, printJsonLine } from '../chat-file/json-line.ts'
import { escapeHtml, printAnswerHtml } from './answer-html.ts'
import { checkChatDocument } from './chat-json.ts'

const DATA_START = '<!-- varve:chat '
const DATA_END = ' -->'

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.55 Inter,system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h3{font-size:1.15rem}h4,h5,h6{font-size:1rem}
article{overflow-wrap:anywhere;margin:1rem 0}
.user{white-space:pre-wrap;padding:.75rem 1rem;border:1px solid #8883;border-radius:.75rem;background:#8881}
.ai{padding:0 1rem .5rem}.ai>:first-child{margin-top:0}
pre{overflow-x:auto;padding:.75rem 1rem;border:1px solid #8883;border-radius:.6rem;background:#8881;font-size:.85rem;overflow-wrap:normal}
pre[data-language]::before{content:attr(data-language);display:block;margin-bottom:.4rem;opacity:.7;font:500 .75rem system-ui,sans-serif}
code{font-family:ui-monospace,monospace}.formula{font-style:italic;font-family:ui-serif,serif}.display{display:block;text-align:center}
table{display:block;margin-block:1rem;overflow-x:auto;border-collapse:collapse;font-size:.9rem}
th,td{padding:.3rem 1rem .3rem 0;border-bottom:1px solid #8885;text-align:left;vertical-align:top;min-width:4rem}
.between{white-space:pre-wrap;overflow-wrap:anywhere;margin:1rem;opacity:.8}
blockquote{border-left:3px solid #8886;margin-inline:0;padding-left:1rem}blockquote p{margin:.25rem 0}
.callout{padding:.5rem 1rem;border:1px solid #8884;border-left:3px solid #3d8fa0;border-radius:.6rem}.title{font-weight:600}
details{padding:.4rem .75rem;border:1px solid #8884;border-radius:.4rem}summary{font-weight:500}
mark{background:#f5c84280;color:inherit}a{color:#0b6b7a}
footer{white-space:normal;font-size:.8rem;opacity:.7;margin-top:.5rem}
@media(prefers-color-scheme:dark){body{background:#14191d;color:#e4e8ea}a{color:#7cc8d4}}
@media print{body{max-width:none;margin:0;background:none;color:#000}h1,h3,h4,footer{break-after:avoid}pre,tr{break-inside:avoid}pre{white-space:pre-wrap}}`

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
  return kind === 'text' ? printAnswerHtml(text) : printQuote(text.split('\n'))
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

/** To the minute; the data behind the page has it exactly. */
const showTime = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : printTime(at).replace(/T(\d\d:\d\d):.*$/, ' $1 UTC')

function printFooter(notes: readonly (string | undefined)[]): string {
  const shown = notes.filter((note) => note !== undefined && note !== '')
  return shown.length === 0 ? '' : `<footer>${escapeHtml(shown.join(' · '))}</footer>`
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
