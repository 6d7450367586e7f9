/** A call that the plugin has written into an answer as a pair of comments. */
export interface PluginToolCall {
  readonly tool: string
  readonly result?: string
}

const START = '<!--TOOL_CALL_START:'
const END = '<!--TOOL_CALL_END:'
const CLOSE = '-->'

/** Takes the plugin's comments about tools out of an answer: the words stay, and the calls are listed. */
export function takeToolCalls(text: string): {
  readonly text: string
  readonly calls: readonly PluginToolCall[]
} {
  if (!text.includes(START)) return { text, calls: [] }
  const results = readResults(text)
  const calls = [...comments(text, START)].flatMap(({ body }): readonly PluginToolCall[] => {
    const [id = '', tool = ''] = body.split(':', 2)
    const result = results.get(id)
    return tool === '' ? [] : [{ tool, ...(result === undefined ? {} : { result }) }]
  })
  const words: string[] = []
  let from = 0
  for (const { start, end } of [...comments(text, START), ...comments(text, END)].sort(byStart)) {
    words.push(text.slice(from, start))
    from = Math.max(from, end)
  }
  words.push(text.slice(from))
  const kept = words.map((part) => part.replace(/^\n+|\n+$/g, '')).filter((part) => part.trim() !== '')
  return { text: kept.join('\n\n'), calls }
}

interface Comment {
  readonly start: number
  readonly end: number
  readonly body: string
}

function* comments(text: string, opening: string): Generator<Comment> {
  let start = text.indexOf(opening)
  while (start !== -1) {
    const close = text.indexOf(CLOSE, start)
    if (close === -1) return
    const end = close + CLOSE.length
    yield { start, end, body: text.slice(start + opening.length, close) }
    start = text.indexOf(opening, end)
  }
}

/** By the id of the call. */
function readResults(text: string): ReadonlyMap<string, string> {
  const results = new Map<string, string>()
  for (const { body } of comments(text, END)) {
    const colon = body.indexOf(':')
    const written = colon === -1 ? '' : body.slice(colon + 1)
    if (written !== '') results.set(body.slice(0, colon), decoded(written))
  }
  return results
}

/** Results are written like a part of an address, so that none of them ends its comment. */
function decoded(written: string): string {
  if (!written.startsWith('ENC:')) return written
  try {
    return decodeURIComponent(written.slice('ENC:'.length))
  } catch {
    return written
  }
}

function byStart(a: Comment, b: Comment): number {
  return a.start - b.start
}
