export interface OfferedModel {
  readonly id: string
  readonly name: string
  readonly kind: 'chat' | 'embedding'
  /** The smallest that is useful, the usual choice, or the best for a large machine. */
  readonly grade: 'small' | 'medium' | 'large'
  /** Bytes, approximate; the source gives the exact size. */
  readonly size: number
  /** Bytes of memory for a chat of 8,000 tokens, about. */
  readonly memory: number
  /** Tokens at most. */
  readonly context: number
  readonly license: string
  readonly goodAt: string
  readonly languages: string
  /** Where its publisher keeps it on Hugging Face. */
  readonly repo: string
  readonly file: string
  /** Only where its publisher's was seen; else the source may publish one. */
  readonly sha256?: string
}

const GB = 1_000_000_000

/**
 * The models that Varve offers to get, one row each. Sizes are rounded and memory is weights, 8,000 tokens of chat and
 * what the program takes.
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
  {
    id: 'qwen3-embedding-0.6b',
    name: 'Qwen3 Embedding 0.6B',
    kind: 'embedding',
    grade: 'small',
    size: 0.64 * GB,
    memory: 1.1 * GB,
    context: 32_768,
    license: 'Apache-2.0',
    goodAt: 'Semantic search in many languages. Writes no answers.',
    languages: 'about 100 languages',
    repo: 'Qwen/Qwen3-Embedding-0.6B-GGUF',
    file: 'Qwen3-Embedding-0.6B-Q8_0.gguf',
  },
]
