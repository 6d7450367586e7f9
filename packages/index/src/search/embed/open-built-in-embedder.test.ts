import { expect, test } from 'vitest'
import { openBuiltInEmbedder } from './open-built-in-embedder.ts'

test('the built-in model places paraphrases close, in its own thread, reproducibly', async () => {
  const embedder = openBuiltInEmbedder()
  try {
    const [question, near, far] = await embedder.embed([
      'How do I bake bread?',
      'A recipe for a loaf with yeast and flour',
      'The stock market fell today',
    ])
    expect(question).toHaveLength(512)
    expect(cosine(question, question)).toBeCloseTo(1)
    expect(cosine(question, near)).toBeGreaterThan(cosine(question, far) + 0.2)
    expect(await embedder.embed([])).toEqual([])
    const [chinese, mixed, same] = await embedder.embed([
      '我想找税务',
      '東京: how do I bake bread?',
      'How do I bake bread?',
    ])
    expect(cosine(chinese, chinese)).toBe(0)
    expect(cosine(mixed, question)).toBeGreaterThan(0.4)
    expect(same).toEqual(question)
    expect(cosine((await embedder.embed(['한국어']))[0], question)).toBe(0)
  } finally {
    await embedder.close()
  }
})

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0
  for (const [at, value] of (a ?? new Float32Array()).entries()) sum += value * (b?.[at] ?? 0)
  return sum
}
