/** What earlier looks ahead have found out about the rest of a text, so that no two of them walk over it. */
export interface Lookahead {
  /** For each length of a run of backticks, where the last such run begins. */
  lastRuns: Map<number, number> | undefined
  /** For a searched string, its first place at or after the last search. */
  next: Map<string, number> | undefined
}

export function newLookahead(): Lookahead {
  return { lastRuns: undefined, next: undefined }
}

/** As `indexOf`, but repeated searches from growing places cost one walk over the text in all. */
export function indexAfter(text: string, wanted: string, from: number, ahead: Lookahead): number {
  const known = ahead.next?.get(wanted)
  if (known !== undefined && (known === -1 || known >= from)) return known
  const found = text.indexOf(wanted, from)
  ahead.next ??= new Map()
  ahead.next.set(wanted, found)
  return found
}

/** Where a code span that begins here ends; after the run of backticks where nothing closes it. */
export function endOfCodeSpan(text: string, at: number, ahead: Lookahead): number {
  const after = endOfRun(text, at)
  const length = after - at
  ahead.lastRuns ??= findLastRuns(text, at)
  if ((ahead.lastRuns.get(length) ?? -1) <= at) return after
  for (let run = text.indexOf('`', after); run !== -1; ) {
    const runEnd = endOfRun(text, run)
    if (runEnd - run === length) return runEnd
    run = text.indexOf('`', runEnd)
  }
  return after
}

function endOfRun(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === 96) end += 1
  return end
}

function findLastRuns(text: string, from: number): Map<number, number> {
  const runs = new Map<number, number>()
  for (let run = text.indexOf('`', from); run !== -1; ) {
    const end = endOfRun(text, run)
    runs.set(end - run, run)
    run = text.indexOf('`', end)
  }
  return runs
}

/** Whether a text ends within a comment that is not closed. */
export function endsInComment(text: string): boolean {
  const ahead = newLookahead()
  const marks = /[\\`<]|%%/g
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const at = mark.index
    if (mark[0] === '%%') {
      const close = text.indexOf('%%', at + 2)
      if (close === -1) return true
      marks.lastIndex = close + 2
    } else if (mark[0] === '`') marks.lastIndex = endOfCodeSpan(text, at, ahead)
    else marks.lastIndex = mark[0] === '<' ? endOfHtml(text, at, ahead) : at + 2
  }
  return false
}

/** The end of a comment, a tag or an address in angle brackets; after the `<` where there is none. */
export function endOfHtml(text: string, at: number, ahead: Lookahead): number {
  if (text.startsWith('<!--', at)) {
    const close = indexAfter(text, '-->', at + 4, ahead)
    return close === -1 ? at + 4 : close + 3
  }
  if (!/[A-Za-z/]/.test(text.charAt(at + 1))) return at + 1
  for (let end = at + 1; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (code === 62) return end + 1
    if (code === 60 || code === 10) break
  }
  return at + 1
}

/** The end of `%% … %%`; a single `%` and an unclosed `%%` are text. */
export function endOfComment(text: string, at: number, ahead: Lookahead): number {
  if (text.charCodeAt(at + 1) !== 37) return at + 1
  const close = indexAfter(text, '%%', at + 2, ahead)
  return close === -1 ? at + 2 : close + 2
}

/** The end of `$$ … $$` or of `$x$` in one line with no space inside its signs; a price is text. */
export function endOfMath(text: string, at: number, ahead: Lookahead): number {
  if (text.charCodeAt(at + 1) === 36) {
    const close = indexAfter(text, '$$', at + 2, ahead)
    return close === -1 ? at + 2 : close + 2
  }
  if (!/\S/u.test(text.charAt(at + 1))) return at + 1
  const close = indexAfter(text, '$', at + 1, ahead)
  if (close === -1 || /[\s\\]/u.test(text.charAt(close - 1)) || /[0-9]/.test(text.charAt(close + 1)))
    return at + 1
  const lineEnd = indexAfter(text, '\n', at, ahead)
  return lineEnd !== -1 && lineEnd < close ? at + 1 : close + 1
}
