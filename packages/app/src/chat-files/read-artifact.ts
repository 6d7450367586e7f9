import { type Artifact, artifactKey, type ArtifactKind, createArtifact, EngineError } from '@varve/engine'
import { type Hash, hashText, type ImageReference, type Source } from '@varve/engine/internal'
import type { AttachedArtifact } from '@varve/workspace'
import { z } from 'zod'
import { originalOf } from '../guard/original-of.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const range = z.tuple([z.number(), z.number()])
const SHAPE = z.object({
  kind: z.enum([
    'note',
    'file',
    'pdf',
    'image',
    'url',
    'tweet',
    'web-tab',
    'web-selection',
    'youtube',
    'selection',
    'paste',
    'upload',
    'chat',
    'dataview',
    'folder',
    'tag',
    'tool-result',
    'unparsed',
  ] satisfies readonly ArtifactKind[]),
  role: z.enum(['active', 'embedded']).optional(),
  priority: z.enum(['essential', 'normal', 'optional']).optional(),
  title: z.string().optional(),
  source: z
    .object({
      path: z.string().optional(),
      url: z.string().optional(),
      lines: range.optional(),
      pages: range.optional(),
      query: z.string().optional(),
      name: z.string().optional(),
      ordinal: z.number().optional(),
    })
    .optional(),
  text: hash.optional(),
  recoverable: z.boolean().optional(),
  freshness: z.enum(['update', 'refresh', 'snapshot']).optional(),
  images: z
    .array(
      z.object({
        // A picture of the web that was not fetched has none.
        hash: hash.or(z.literal('')),
        mediaType: z.string(),
        name: z.string(),
        width: z.number().optional(),
        height: z.number().optional(),
      }),
    )
    .optional(),
  metadata: z.record(z.string(), z.json()).optional(),
})

/** What was attached, with its text; or why it cannot be had. */
export type ReadArtifact =
  | {
      readonly kind: 'artifact'
      readonly artifact: Artifact
      readonly freshness: 'update' | 'refresh' | 'snapshot'
      /** Set if it is not as it was. */
      readonly gap?: string
    }
  /** `missing` where only the text is not there. */
  | { readonly kind: 'gap'; readonly text: string; readonly missing?: AttachedArtifact }

/** Which text an attached thing has: its own, or what was read from a file with that hash. */
export function textHashOf({ hash: contentHash, extra }: AttachedArtifact): Hash {
  const text = extra?.['text']
  return typeof text === 'string' ? text : contentHash
}

export interface ArtifactTexts {
  readonly textOf: (hash: Hash) => Promise<string | undefined>
  /** What a file holds now, for a text that is not there any more; absent if only the very text will do. */
  readonly textNow?: ((path: string) => Promise<string | undefined>) | undefined
}

/** Notes and other text only: what was redacted, or read from a PDF, is not what its file holds. */
async function textToday(
  { kind, extra }: AttachedArtifact,
  textNow: ArtifactTexts['textNow'],
): Promise<string | undefined> {
  const source = SHAPE.shape.source.safeParse(extra?.['source']).data
  const isWhole = source?.lines === undefined && source?.pages === undefined && extra?.['text'] === undefined
  if (!textNow || source?.path === undefined || !isWhole || (kind !== 'note' && kind !== 'file'))
    return undefined
  return textNow(source.path)
}

/** Makes the artifact of a turn again. Its key is made again, so that a file cannot claim to be another. */
export async function readArtifact(
  attached: AttachedArtifact,
  { textOf, textNow }: ArtifactTexts,
): Promise<ReadArtifact> {
  const { key, kind, role, priority, hash: contentHash, extra } = attached
  const described = without({ ...extra, kind, role, priority })
  if (!SHAPE.safeParse(described).success) return gap(`"${key}" is described in a way that cannot be read.`)
  // As it is in the file, its order included, so that it is written again as it was.
  const { freshness = 'update', text, ...rest } = described as z.infer<typeof SHAPE>
  const content = await textOf(text ?? contentHash)
  if (content === undefined) {
    const lost = `The text of "${key}" (${contentHash.slice(0, 12)}…) is not there`
    const now = await textToday(attached, textNow)
    if (now === undefined) return { ...gap(`${lost}.`), missing: attached }
    const today = await readArtifact({ ...attached, hash: hashText(now) }, { textOf: async () => now })
    return today.kind === 'gap' ? today : { ...today, gap: `${lost}; the note is used as of today.` }
  }
  try {
    const artifact = createArtifact({
      ...rest,
      source: rest.source as Source | undefined,
      images: rest.images as readonly ImageReference[] | undefined,
      content,
      contentHash,
    })
    // What only its text names is named by the text that it was before the guard.
    const named = artifactKey(artifact.kind, artifact.source, originalOf(artifact).hash)
    return artifact.key === key || named === key
      ? { kind: 'artifact', artifact: { ...artifact, key }, freshness }
      : gap(`"${key}" is not what its kind and source make of it.`)
  } catch (error) {
    if (error instanceof EngineError) return gap(`"${key}" cannot be attached: ${error.message}`)
    throw error
  }
}

function gap(text: string): Extract<ReadArtifact, { readonly kind: 'gap' }> {
  return { kind: 'gap', text }
}

function without(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
