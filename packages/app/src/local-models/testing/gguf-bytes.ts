export type GgufValue = string | number | readonly string[]

export interface GgufParts {
  readonly version?: number
  readonly keys?: Readonly<Record<string, GgufValue>>
  /** Elements of its one tensor, which is of 32-bit floats; none where it is 0. */
  readonly elements?: number
  /** In place of the true counts. */
  readonly announced?: { readonly keys?: bigint; readonly tensors?: bigint }
}

export const KEYS = {
  'general.architecture': 'llama',
  'general.name': 'Tiny',
  'general.file_type': 0,
  'llama.context_length': 4096,
  'llama.block_count': 2,
  'llama.embedding_length': 64,
  'llama.attention.head_count': 4,
  'tokenizer.ggml.tokens': ['a', 'b', 'c'],
  'tokenizer.chat_template': '{{ messages }}',
} satisfies GgufParts['keys']

/** A file with the header of a model, and zeros for its weights. It can be opened, not run. */
export function ggufBytes({
  version = 3,
  keys = KEYS,
  elements = 256,
  announced = {},
}: GgufParts = {}): Buffer {
  const entries = Object.entries(keys)
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(version),
    u64(announced.tensors ?? (elements > 0 ? 1n : 0n)),
    u64(announced.keys ?? BigInt(entries.length)),
    ...entries.flatMap(([key, value]) => [text(key), valueBytes(value)]),
    ...(elements > 0 ? [text('weights'), u32(1), u64(BigInt(elements)), u32(0), u64(0n)] : []),
  ])
  const padding = Buffer.alloc((32 - (header.length % 32)) % 32)
  return Buffer.concat([header, padding, Buffer.alloc(elements * 4)])
}

function valueBytes(value: GgufValue): Buffer {
  if (typeof value === 'string') return Buffer.concat([u32(8), text(value)])
  if (typeof value === 'number') return Buffer.concat([u32(4), u32(value)])
  return Buffer.concat([u32(9), u32(8), u64(BigInt(value.length)), ...value.map(text)])
}

export function text(value: string): Buffer {
  return Buffer.concat([u64(BigInt(Buffer.byteLength(value))), Buffer.from(value)])
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
