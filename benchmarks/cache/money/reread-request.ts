/** What a model can read in a request body, from its text alone: key → current text, null where an update does not apply. */
export type Reading = ReadonlyMap<string, string | null>

/** A provider's request body, whichever of its fields holds the conversation. */
export interface RequestBody {
  readonly system?: unknown
  readonly instructions?: unknown
  readonly systemInstruction?: unknown
  readonly messages?: unknown
  readonly input?: unknown
  readonly contents?: unknown
}

/**
 * Reads a request from top to bottom as a model would, by the forms in SPEC.md (versions 1 and 2). Written from
 * that document: it shares no code with the engine, so that a mistake there is not repeated here.
 */
export function rereadRequest(body: RequestBody): Reading {
  const text = textsOf([
    body.system,
    body.instructions,
    body.systemInstruction,
    body.messages,
    body.input,
    body.contents,
  ])
  const now = new Map<string, string | null>()
  const versions = new Map<string, string | null>()
  const give = (key: string, turn: string, value: string | null): void => {
    now.set(key, value)
    versions.set(`${turn} ${key}`, value)
  }
  for (const { groups = {} } of text.join('\n').matchAll(PIECE)) {
    const {
      tag,
      turn = '',
      head = '',
      content = '',
      path = '',
      old,
      from,
      to = '',
      was,
      body: inner = '',
      again,
      of,
    } = groups
    if (tag !== undefined) {
      const [, source = ''] = /<(?:path|url|key)>(.*)<\/(?:path|url|key)>/.exec(head) ?? []
      const [, lines = ''] = /<lines>(.*)<\/lines>/.exec(head) ?? []
      give(attribute(source) + (tag === 'selected_text' ? `#${lines}` : ''), turn, plain(content))
    } else if (again !== undefined)
      now.set(attribute(again), versions.get(`${of} ${attribute(again)}`) ?? null)
    else {
      const key = attribute(path)
      const before = versions.get(`${old ?? from} ${key}`) ?? null
      give(key, old === undefined ? to : (was ?? ''), updated(before, inner))
    }
  }
  return now
}

const NAMES =
  'note_context|active_note|embedded_note|file_context|selected_text|pasted_text|url_content|pdf_context'

const PIECE = new RegExp(
  [
    `<(?<tag>${NAMES})(?: turn="(?<turn>\\d+)")?>\\n(?<head>[^]*?)<content>\\n(?<content>[^]*?)\\n</content>\\n</\\k<tag>>`,
    `<context_update path="(?<path>[^"]*)" (?:supersedes="turn (?<old>\\d+)" turn="(?<was>\\d+)"|from="(?<from>\\d+)" to="(?<to>\\d+)")>\\n(?<body>[^]*?)\\n</context_update>`,
    `^- (?<again>[^\\n]*) \\(again as in turn (?<of>\\d+)(?:; the active note)?\\)$`,
  ].join('|'),
  'gm',
)

/** The texts of a body in order, calls and pictures left out. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  const { text, content, parts } = value as Readonly<Record<string, unknown>>
  return textsOf(text ?? content ?? parts)
}

/** One backslash stands after the `<` of what only looks like structure. */
function plain(text: string): string {
  const ours = `${NAMES}|\\w+_(?:context|content|update|text|turns|summary|result|guidance|block|note)|content|diff|title|path|url|key|lines|pages`
  return text.replace(new RegExp(`<\\\\(?=\\\\*\\s*/?\\s*(?:${ours})\\b)`, 'gi'), '<')
}

function attribute(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return text.replace(
    /&(amp|lt|gt|quot|#\d+);/g,
    (_all, name: string) => named[name] ?? String.fromCharCode(Number(name.slice(1))),
  )
}

function updated(before: string | null, body: string): string | null {
  const [, form, inner = ''] = /^<(diff|content)>\n([^]*)\n<\/\1>$/.exec(body) ?? []
  if (form === 'content') return plain(inner)
  if (before === null) return null
  return form === 'diff' ? applyUnified(before, plain(inner)) : applyHunks(before, plain(body))
}

/** Version 2: hunks placed by how a line begins. */
function applyHunks(before: string, changes: string): string | null {
  const old = before.split('\n')
  const given = changes.split('\n')
  const result: string[] = []
  let taken = 0
  // A sentence on how to read them may come first.
  let at = given[0]?.startsWith('@ -') || /^@ [~*]/.test(given[0] ?? '') ? 0 : 1
  while (at < given.length) {
    const header = /^@ (?:~(\d+) )?(?:-(\d+) \+(\d+)|\*(\d+))(?: ([^]*))?$/.exec(given[at] ?? '')
    if (!header) return null
    const [, skip = 0, removed = 0, added = 0, edited = 0, beginning] = header
    const named = old.flatMap((line, index) => (beginning && line.startsWith(beginning) ? [index] : []))
    if (beginning ? named.length !== 1 : false) return null
    const place = (named[0] ?? -1) + 1 + Number(skip)
    if (place < taken || place > old.length) return null
    result.push(...old.slice(taken, place), ...given.slice(at + 1, at + 1 + Number(added)))
    taken = place + Number(removed)
    at += 1 + Number(added)
    for (let count = 0; count < Number(edited); count += 1) {
      const line = reworded(old[taken] ?? '', JSON.parse(given[at] ?? '') as readonly string[])
      if (line === null) return null
      result.push(line)
      taken += 1
      at += 1
    }
  }
  return [...result, ...old.slice(taken)].join('\n')
}

function reworded(line: string, threes: readonly string[]): string | null {
  let [done, rest] = ['', line]
  for (let index = 0; index + 2 < threes.length; index += 3) {
    const [before = '', fresh = '', after = ''] = threes.slice(index, index + 3)
    const start = rest.indexOf(before) + before.length
    if (!rest.includes(before)) return null
    const tail = rest.slice(start)
    const end = after === '' ? tail.length : tail.indexOf(after)
    if (end < 0) return null
    done += rest.slice(0, start) + fresh
    rest = tail.slice(end)
  }
  return done + rest
}

/** Version 1: unified hunks. */
function applyUnified(before: string, diff: string): string | null {
  const old = before.split(/(?<=\n)/)
  const given = diff.split('\n')
  const result: string[] = []
  let taken = 0
  for (let at = 0; at < given.length; ) {
    const header = /^@@ -(\d+),(\d+) \+\d+,(\d+) @@$/.exec(given[at] ?? '')
    if (!header) return null
    at += 1
    const [from = 0, gone = 0, come = 0] = header.slice(1).map(Number)
    const start = from - (gone > 0 ? 1 : 0)
    if (start < taken) return null
    result.push(...old.slice(taken, start))
    taken = start
    for (let [removed, added] = [0, 0]; removed < gone || added < come; ) {
      const signed = given[at]
      if (signed === undefined) return null
      const isBare = given[at + 1] === '\\ No newline at end of file'
      const line = signed.slice(1) + (isBare ? '' : '\n')
      at += isBare ? 2 : 1
      if (signed[0] !== '+') {
        if ((old[taken] ?? '') !== line) return null
        taken += 1
        removed += 1
      }
      if (signed[0] !== '-') {
        result.push(line)
        added += 1
      }
    }
  }
  return [...result, ...old.slice(taken)].join('')
}
