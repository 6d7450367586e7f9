import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../app-error.ts'

/** What the header of a model file says. */
export interface GgufHeader {
  readonly size: number
  readonly architecture: string
  readonly name: string | undefined
  readonly quantization: string | undefined
  readonly parameters: number | undefined
  /** Tokens that the model was trained for. */
  readonly context: number | undefined
  readonly chatTemplate: boolean
  readonly isEmbedding: boolean
  /** Bytes of memory for each token of a chat; undefined if the file does not say enough. */
  readonly bytesPerToken: number | undefined
}

/** A vocabulary of 256,000 tokens with its merges takes about 20 MB. */
const LONGEST_HEADER = 64 * 1024 * 1024
const MOST_KEYS = 5_000
const MOST_TENSORS = 200_000
const LONGEST_KEY = 4_096
/** Of longer texts, such as chat templates, only that they are there is kept. */
const LONGEST_TEXT = 4_096
const MOST_NESTED = 4
const WINDOW = 256 * 1024

/**
 * Reads the header of a `.gguf` file: little-endian, versions 2 and 3. The file may be by anyone: nothing is read that
 * the header doesn't lead to, and never more than a window of it is in memory.
 *
 * @throws AppError `model-file-invalid` with the place and the reason.
 */
export async function readGguf(path: string): Promise<GgufHeader> {
  const handle = await openFile(path)
  try {
    const { size } = await handle.stat()
    return await new HeaderReader(handle, size).read()
  } finally {
    await handle.close()
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const handle = await open(path, 'r')
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    const words = isMissing ? 'There is no such file' : 'The file can’t be read'
    throw new AppError(isMissing ? 'file-not-found' : 'file-unreadable', `${words}: ${path}`, { cause })
  }
  throw new AppError('model-file-invalid', `${path} is not a file.`)
}

type Value = number | bigint | boolean | string | undefined

interface Tensors {
  readonly parameters: number | undefined
  readonly types: ReadonlyMap<number, number>
}

class HeaderReader {
  readonly #handle: FileHandle
  readonly #size: number
  readonly #buffer = Buffer.alloc(WINDOW)
  /** Of the buffer: what is read and not used yet. */
  #start = 0
  #end = 0
  /** In the file, of the end of the buffer. */
  #offset = 0

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.#size = size
  }

  async read(): Promise<GgufHeader> {
    const magic = this.#size < 4 ? '' : (await this.#bytes(4)).toString('latin1')
    if (magic !== 'GGUF') this.#refuse('it does not begin with GGUF, so it is no model file', 0)
    const version = await this.#u32()
    if (version > 0xffff) this.#refuse('its numbers are big-endian; get the little-endian file', 4)
    if (version < 2 || version > 3) this.#refuse(`its version is ${version}; versions 2 and 3 are read`, 4)
    const tensors = await this.#count('tensors', MOST_TENSORS)
    const keys = await this.#count('keys', MOST_KEYS)
    const values = await this.#values(keys)
    const { parameters, types } = await this.#tensors(tensors, values)
    return describe(values, { size: this.#size, parameters, types, refuse: (why) => this.#refuse(why, 0) })
  }

  async #values(count: number): Promise<ReadonlyMap<string, Value>> {
    const values = new Map<string, Value>()
    for (let index = 0; index < count; index += 1) {
      const at = this.#position()
      const length = await this.#length()
      if (length === 0 || length > LONGEST_KEY) this.#refuse(`a key is ${length} bytes long`, at)
      const key = (await this.#bytes(length)).toString('utf8')
      const type = await this.#u32()
      if (type === TEXT) values.set(key, await this.#text())
      else if (type === LIST) await this.#skipList(key, 0)
      else values.set(key, await this.#number(type))
    }
    return values
  }

  /** The tensors' places are checked against the size of the file: half a download ends here. */
  async #tensors(count: number, values: ReadonlyMap<string, Value>): Promise<Tensors> {
    let parameters = 0
    let needed = 0
    const types = new Map<number, number>()
    for (let index = 0; index < count; index += 1) {
      const at = this.#position()
      const length = await this.#length()
      if (length === 0 || length > LONGEST_KEY) this.#refuse(`a tensor's name is ${length} bytes long`, at)
      await this.#skip(length)
      const dimensions = await this.#u32()
      if (dimensions > 8) this.#refuse(`a tensor has ${dimensions} dimensions`, at)
      let elements = 1
      for (let each = 0; each < dimensions; each += 1) elements *= Number(await this.#u64())
      const type = await this.#u32()
      const offset = Number(await this.#u64())
      if (!Number.isSafeInteger(elements) || !Number.isSafeInteger(offset))
        this.#refuse('a tensor is too large', at)
      const [perBlock, bytes] = TENSOR_TYPES[type] ?? [1, 0]
      needed = Math.max(needed, offset + Math.ceil(elements / perBlock) * bytes)
      parameters += elements
      types.set(type, (types.get(type) ?? 0) + elements)
    }
    const alignment = Math.max(1, numberOf(values, 'general.alignment') ?? 32)
    const begin = Math.ceil(this.#position() / alignment) * alignment
    if (count > 0 && begin + needed > this.#size)
      this.#refuse(
        `the file is cut: ${begin + needed} bytes are announced and ${this.#size} are there`,
        this.#size,
      )
    return { parameters: parameters > 0 && Number.isSafeInteger(parameters) ? parameters : undefined, types }
  }

  async #number(type: number): Promise<Value> {
    const bytes = NUMBER_BYTES[type]
    if (bytes === undefined) return this.#refuse(`there is a value of the unknown type ${type}`)
    const value = await this.#bytes(bytes)
    switch (type) {
      case 0:
        return value.readUInt8()
      case 1:
        return value.readInt8()
      case 2:
        return value.readUInt16LE()
      case 3:
        return value.readInt16LE()
      case 4:
        return value.readUInt32LE()
      case 5:
        return value.readInt32LE()
      case 6:
        return value.readFloatLE()
      case 7:
        return value.readUInt8() !== 0
      case 10:
        return value.readBigUInt64LE()
      case 11:
        return value.readBigInt64LE()
      default:
        return value.readDoubleLE()
    }
  }

  async #text(): Promise<string> {
    const length = await this.#length()
    if (length <= LONGEST_TEXT) return (await this.#bytes(length)).toString('utf8')
    await this.#skip(length)
    return ''
  }

  async #skipList(key: string, depth: number): Promise<void> {
    if (depth > MOST_NESTED) this.#refuse(`the list ${show(key)} is nested too deep`)
    const type = await this.#u32()
    const count = await this.#length()
    const bytes = NUMBER_BYTES[type]
    if (bytes !== undefined) return this.#skip(count * bytes)
    if (type !== TEXT && type !== LIST)
      this.#refuse(`the list ${show(key)} has values of the unknown type ${type}`)
    // Each element takes bytes of the file, so a made-up count ends where the file does.
    for (let index = 0; index < count; index += 1) {
      if (type === LIST) await this.#skipList(key, depth + 1)
      else if (!this.#skipTextHere()) await this.#skip(await this.#length())
    }
  }

  /** A vocabulary has hundreds of thousands of short texts: those in the window need no waiting. */
  #skipTextHere(): boolean {
    if (this.#end - this.#start < 8) return false
    const length = this.#buffer.readBigUInt64LE(this.#start)
    if (length > BigInt(this.#end - this.#start - 8)) return false
    this.#start += 8 + Number(length)
    return true
  }

  async #count(what: string, most: number): Promise<number> {
    const at = this.#position()
    const count = await this.#u64()
    if (count > BigInt(most)) this.#refuse(`it announces ${count} ${what}; ${most} are the limit`, at)
    return Number(count)
  }

  /** A length that the rest of the file has room for. */
  async #length(): Promise<number> {
    const at = this.#position()
    const length = await this.#u64()
    if (length > BigInt(this.#size - this.#position()))
      this.#refuse(`${length} bytes or values are announced, more than the file has left`, at)
    return Number(length)
  }

  async #u32(): Promise<number> {
    return (await this.#bytes(4)).readUInt32LE()
  }

  async #u64(): Promise<bigint> {
    return (await this.#bytes(8)).readBigUInt64LE()
  }

  /** Valid until the next call. */
  async #bytes(count: number): Promise<Buffer> {
    if (this.#end - this.#start < count) await this.#fill(count)
    const bytes = this.#buffer.subarray(this.#start, this.#start + count)
    this.#start += count
    return bytes
  }

  async #skip(count: number): Promise<void> {
    const here = Math.min(count, this.#end - this.#start)
    this.#start += here
    this.#offset += count - here
    if (this.#position() > this.#size) this.#refuse('the file is cut in its header', this.#size)
    this.#refuseLong()
  }

  async #fill(count: number): Promise<void> {
    this.#refuseLong()
    this.#buffer.copyWithin(0, this.#start, this.#end)
    this.#end -= this.#start
    this.#start = 0
    while (this.#end < count) {
      const { bytesRead } = await this.#handle.read(this.#buffer, this.#end, WINDOW - this.#end, this.#offset)
      if (bytesRead === 0) this.#refuse('the file is cut in its header', this.#size)
      this.#end += bytesRead
      this.#offset += bytesRead
    }
  }

  #refuseLong(): void {
    if (this.#position() > LONGEST_HEADER)
      this.#refuse(`its header is longer than ${LONGEST_HEADER / 1024 / 1024} MB`)
  }

  #position(): number {
    return this.#offset - (this.#end - this.#start)
  }

  #refuse(why: string, at = this.#position()): never {
    throw new AppError('model-file-invalid', `Not a model that Varve can open: at byte ${at}, ${why}.`)
  }
}

const TEXT = 8
const LIST = 9

/** Bytes of the numbers of a header, by their type. */
const NUMBER_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}

/** Of the types of tensors: elements in a block, and the bytes that it takes. Others are not checked for size. */
const TENSOR_TYPES: Readonly<Record<number, readonly [perBlock: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  20: [32, 18],
  23: [256, 136],
  30: [1, 2],
}

/** What `general.file_type` means. */
const FILE_TYPES: Readonly<Record<number, string>> = {
  0: 'F32',
  1: 'F16',
  2: 'Q4_0',
  3: 'Q4_1',
  7: 'Q8_0',
  8: 'Q5_0',
  9: 'Q5_1',
  10: 'Q2_K',
  11: 'Q3_K_S',
  12: 'Q3_K_M',
  13: 'Q3_K_L',
  14: 'Q4_K_S',
  15: 'Q4_K_M',
  16: 'Q5_K_S',
  17: 'Q5_K_M',
  18: 'Q6_K',
  19: 'IQ2_XXS',
  20: 'IQ2_XS',
  21: 'Q2_K_S',
  22: 'IQ3_XS',
  23: 'IQ3_XXS',
  24: 'IQ1_S',
  25: 'IQ4_NL',
  26: 'IQ3_S',
  27: 'IQ3_M',
  28: 'IQ2_S',
  29: 'IQ2_M',
  30: 'IQ4_XS',
  31: 'IQ1_M',
  32: 'BF16',
  36: 'TQ1_0',
  37: 'TQ2_0',
  38: 'MXFP4',
}

/** Where the file does not say its type, the one that most of it has. */
const TENSOR_NAMES: Readonly<Record<number, string>> = {
  0: 'F32',
  1: 'F16',
  2: 'Q4_0',
  3: 'Q4_1',
  6: 'Q5_0',
  7: 'Q5_1',
  8: 'Q8_0',
  10: 'Q2_K',
  11: 'Q3_K',
  12: 'Q4_K',
  13: 'Q5_K',
  14: 'Q6_K',
  30: 'BF16',
  39: 'MXFP4',
}

interface Described {
  readonly size: number
  readonly parameters: number | undefined
  readonly types: ReadonlyMap<number, number>
  readonly refuse: (why: string) => never
}

function describe(values: ReadonlyMap<string, Value>, found: Described): GgufHeader {
  const { size, parameters, types, refuse } = found
  const architecture = textOf(values, 'general.architecture')
  if (architecture === undefined || !/^[\w.-]{1,60}$/.test(architecture))
    return refuse('it names no architecture (general.architecture)')
  const kind = textOf(values, 'general.type') ?? 'model'
  if (kind !== 'model' || architecture === 'clip')
    return refuse(`it is no language model but ${kind === 'model' ? 'a vision projector' : show(kind)}`)
  const parts = numberOf(values, 'split.count') ?? 1
  if (parts > 1)
    return refuse(
      `it is one of ${parts} parts; join them first (llama-gguf-split --merge), and open the result`,
    )
  const own = (name: string) => numberOf(values, `${architecture}.${name}`)
  const largest = [...types].toSorted(([, a], [, b]) => b - a)[0]?.[0]
  const [layers, heads, width] = [own('block_count'), own('attention.head_count'), own('embedding_length')]
  const kvHeads = own('attention.head_count_kv') ?? heads
  const head = heads && width ? width / heads : undefined
  const [key, value] = [own('attention.key_length') ?? head, own('attention.value_length') ?? head]
  return {
    size,
    architecture,
    name: nameOf(textOf(values, 'general.name')),
    quantization:
      FILE_TYPES[numberOf(values, 'general.file_type') ?? -1] ?? TENSOR_NAMES[largest ?? -1] ?? undefined,
    parameters,
    context: own('context_length'),
    chatTemplate: textOf(values, 'tokenizer.chat_template') !== undefined,
    isEmbedding: values.has(`${architecture}.pooling_type`) || /(?:^|-)bert|embed/.test(architecture),
    // Keys and values of each layer, two bytes a number.
    bytesPerToken: layers && kvHeads && key && value ? layers * kvHeads * (key + value) * 2 : undefined,
  }
}

/** Names go into lists and tables: one line, without control characters. */
function nameOf(name: string | undefined): string | undefined {
  const clean = name
    ?.replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
  return clean === '' ? undefined : clean
}

function textOf(values: ReadonlyMap<string, Value>, key: string): string | undefined {
  const value = values.get(key)
  return typeof value === 'string' ? value : undefined
}

function numberOf(values: ReadonlyMap<string, Value>, key: string): number | undefined {
  const value = values.get(key)
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

function show(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}
