import { type Artifact, type ArtifactKind, createArtifact, EngineError } from '@varve/engine'
import type { ArtifactRole, JsonValue, Range, Source } from '@varve/engine/internal'

type ArtifactInput = Parameters<typeof createArtifact>[0]

/** How a block of old rendered context is read. */
type LegacyForm =
  /** One-line elements, then the text in the first of `body` that exists. */
  | {
      readonly form: 'elements'
      readonly kind: ArtifactKind
      readonly role?: ArtifactRole
      readonly body: readonly string[]
    }
  /** A tool's output, verbatim between its tags. */
  | { readonly form: 'tool' }
  /** A shortened artifact; attributes name its source and its type. */
  | { readonly form: 'compacted' }

const CONTENT: readonly string[] = ['content']

/** Every tag of old rendered context that can be read; others are kept as `unparsed`. */
export const LEGACY_TAGS: ReadonlyMap<string, LegacyForm> = new Map<string, LegacyForm>([
  ['note_context', { form: 'elements', kind: 'note', body: CONTENT }],
  ['active_note', { form: 'elements', kind: 'note', role: 'active', body: CONTENT }],
  ['embedded_note', { form: 'elements', kind: 'note', role: 'embedded', body: CONTENT }],
  ['variable_note', { form: 'elements', kind: 'note', body: CONTENT }],
  ['file_context', { form: 'elements', kind: 'file', body: CONTENT }],
  ['embedded_pdf', { form: 'elements', kind: 'pdf', body: CONTENT }],
  ['pdf_context', { form: 'elements', kind: 'pdf', body: CONTENT }],
  ['selected_text', { form: 'elements', kind: 'selection', body: CONTENT }],
  ['web_selected_text', { form: 'elements', kind: 'web-selection', body: CONTENT }],
  ['url_content', { form: 'elements', kind: 'url', body: CONTENT }],
  ['web_tab_context', { form: 'elements', kind: 'web-tab', body: CONTENT }],
  ['active_web_tab', { form: 'elements', kind: 'web-tab', body: CONTENT }],
  ['youtube_video_context', { form: 'elements', kind: 'youtube', body: ['content', 'transcript'] }],
  ['twitter_content', { form: 'elements', kind: 'tweet', body: CONTENT }],
  ['dataview_block', { form: 'elements', kind: 'dataview', body: ['content', 'executed_result', 'result'] }],
  ['pasted_text', { form: 'elements', kind: 'paste', body: CONTENT }],
  ['localSearch', { form: 'tool' }],
  ['webSearch', { form: 'tool' }],
  ['prior_context', { form: 'compacted' }],
])

/** The types that old compacted blocks carry. A selection's preview is not its text, so it is not among them. */
const LEGACY_TYPES: ReadonlyMap<string, ArtifactKind> = new Map<string, ArtifactKind>([
  ['note', 'note'],
  ['active_note', 'note'],
  ['embedded_note', 'note'],
  ['file', 'file'],
  ['pdf', 'pdf'],
  ['url', 'url'],
  ['web', 'url'],
  ['tweet', 'tweet'],
  ['twitter', 'tweet'],
  ['web_tab', 'web-tab'],
  ['web-tab', 'web-tab'],
  ['youtube', 'youtube'],
])

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

interface LegacyContext {
  readonly artifacts: readonly Artifact[]
  /** How many of them are kept only as text. */
  readonly unparsed: number
}

/**
 * Old rendered context as artifacts, in order. What is between or around readable blocks and is
 * not blank is kept exactly, as `unparsed`.
 */
export function readLegacyContext(text: string): LegacyContext {
  const artifacts: Artifact[] = []
  const calls = new Map<string, number>()
  let unparsed = 0
  let kept = 0
  const keep = (end: number): void => {
    const stray = text.slice(kept, end)
    if (stray.trim() === '') return
    artifacts.push(createArtifact({ kind: 'unparsed', content: stray }))
    unparsed += 1
  }
  for (const block of scanLegacyBlocks(text)) {
    const call = `${block.tag} ${block.attributes.trim()}`
    const ordinal = (calls.get(call) ?? 0) + 1
    const artifact = readLegacyBlock(block, ordinal)
    if (!artifact) continue
    calls.set(call, ordinal)
    keep(block.start)
    artifacts.push(artifact)
    kept = block.end
  }
  keep(text.length)
  return { artifacts, unparsed }
}

/** The artifact of one block; undefined when its form or its source cannot be read. */
function readLegacyBlock(block: LegacyBlock, ordinal: number): Artifact | undefined {
  const form = LEGACY_TAGS.get(block.tag)
  const input = form && legacyInput(form, block, ordinal)
  if (!input) return undefined
  try {
    return createArtifact({ ...input, metadata: { legacyTag: block.tag, ...input.metadata } })
  } catch (error) {
    // A path out of the workspace or a broken address names nothing; the caller keeps the text.
    if (error instanceof EngineError) return undefined
    throw error
  }
}

function legacyInput(form: LegacyForm, block: LegacyBlock, ordinal: number): ArtifactInput | undefined {
  switch (form.form) {
    case 'elements':
      return elementsInput(form, block)
    case 'tool':
      return {
        kind: 'tool-result',
        source: { name: block.tag, query: block.attributes.trim(), ordinal },
        content: trimFrame(block.inner),
      }
    case 'compacted':
      return compactedInput(block)
    default:
      return form satisfies never
  }
}

function elementsInput(
  form: Extract<LegacyForm, { form: 'elements' }>,
  block: LegacyBlock,
): ArtifactInput | undefined {
  const parsed = parseLegacyElements(block.inner, form.body)
  if (!parsed) return undefined
  const { elements, body } = parsed
  return {
    kind: form.kind,
    title: elements.get('title'),
    source: legacySource(elements, form.kind === 'pdf' || form.kind === 'file'),
    content: body,
    role: form.role,
    metadata: legacyMetadata(elements, block.attributes),
  }
}

function compactedInput(block: LegacyBlock): ArtifactInput | undefined {
  const attributes = parseAttributes(block.attributes)
  const name = attributes?.get('source')
  const kind = LEGACY_TYPES.get(attributes?.get('type') ?? 'note')
  if (!attributes || name === undefined || !kind) return undefined
  const source = /^[a-z][a-z0-9+.-]*:\/\//i.test(name) ? { url: name } : { path: name }
  const metadata = { ...legacyMetadata(attributes, ''), compacted: true }
  return { kind, source, content: trimFrame(block.inner), metadata }
}

function legacySource(elements: ReadonlyMap<string, string>, byName: boolean): Source {
  const path = elements.get('path') ?? (byName ? elements.get('name') : undefined)
  const url = elements.get('url')
  const lines = legacyLines(elements)
  const query = elements.get('original_query') ?? elements.get('query')
  return {
    ...(path === undefined ? {} : { path }),
    ...(url === undefined ? {} : { url }),
    ...(lines === undefined ? {} : { lines }),
    ...(query === undefined ? {} : { query }),
  }
}

function legacyLines(elements: ReadonlyMap<string, string>): Range | undefined {
  const written = elements.get('lines') ?? `${elements.get('start_line')}-${elements.get('end_line')}`
  const match = /^(\d{1,9})-(\d{1,9})$/.exec(written)
  if (!match) return undefined
  const [from, to] = [Number(match[1]), Number(match[2])]
  return from >= 1 && to >= from ? [from, to] : undefined
}

/** All that was written about a block, as it was written: nothing of it is lost. */
function legacyMetadata(
  elements: ReadonlyMap<string, string>,
  attributes: string,
): { readonly [name: string]: JsonValue } {
  const written = [...elements].filter(([name]) => name !== 'title')
  return {
    ...Object.fromEntries(written),
    ...(attributes.trim() === '' ? {} : { attributes: attributes.trim() }),
  }
}

/** Undefined if there is anything other than `name="value"`. */
function parseAttributes(attributes: string): ReadonlyMap<string, string> | undefined {
  const pattern = /\s([\w-]+)="([^"]*)"/g
  if (attributes.replace(pattern, '').trim() !== '') return undefined
  const pairs = [...attributes.matchAll(pattern)]
  return new Map(pairs.map(([, name = '', value = '']) => [name, decodeEntities(value)] as const))
}

interface LegacyElements {
  readonly elements: ReadonlyMap<string, string>
  readonly body: string
}

/**
 * The elements of a block and its body. Old text was not neutralised, so the body runs to the last closing
 * tag of its name. Undefined if anything else is in between, or if an element occurs twice: one would be
 * lost.
 */
function parseLegacyElements(inner: string, bodies: readonly string[]): LegacyElements | undefined {
  const elements = new Map<string, string>()
  let body: string | undefined
  let at = skipBlanks(inner, 0)
  while (at < inner.length) {
    const name = openingName(inner, at)
    if (name === undefined) return undefined
    const isBody = bodies.includes(name)
    const from = at + name.length + 2
    const closing = `</${name}>`
    const stop = isBody ? inner.lastIndexOf(closing) : inner.indexOf(closing, from)
    if (stop < from || (isBody ? body !== undefined : elements.has(name))) return undefined
    const value = inner.slice(from, stop)
    if (isBody) body = trimFrame(value)
    else elements.set(name, decodeEntities(value.trim()))
    at = skipBlanks(inner, stop + closing.length)
  }
  return body === undefined ? undefined : { elements, body }
}

function openingName(inner: string, at: number): string | undefined {
  const pattern = /<([A-Za-z_][\w-]*)>/y
  pattern.lastIndex = at
  return pattern.exec(inner)?.[1]
}

function skipBlanks(text: string, from: number): number {
  const pattern = /\s*/y
  pattern.lastIndex = from
  pattern.exec(text)
  return pattern.lastIndex
}

/** The one line break on either side that set the text apart from its tags. */
function trimFrame(text: string): string {
  return text.replace(/^\r?\n/, '').replace(/\r?\n$/, '')
}

/** Old names and addresses were escaped as XML; each entity is decoded once. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (whole, ...groups) => {
    const [name, decimal, hexadecimal] = groups as readonly (string | undefined)[]
    if (name !== undefined) return ENTITIES.get(name) ?? whole
    const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

/** An outermost block of old rendered context, from `start` to `end` in the text. */
interface LegacyBlock {
  readonly tag: string
  readonly attributes: string
  readonly inner: string
  readonly start: number
  readonly end: number
}

interface TagToken {
  readonly tag: string
  readonly attributes: string
  readonly closing: boolean
  readonly start: number
  readonly end: number
}

/** The outermost closed blocks in order; one pass over the tags, whatever is left open or crossed. */
function scanLegacyBlocks(text: string): readonly LegacyBlock[] {
  const tokens = scanTags(text)
  const partners = pairTags(tokens)
  const blocks: LegacyBlock[] = []
  let index = 0
  while (index < tokens.length) {
    const open = tokens[index]
    const partner = partners.get(index)
    const close = partner === undefined ? undefined : tokens[partner]
    if (open && close && partner !== undefined) {
      const inner = text.slice(open.end, close.start)
      blocks.push({ tag: open.tag, attributes: open.attributes, inner, start: open.start, end: close.end })
      index = partner
    }
    index += 1
  }
  return blocks
}

function scanTags(text: string): readonly TagToken[] {
  const names = [...LEGACY_TAGS.keys()].join('|')
  // A tag ends before the next `<` at the latest, so that a try costs no more than its own stretch.
  const pattern = new RegExp(`<(/?)(${names})(\\s[^<>]*)?>`, 'g')
  return Array.from(text.matchAll(pattern), (match) => ({
    tag: match[2] ?? '',
    attributes: match[3] ?? '',
    closing: match[1] === '/',
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** Each opening tag with its closing one, counted per name: an unclosed tag of another name does no harm. */
function pairTags(tokens: readonly TagToken[]): ReadonlyMap<number, number> {
  const open = new Map<string, number[]>()
  const partners = new Map<number, number>()
  for (const [index, token] of tokens.entries()) {
    const waiting = open.get(token.tag) ?? []
    if (token.closing) {
      const partner = waiting.pop()
      if (partner !== undefined) partners.set(partner, index)
    } else waiting.push(index)
    open.set(token.tag, waiting)
  }
  return partners
}
