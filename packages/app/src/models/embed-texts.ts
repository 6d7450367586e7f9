import { estimateTokenizer } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { requireMayAsk } from '../spending.ts'

export interface TextsToEmbed {
  readonly modelId: string
  readonly texts: readonly string[]
  readonly signal: AbortSignal
}

export interface EmbeddedTexts {
  /** One of length 1 for each text, in order. */
  readonly vectors: readonly Float32Array[]
  readonly tokens: number
}

/** What the model reads of a text: a longer one is refused, for its end would count for nothing. */
const LONGEST_TEXT = 4000
/** Between two such groups it can be stopped. */
const GROUP = 16

/** Vectors of texts, for programs. Nothing leaves this machine, so nothing is scanned. */
export async function embedTexts(
  context: Pick<AppContext, 'embedder' | 'store'>,
  { modelId, texts, signal }: TextsToEmbed,
): Promise<EmbeddedTexts> {
  const { embedder } = context
  if (modelId !== embedder.id)
    throw new AppError('model-unknown', `There is no model of embeddings "${modelId}". Use "${embedder.id}".`)
  await requireMayAsk(context, modelId)
  const tooLong = texts.findIndex((text) => text.length > LONGEST_TEXT)
  if (tooLong >= 0)
    throw new AppError(
      'message-invalid',
      `Text ${tooLong + 1} has ${texts[tooLong]?.length} characters; the model reads ${LONGEST_TEXT}. Split it.`,
    )
  const vectors: Float32Array[] = []
  for (let at = 0; at < texts.length && !signal.aborted; at += GROUP)
    vectors.push(...(await embedder.embed(texts.slice(at, at + GROUP))))
  return { vectors, tokens: estimateTokenizer().count(texts.join('\n')) }
}
