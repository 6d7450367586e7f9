/** A call that the plugin has written into an answer as a pair of comments. */
export interface PluginToolCall {
  readonly tool: string
  readonly result?: string
}

export interface PluginAnswer {
  readonly text: string
  readonly calls: readonly PluginToolCall[]
  /** What newer versions keep of calls: a few words about each. */
  readonly steps: readonly string[]
}

/** Takes the plugin's comments about tools out of an answer: the words stay, and the calls are listed. */
export function takeToolCalls(text: string): PluginAnswer {
  const comments = readComments(text)
  if (comments.length === 0) return { text, calls: [], steps: [] }
  const results = new Map(comments.flatMap(({ result }) => (result ? [result] : [])))
  const calls = comments.flatMap(({ call }): readonly PluginToolCall[] => {
    if (!call) return []
    const result = results.get(call.id)
    return [{ tool: call.tool, ...(result === undefined ? {} : { result }) }]
  })
  const ends = [0, ...comments.map(({ end }) => end)]
  const starts = [...comments.map(({ start }) => start), text.length]
  const words = ends.map((end, index) => text.slice(end, starts[index]))
  const trimmed = words.map((part) => part.replace(/^\n+|(?<!\n)\n+$/g, ''))
  const kept = trimmed.filter((part) => part.trim() !== '')
  return { text: kept.join('\n\n'), calls, steps: comments.flatMap(({ steps }) => steps ?? []) }
}

interface Comment {
  readonly start: number
  readonly end: number
  readonly call?: { readonly id: string; readonly tool: string }
  readonly result?: readonly [id: string, text: string]
  readonly steps?: readonly string[]
}

const CLOSE = '-->'

/** Those that have the plugin's form, in order: an answer may also speak of them. */
function readComments(text: string): readonly Comment[] {
  const opening = /<!--(TOOL_CALL_START|TOOL_CALL_END|AGENT_REASONING):/g
  const comments: Comment[] = []
  const lastClose = text.lastIndexOf(CLOSE)
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [{ length }, kind] = found
    const from = found.index + length
    if (from > lastClose) break
    const body = kind === 'TOOL_CALL_END' ? readResult(text, from) : readWithin(text, from, kind)
    if (!body) continue
    comments.push({ start: found.index, ...body })
    opening.lastIndex = body.end
  }
  return comments
}

type Body = Omit<Comment, 'start'>

/** Of one line: a call, or steps as JSON. */
function readWithin(text: string, from: number, kind: string | undefined): Body | undefined {
  const isCall = kind === 'TOOL_CALL_START'
  const pattern = isCall
    ? /([^\s:`]{1,200}):([^\s:`]{1,200}?)(?::[^\n<]{0,1000}?)?-->/y
    : /\w{1,20}:\d{1,9}:(\[(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*",?)*\])-->/y
  pattern.lastIndex = from
  const [whole, first = '', tool = ''] = pattern.exec(text) ?? []
  if (whole === undefined) return undefined
  const end = from + whole.length
  return isCall ? { end, call: { id: first, tool } } : { end, steps: stepsIn(first) }
}

/** Of any length and on any number of lines. */
function readResult(text: string, from: number): Body | undefined {
  const id = /[^\s:`]{1,200}?(?=:|-->)/y
  id.lastIndex = from
  const [name] = id.exec(text) ?? []
  if (name === undefined) return undefined
  const close = text.indexOf(CLOSE, from + name.length)
  if (close === -1) return undefined
  const written = text.slice(from + name.length + 1, close)
  return { end: close + CLOSE.length, ...(written === '' ? {} : { result: [name, decoded(written)] }) }
}

function stepsIn(json: string): readonly string[] {
  try {
    return JSON.parse(json) as string[]
  } catch {
    return []
  }
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
