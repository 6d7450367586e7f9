import { type ChatContext, NO_CONTEXT } from './chat-document.ts'

export interface PluginContext {
  readonly context?: ChatContext
  /** What stood between the brackets. */
  readonly written?: string
}

/** Labels as several versions of the plugin have written them. */
const LABELS: ReadonlyMap<string, keyof ChatContext> = new Map([
  ['notes', 'notes'],
  ['urls', 'urls'],
  ['web tabs', 'tabs'],
  ['webtabs', 'tabs'],
  ['tags', 'tags'],
  ['folders', 'folders'],
])

/**
 * The names of the plugin's context line. It separates names by commas and escapes none: where a piece cannot be a
 * name of its kind by itself, it and its neighbour are listed instead of guessed.
 */
export function readPluginContext(line: string | undefined, listGap: (text: string) => void): PluginContext {
  if (line === undefined) return {}
  const written = line.slice('[Context: '.length, -1)
  const found: { -readonly [Group in keyof ChatContext]: string[] } = {
    notes: [],
    urls: [],
    tabs: [],
    tags: [],
    folders: [],
  }
  for (const part of written.split(' | ')) {
    const colon = part.indexOf(': ')
    const group = LABELS.get(part.slice(0, Math.max(0, colon)).trim().toLowerCase())
    if (colon === -1 || !group) {
      listGap(`This part of the context line has another form: ${part}`)
      continue
    }
    const { names, unclear } = splitNames(part.slice(colon + 2), IS_NAME[group])
    found[group].push(...names)
    for (const run of unclear) listGap(`Where one name ends and the next begins is not clear: ${run}`)
  }
  return { context: { ...NO_CONTEXT, ...found }, written }
}

const ANY = /^\S/
const IS_NAME: Readonly<Record<keyof ChatContext, RegExp>> = {
  notes: /\.[A-Za-z0-9]{1,10}$/,
  urls: /^[a-z][a-z0-9+.-]*:/i,
  tabs: ANY,
  tags: /^#?\S+$/,
  folders: ANY,
}

/** A piece that cannot be a name: it continues the one before (addresses), or the next one ends it (files). */
function splitNames(
  list: string,
  isName: RegExp,
): { readonly names: readonly string[]; readonly unclear: readonly string[] } {
  const names: string[] = []
  const unclear: string[] = []
  const pieces = list.split(', ').map((piece) => piece.trim())
  let run: string[] = []
  const endsLate = isName === IS_NAME.notes
  for (const piece of pieces) {
    const fits = isName.test(piece)
    if (!fits && !endsLate && run.length === 0 && names.length > 0) run.push(names.pop() ?? '')
    if (!fits) run.push(piece)
    else if (endsLate && run.length > 0) {
      unclear.push([...run, piece].join(', '))
      run = []
    } else {
      if (run.length > 0) unclear.push(run.join(', '))
      run = []
      names.push(piece)
    }
  }
  if (run.length > 0) unclear.push(run.join(', '))
  return { names: names.filter((name) => name !== ''), unclear: unclear.filter((text) => text !== '') }
}
