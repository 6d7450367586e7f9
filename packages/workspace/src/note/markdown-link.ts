import { indexAfter, type Lookahead } from './skip-span.ts'
import { type LinkTarget, splitTarget } from './wiki-link.ts'

const DEEPEST_PARENTHESES = 32
/** A scheme, or a host without one. */
const OUTSIDE = /^[A-Za-z][A-Za-z0-9+.-]*:|^\/\//
const WEB = /^https?:\/\//i
const ESCAPED = /\\([!-/:-@[-`{-~])/g

/** Reads `target "title")` after `](`; undefined where it is no destination. */
export function readDestination(
  text: string,
  from: number,
  ahead: Lookahead,
): { readonly target: string; readonly end: number } | undefined {
  const start = skipBlanks(text, from)
  const angled = text.charCodeAt(start) === 60
  const end = angled ? endOfAngled(text, start) : endOfBare(text, start)
  if (end === -1) return undefined
  const target = angled ? text.slice(start + 1, end - 1) : text.slice(start, end)
  let close = skipBlanks(text, end)
  if (close > end) close = skipBlanks(text, endOfTitle(text, close, ahead))
  return text.charCodeAt(close) === 41 ? { target, end: close + 1 } : undefined
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9 || text.charCodeAt(at) === 10) at += 1
  return at
}

function endOfAngled(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 62) return at + 1
    if (code === 60 || code === 10) return -1
    if (code === 92) at += 1
  }
  return -1
}

function endOfBare(text: string, start: number): number {
  let depth = 0
  let at = start
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 32 || code === 127) break
    if (code === 92 && text.charCodeAt(at + 1) > 32) at += 1
    else if (code === 40 && ++depth > DEEPEST_PARENTHESES) return -1
    else if (code === 41 && --depth < 0) break
  }
  return depth > 0 ? -1 : at
}

function endOfTitle(text: string, at: number, ahead: Lookahead): number {
  const quote = text.charAt(at)
  if (quote !== '"' && quote !== "'" && quote !== '(') return at
  const close = indexAfter(text, quote === '(' ? ')' : quote, at + 1, ahead)
  return close === -1 ? at : close + 1
}

/** What a Markdown link leads to, decoded; undefined for an address outside the workspace, unless its picture is shown. */
export function parseMarkdownTarget(written: string, embed: boolean): LinkTarget | undefined {
  if (written === '') return undefined
  if (OUTSIDE.test(written)) return embed && WEB.test(written) ? { target: written } : undefined
  // Only an unescaped `#` begins a heading: `%23` is part of a name, so the split comes before the decoding.
  const { target, heading, block } = splitTarget(
    written.includes('\\') ? written.replace(ESCAPED, '$1') : written,
  )
  if (target === '' && heading === undefined && block === undefined) return undefined
  return {
    target: decodePercent(target),
    ...(heading === undefined ? {} : { heading: decodePercent(heading) }),
    ...(block === undefined ? {} : { block: decodePercent(block) }),
  }
}

/** Percent signs that encode nothing stay. */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/(?:%[0-9a-f]{2})+/giu, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}
