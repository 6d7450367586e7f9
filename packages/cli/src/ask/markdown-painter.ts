import type { Paint, Style } from '../paint.ts'

/** Markdown for a terminal, while it is written: what is given is shown as soon as it is known what it means. */
export interface MarkdownPainter {
  readonly write: (text: string) => string
  /** What was held back at the end. */
  readonly end: () => string
}

/** What may begin a line and mean something, and could still become it. */
const MAY_BEGIN =
  /^(?: {0,3}(?:#{1,6}|`{1,}[^\n]*|~{1,}[^\n]*|>|[-*+]|\d{1,3}[.)]?)?| {1,12}(?:[-*+]|\d{1,3}[.)]?)?)$/
const FENCE = /^ {0,3}(`{3,}|~{3,})[^\n]*$/
const HEADING = /^#{1,6} /
const BULLET = /^(\s*)([-*+]|\d{1,3}[.)])( +)/
const QUOTE = /^> ?/
/** Signs in a line that may mean something. */
const SIGN = /[`*[]/
const CITATION = /^\[\^\d{1,4}\]/
const MAY_BE_CITATION = /^\[(?:\^\d{0,4})?$/

/** Headings, lists, quotes, code, bold, italics and citations; everything else stays as it is written. */
export function markdownPainter(paint: Paint): MarkdownPainter {
  let held = ''
  let isLineStart = true
  let fence: string | undefined
  let line: readonly Style[] = []
  const inline = { bold: false, italic: false, code: false }

  const styled = (text: string): string => {
    const styles: readonly Style[] = [
      ...line,
      ...(inline.code ? (['cyan'] as const) : []),
      ...(inline.bold ? (['bold'] as const) : []),
      ...(inline.italic ? (['italic'] as const) : []),
    ]
    return styles.length === 0 ? text : paint(styles, text)
  }

  const endLine = (): void => {
    isLineStart = true
    line = []
    Object.assign(inline, { bold: false, italic: false, code: false })
  }

  /** What the beginning of a line says; undefined where more of it has to come first. */
  const beginLine = (isLast: boolean): string | undefined => {
    const end = held.indexOf('\n')
    const whole = end < 0 ? held : held.slice(0, end)
    if (end < 0 && !isLast && (fence === undefined ? MAY_BEGIN : /^ {0,3}[`~]*$/).test(whole))
      return undefined
    const [, ticks] = FENCE.exec(whole) ?? []
    if (ticks !== undefined && (fence === undefined || (ticks.startsWith(fence) && whole.trim() === ticks))) {
      fence = fence === undefined ? ticks : undefined
      held = held.slice(whole.length)
      isLineStart = false
      return paint('dim', whole)
    }
    isLineStart = false
    if (fence !== undefined) {
      line = ['cyan']
      return ''
    }
    if (HEADING.test(whole)) line = ['bold', 'blue']
    const [bullet, indent = '', sign = '', gap = ''] = BULLET.exec(whole) ?? []
    if (bullet !== undefined) {
      held = held.slice(bullet.length)
      return `${indent}${paint('cyan', sign)}${gap}`
    }
    const [quote] = QUOTE.exec(whole) ?? []
    if (quote === undefined) return ''
    held = held.slice(quote.length)
    return paint('dim', quote)
  }

  /** What the sign at the beginning of the text says; undefined where more has to come first. */
  const takeSign = (isLast: boolean): string | undefined => {
    const [sign = '', next] = held
    if (sign === '`') {
      held = held.slice(1)
      inline.code = !inline.code
      return ''
    }
    if (inline.code) return takeText(1)
    if (sign === '[') {
      const [citation] = CITATION.exec(held) ?? []
      if (citation !== undefined) {
        held = held.slice(citation.length)
        return paint('dim', citation)
      }
      return MAY_BE_CITATION.test(held) && !isLast ? undefined : takeText(1)
    }
    if (next === undefined && !isLast) return undefined
    if (next === '*') {
      held = held.slice(2)
      inline.bold = !inline.bold
      return ''
    }
    // A lone one stands for itself, as in 2 * 3.
    if (!inline.italic && (next === undefined || /\s/.test(next))) return takeText(1)
    held = held.slice(1)
    inline.italic = !inline.italic
    return ''
  }

  const takeText = (length: number): string => {
    const text = held.slice(0, length)
    held = held.slice(length)
    return styled(text)
  }

  const take = (isLast: boolean): string => {
    let shown = ''
    while (held !== '') {
      if (isLineStart) {
        const begun = beginLine(isLast)
        if (begun === undefined) return shown
        shown += begun
        continue
      }
      if (held.startsWith('\n')) {
        held = held.slice(1)
        shown += '\n'
        endLine()
        continue
      }
      const end = held.indexOf('\n')
      const rest = end < 0 ? held : held.slice(0, end)
      const at = fence === undefined ? rest.search(SIGN) : -1
      if (at !== 0) {
        shown += takeText(at < 0 ? rest.length : at)
        continue
      }
      const sign = takeSign(isLast)
      if (sign === undefined) return shown
      shown += sign
    }
    return shown
  }

  return {
    write: (text) => {
      held += text
      return take(false)
    },
    end: () => take(true),
  }
}
