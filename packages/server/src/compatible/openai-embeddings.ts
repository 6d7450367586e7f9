import { type App, AppError } from '@varve/app'
import { z } from 'zod'

const text = z.string().min(1)

export const embeddingsSchema = z.strictObject({
  model: z.string().min(1).max(400),
  input: z.union([text, z.array(text).min(1).max(2048)], {
    error: 'it has to be a text, or a list of at most 2048 texts',
  }),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).nullish(),
  user: z.unknown().optional(),
})

/** Vectors of the model that comes with Varve: nothing leaves this machine. */
export async function embeddingsOf(
  app: App,
  { model, input, encoding_format: encoding, dimensions }: z.infer<typeof embeddingsSchema>,
  signal: AbortSignal,
): Promise<object> {
  const texts = typeof input === 'string' ? [input] : input
  const { vectors, tokens } = await app.embedTexts({ modelId: model, texts, signal })
  const [first] = vectors
  if (dimensions && first && dimensions !== first.length)
    throw new AppError('message-invalid', `"dimensions" can only be ${first.length} with this model.`)
  return {
    object: 'list',
    model,
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: encoding === 'base64' ? base64Of(vector) : [...vector],
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

/** As 32-bit numbers, the smallest byte first, whatever this machine has. */
function base64Of(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
