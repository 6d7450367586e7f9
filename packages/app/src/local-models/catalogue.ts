import type { OfferedModelView } from '@varve/contract'

export type OfferedModel = Omit<OfferedModelView, 'fit'>

const GB = 1_000_000_000

/**
 * The models that Varve offers to get, one row each. Sizes are rounded and memory is weights, 8,000 tokens of chat and
 * what the program takes. A `sha256` is given only where its publisher's was seen; else the source may publish one.
 */
export const OFFERED_MODELS: readonly OfferedModel[] = [
  {
    id: 'qwen3-1.7b',
    name: 'Qwen3 1.7B',
    kind: 'chat',
    grade: 'small',
    size: 1.83 * GB,
    memory: 3.1 * GB,
    context: 32_768,
    license: 'Apache-2.0',
    goodAt: 'Quick answers and summaries on almost any laptop.',
    languages: 'about 100 languages',
    repo: 'Qwen/Qwen3-1.7B-GGUF',
    file: 'Qwen3-1.7B-Q8_0.gguf',
  },
  {
    id: 'qwen3-4b',
    name: 'Qwen3 4B',
    kind: 'chat',
    grade: 'medium',
    size: 2.5 * GB,
    memory: 4.1 * GB,
    context: 32_768,
    license: 'Apache-2.0',
    goodAt: 'Questions about your notes, and tools. The usual choice.',
    languages: 'about 100 languages',
    repo: 'Qwen/Qwen3-4B-GGUF',
    file: 'Qwen3-4B-Q4_K_M.gguf',
  },
  {
    id: 'qwen3-8b',
    name: 'Qwen3 8B',
    kind: 'chat',
    grade: 'large',
    size: 5.03 * GB,
    memory: 6.7 * GB,
    context: 32_768,
    license: 'Apache-2.0',
    goodAt: 'Longer texts and harder questions, if you have time or a fast machine.',
    languages: 'about 100 languages',
    repo: 'Qwen/Qwen3-8B-GGUF',
    file: 'Qwen3-8B-Q4_K_M.gguf',
  },
]

/** Whether a model that needs so much memory runs well on a machine that has so much. */
export function fitOf(needed: number, memory: number): OfferedModelView['fit'] {
  if (needed > memory * 0.85) return 'too-large'
  return needed > memory * 0.6 ? 'tight' : 'fits'
}
