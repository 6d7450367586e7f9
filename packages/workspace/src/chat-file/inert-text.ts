/**
 * What a model wrote, as it is in a note: text that no program loads or runs. Obsidian and its plugins would load
 * remote images and HTML, and run queries and templates.
 *
 * HTML and images get a backslash, as Markdown escapes them, also inside code in a line. Code in fences stays as it is,
 * so that it can be copied. What plugins look for in the raw text (queries, templates) gets an invisible character,
 * since for those no escape exists. `activeText` is the exact inverse.
 */

/** Whether the first line of the text begins a line of the note. */
export type FirstLine = 'whole' | 'behind'

/** How a tag, a comment or an instruction begins, and an image that is not embedded from the vault. */
const LIVE = String.raw`<(?:[A-Za-z/?]|!(?!\[))|!\[(?!\[[^[\]\n]*\]\](?![([]))`
const UNESCAPED = new RegExp(String.raw`(?<!\\)\\*(?=${LIVE})`, 'g')
const ESCAPED = new RegExp(String.raw`(?<!\\)\\+(?=${LIVE})`, 'g')

/** Invisible, and not part of any name that a plugin looks for. */
const MARK = '\u200b'
/** Languages of code blocks that Obsidian or a plugin runs, or for which it loads something from the web. */
const LANGUAGES = [
  'dataview(?:js)?|datacore\\w*|base|tasks|query|button|js-engine|jsx:|templater[\\w-]*|meta-bind[\\w-]*',
  'run-\\w+|execute-\\w+|cardlink|embed|custom-frames|leaflet|plantuml[\\w-]*',
].join('|')
/** Markup, shapes and styles by which a diagram could load an image. Nothing that is added here makes or hides one. */
const LOADS = /<[a-z]|@\{|url|css/i
/** What is trimmed away before a plugin looks: any blanks, however many. */
const BLANKS = '[^\\S\\n]*'
/** Where code in a line begins, perhaps with the end of that line; not a fence with code that begins with a sign. */
const TICK = `\`${BLANKS}|(?:(?<!\`)\`{1,2}|[^\\s>\`~][^\\n]*\`)${BLANKS}\\n[^\\S\\n]*(?:>[^\\S\\n]*)*`
const RUNNABLE = runnableIn(LANGUAGES)
const RUNNABLE_WITH_DIAGRAMS = runnableIn(`${LANGUAGES}|mermaid`)

/** Diagrams stay, except in a text that could load something by them. */
function runnableOf(text: string): RegExp {
  return LOADS.test(text) ? RUNNABLE_WITH_DIAGRAMS : RUNNABLE
}

function runnableIn(languages: string): RegExp {
  return new RegExp(
    [
      // Code in a fence, in one with braces too.
      runnable(`(?:\`{3}|~{3})${BLANKS}\\{?${BLANKS}`, `(?:${languages})\\b`),
      // A query in a line.
      runnable(`(?:${TICK})`, '\\$?='),
      // A template.
      runnable('<', '%'),
    ].join('|'),
    'gi',
  )
}

/** What follows is looked at first: so a long run of blanks is read only where it matters. */
function runnable(before: string, after: string): string {
  return `(?<!${MARK})${MARK}*(?=${after})(?<=${before}${MARK}*)`
}

/** A text of which nothing is loaded or run where it is in a note. */
export function inertText(text: string, firstLine: FirstLine = 'whole'): string {
  return outsideCode(text, firstLine, (part) =>
    part.replace(UNESCAPED, (slashes) => '\\'.repeat(2 * slashes.length + 1)),
  ).replace(runnableOf(text), (marks) => `${marks}${MARK}`)
}

/** The text that `inertText` was given. */
export function activeText(text: string, firstLine: FirstLine = 'whole'): string {
  const unmarked = text.replace(runnableOf(text), (marks) => marks.slice(1))
  return outsideCode(unmarked, firstLine, (part) =>
    part.replace(ESCAPED, (slashes) =>
      slashes.length % 2 === 1 ? '\\'.repeat((slashes.length - 1) / 2) : slashes,
    ),
  )
}

const FENCE = /^(`{3,}|~{3,})([^`\n]*)$/

/**
 * Changes text outside fenced code. Only unambiguous fences count: at the beginning of a line, closed, and in
 * a text without anything that could hide one (a formula, a comment, a fence in a list).
 */
function outsideCode(text: string, firstLine: FirstLine, change: (part: string) => string): string {
  if (!/^(?:`{3}|~{3})/m.test(text) || /\$\$|%%/.test(text)) return change(text)
  const parts: { readonly isCode: boolean; readonly lines: string[] }[] = [{ isCode: false, lines: [] }]
  let open: string | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const isWhole = index > 0 || firstLine === 'whole'
    const [, fence = '', info = ''] = (isWhole && FENCE.exec(line)) || []
    const isClosing =
      open !== undefined && fence[0] === open[0] && fence.length >= open.length && info.trim() === ''
    if (fence === '' && /`{3}|~{3}/.test(line)) return change(text)
    if (open === undefined && fence !== '') {
      open = fence
      parts.push({ isCode: true, lines: [line] })
    } else {
      parts.at(-1)?.lines.push(line)
      if (isClosing) {
        open = undefined
        parts.push({ isCode: false, lines: [] })
      }
    }
  }
  if (open !== undefined) return change(text)
  const changed = parts.flatMap(({ isCode, lines }) =>
    lines.length === 0 ? [] : [isCode ? lines.join('\n') : change(lines.join('\n'))],
  )
  return changed.join('\n')
}

/** Where a run of them begins, and the characters. */
export type OddRun = readonly [at: number, characters: string]

/** Control characters that make a file look binary, and halves of pairs, which UTF-8 cannot hold. */
const ODD = /(?:(?![\t\n\r])[\p{Cc}\p{Cs}])+/gu
const SHOWN_INSTEAD = '\ufffd'

interface ShownText {
  /** As long as the text, with a replacement character for each odd one. */
  readonly shown: string
  readonly odd: readonly OddRun[]
}

/** Takes out what cannot be in a text file; `restoreOddCharacters` puts it back. */
export function takeOddCharacters(text: string): ShownText {
  const odd: OddRun[] = []
  const shown = text.replace(ODD, (run, at: number) => {
    odd.push([at, run])
    return SHOWN_INSTEAD.repeat(run.length)
  })
  return { shown, odd }
}

/** Undefined where the text no longer has a replacement character at each of the places. */
export function restoreOddCharacters(shown: string, odd: readonly OddRun[]): string | undefined {
  const pieces: string[] = []
  let from = 0
  for (const [at, characters] of odd) {
    const end = at + characters.length
    if (at < from || shown.slice(at, end) !== SHOWN_INSTEAD.repeat(characters.length)) return undefined
    pieces.push(shown.slice(from, at), characters)
    from = end
  }
  return pieces.join('') + shown.slice(from)
}
