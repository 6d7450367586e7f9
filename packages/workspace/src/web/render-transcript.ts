const PARAGRAPH_MS = 30_000

/** A transcript in the form `json3` as paragraphs of half a minute, each with its time; undefined where it holds none. */
export function renderTranscript(source: string): string | undefined {
  const paragraphs: { readonly start: number; text: string }[] = []
  for (const { start, text } of captionLines(source)) {
    const last = paragraphs.at(-1)
    if (last === undefined || start - last.start >= PARAGRAPH_MS) paragraphs.push({ start, text })
    else last.text += ` ${text}`
  }
  if (paragraphs.length === 0) return undefined
  return paragraphs.map(({ start, text }) => `[${clock(start)}] ${text}`).join('\n\n')
}

function* captionLines(source: string): Generator<{ readonly start: number; readonly text: string }> {
  const { events } = parsedObject(source)
  for (const event of Array.isArray(events) ? events : []) {
    const { tStartMs, segs } = asObject(event)
    const parts = (Array.isArray(segs) ? segs : []).map((part) => asObject(part)['utf8'])
    const text = parts
      .filter((part) => typeof part === 'string')
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
    if (text !== '') yield { start: typeof tStartMs === 'number' ? tStartMs : 0, text }
  }
}

type UnknownObject = Readonly<Record<string, unknown>>

function parsedObject(source: string): UnknownObject {
  try {
    return asObject(JSON.parse(source))
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function asObject(value: unknown): UnknownObject {
  return typeof value === 'object' && value !== null ? (value as UnknownObject) : {}
}

function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const end = String(seconds % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${end}` : `${hours}:${String(minutes).padStart(2, '0')}:${end}`
}
