import { EngineError } from '../engine-error.ts'
import type { Artifact, JsonValue, Range, Source } from './artifact.ts'
import { type ArtifactInput, createArtifact } from './create-artifact.ts'
import { LEGACY_TAGS, LEGACY_TYPES, type LegacyForm } from './legacy-tags.ts'
import { decodeEntities, parseLegacyElements, trimFrame } from './parse-legacy-elements.ts'
import type { LegacyBlock } from './scan-legacy-blocks.ts'

/** The artifact of one block; undefined when its form or its source cannot be read. */
export function readLegacyBlock(block: LegacyBlock, ordinal: number): Artifact | undefined {
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

/** Undefined when something other than `name="value"` stands among them. */
function parseAttributes(attributes: string): ReadonlyMap<string, string> | undefined {
  const pattern = /\s([\w-]+)="([^"]*)"/g
  if (attributes.replace(pattern, '').trim() !== '') return undefined
  const pairs = [...attributes.matchAll(pattern)]
  return new Map(pairs.map(([, name = '', value = '']) => [name, decodeEntities(value)] as const))
}
