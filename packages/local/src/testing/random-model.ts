import { writeFileSync } from 'node:fs'

export interface RandomModelOptions {
  readonly dimension?: number
  readonly layers?: number
  readonly heads?: number
  readonly keyHeads?: number
  readonly feedForward?: number
  readonly context?: number
  /** Another seed is another model. */
  readonly seed?: number
  /** Half precision, for large ones. */
  readonly half?: boolean
  readonly template?: string | undefined
  /** Makes it a model for search: its texts have the mean of their tokens' vectors, or the last one. */
  readonly pooling?: 'mean' | 'last'
}

/** ChatML with tools as Hermes and Qwen write them: what most open models speak. */
export const CHATML_TEMPLATE = `{%- if tools %}<|im_start|>system
{%- if messages[0].role == 'system' %}
{{ messages[0].content }}
{% endif %}
# Tools
<tools>
{%- for tool in tools %}
{{ tool | tojson }}
{%- endfor %}
</tools>
Call a tool as <tool_call>{"name": …, "arguments": …}</tool_call>.<|im_end|>
{% elif messages[0].role == 'system' %}<|im_start|>system
{{ messages[0].content }}<|im_end|>
{% endif %}
{%- for message in messages %}
{%- if message.role == 'tool' %}<|im_start|>user
<tool_response>
{{ message.content }}
</tool_response><|im_end|>
{% elif message.role != 'system' %}<|im_start|>{{ message.role }}
{{ message.content }}
{%- for call in message.tool_calls or [] %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{%- endfor %}<|im_end|>
{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}`

const TEXT = 8
const U32 = 4
const F32 = 6
const BOOL = 7
const ARRAY = 9
const I32 = 5
/** Tensors begin at multiples of it. */
const ALIGNMENT = 32

/**
 * Writes a Llama with random weights as a GGUF file: a real model to llama.cpp, and its words mean nothing. Each byte is
 * a token. The same options give the same file.
 */
export function writeRandomModel(path: string, options: RandomModelOptions = {}): void {
  const { dimension = 64, layers = 2, heads = 4, keyHeads = 2, feedForward = 128 } = options
  const { context = 4096, seed = 1, half = false, template = CHATML_TEMPLATE, pooling } = options
  const special = ['<unk>', '<s>', '</s>', '<|im_start|>', '<|im_end|>']
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  )
  const tokens = [...special, '\u2581', ...bytes]
  const kinds = tokens.map((_, index) => (index === 0 ? 2 : index < special.length ? 3 : index === 5 ? 1 : 6))
  const metadata = [
    entry('general.architecture', TEXT, 'llama'),
    entry('general.name', TEXT, `Random ${seed}`),
    entry('llama.context_length', U32, context),
    entry('llama.embedding_length', U32, dimension),
    entry('llama.block_count', U32, layers),
    entry('llama.feed_forward_length', U32, feedForward),
    entry('llama.attention.head_count', U32, heads),
    entry('llama.attention.head_count_kv', U32, keyHeads),
    entry('llama.attention.layer_norm_rms_epsilon', F32, 1e-5),
    entry('llama.rope.dimension_count', U32, dimension / heads),
    entry('llama.vocab_size', U32, tokens.length),
    entry('tokenizer.ggml.model', TEXT, 'llama'),
    list('tokenizer.ggml.tokens', TEXT, tokens),
    list(
      'tokenizer.ggml.scores',
      F32,
      tokens.map(() => 0),
    ),
    list('tokenizer.ggml.token_type', I32, kinds),
    entry('tokenizer.ggml.bos_token_id', U32, 1),
    entry('tokenizer.ggml.eos_token_id', U32, 4),
    entry('tokenizer.ggml.unknown_token_id', U32, 0),
    entry('tokenizer.ggml.add_space_prefix', BOOL, 0),
    entry('tokenizer.ggml.add_bos_token', BOOL, 1),
    ...(pooling ? [entry('llama.pooling_type', U32, pooling === 'mean' ? 1 : 3)] : []),
    ...(template === '' ? [] : [entry('tokenizer.chat_template', TEXT, template)]),
  ]
  const keys = (dimension / heads) * keyHeads
  const tensors: readonly (readonly [name: string, ...shape: number[]])[] = [
    ['token_embd.weight', dimension, tokens.length],
    ...Array.from({ length: layers }, (_, layer) => `blk.${layer}`).flatMap(
      (block): [string, ...number[]][] => [
        [`${block}.attn_norm.weight`, dimension],
        [`${block}.attn_q.weight`, dimension, dimension],
        [`${block}.attn_k.weight`, dimension, keys],
        [`${block}.attn_v.weight`, dimension, keys],
        [`${block}.attn_output.weight`, dimension, dimension],
        [`${block}.ffn_norm.weight`, dimension],
        [`${block}.ffn_gate.weight`, dimension, feedForward],
        [`${block}.ffn_up.weight`, dimension, feedForward],
        [`${block}.ffn_down.weight`, feedForward, dimension],
      ],
    ),
    ['output_norm.weight', dimension],
    ['output.weight', dimension, tokens.length],
  ]
  const random = randomNumbers(seed)
  const infos: Buffer[] = []
  const data: Uint8Array[] = []
  let offset = 0
  for (const [name, ...shape] of tensors) {
    // The weights of norms are one; llama.cpp wants them whole.
    const isNorm = shape.length === 1
    const isHalf = half && !isNorm
    const values = isNorm
      ? new Float32Array(shape[0] ?? 0).fill(1)
      : randomWeights(shape, random, name === 'output.weight')
    const content = isHalf
      ? Uint8Array.from(new Uint8Array(new Float16Array(values).buffer))
      : new Uint8Array(values.buffer)
    const padding = new Uint8Array((ALIGNMENT - (content.length % ALIGNMENT)) % ALIGNMENT)
    infos.push(
      Buffer.concat([
        text(name),
        number(U32, shape.length),
        ...shape.map(long),
        number(U32, isHalf ? 1 : 0),
        long(offset),
      ]),
    )
    data.push(content, padding)
    offset += content.length + padding.length
  }
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    number(U32, 3),
    long(tensors.length),
    long(metadata.length),
    ...metadata,
    ...infos,
  ])
  const gap = new Uint8Array((ALIGNMENT - (header.length % ALIGNMENT)) % ALIGNMENT)
  writeFileSync(path, Buffer.concat([header, gap, ...data]))
}

/** Values come from a pool: millions of them are needed, and no more chance than that. */
function randomWeights(shape: readonly number[], random: () => number, isOutput: boolean): Float32Array {
  const scale = Math.sqrt(3 / (shape[0] ?? 1)) * (isOutput ? 3 : 1)
  const pool = Float32Array.from({ length: 4099 }, () => (random() * 2 - 1) * scale)
  const values = new Float32Array(shape.reduce((product, size) => product * size, 1))
  for (let start = 0; start < values.length; start += 61) {
    const from = Math.floor(random() * (pool.length - 61))
    values.set(pool.subarray(from, from + Math.min(61, values.length - start)), start)
  }
  return values
}

function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

function entry(name: string, kind: number, value: number | string): Buffer {
  return Buffer.concat([text(name), number(U32, kind), typed(kind, value)])
}

function list(name: string, kind: number, values: readonly (number | string)[]): Buffer {
  const items = values.map((value) => typed(kind, value))
  return Buffer.concat([text(name), number(U32, ARRAY), number(U32, kind), long(values.length), ...items])
}

function typed(kind: number, value: number | string): Buffer {
  return typeof value === 'string' ? text(value) : number(kind, value)
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([long(bytes.length), bytes])
}

function number(kind: number, value: number): Buffer {
  const bytes = Buffer.alloc(kind === BOOL ? 1 : 4)
  if (kind === F32) bytes.writeFloatLE(value)
  else if (kind === I32) bytes.writeInt32LE(value)
  else if (kind === BOOL) bytes.writeUInt8(value)
  else bytes.writeUInt32LE(value)
  return bytes
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
