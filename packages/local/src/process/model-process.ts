import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { LlamaContextSequence, LlamaEmbeddingContext, LlamaModel, Token } from 'node-llama-cpp'
import { answerLink, linksOf, type Prompt } from '../prompt/prompt.ts'
import { callGrammar, type CallGrammar, jsonGrammar, readCalls } from '../prompt/schema-grammar.ts'
import { ChatTemplate, type Piece } from '../prompt/template.ts'
import { sealFile, unsealFile } from '../states/sealed-file.ts'
import { AnswerText } from './answer-text.ts'
import type {
  FromProcess,
  Generation,
  LoadRequest,
  ProcessFault,
  ReadRequest,
  ReadResult,
  SaveRequest,
  ToProcess,
} from './messages.ts'

/** Read between two looks at whether to stop. */
const TOKENS_AT_ONCE = 256
/** llama.cpp takes three times as long for each token of a piece smaller than this: none is left over. */
const FEW_TOKENS = 64
/** For files without a chat template. */
const PLAIN_TEMPLATE = `{%- for message in messages %}{{ message.role }}: {{ message.content }}

{% endfor %}{%- if add_generation_prompt %}assistant: {% endif %}`

const MORE_MEMORY = 'Close other programs, or use a smaller model.'

/** The process that computes: it may run out of memory or crash, and nothing but its answer is lost. */
process.umask(0o077)
let loaded: Promise<Loaded> | undefined
let embedding: Promise<LoadedForEmbedding> | undefined
const stopped = new Set<number>()
let queue: Promise<void> = Promise.resolve()
let scratchFolder: string | undefined
process.on('disconnect', () => {
  // Varve has ended without a word. No state stays plain.
  if (scratchFolder !== undefined) rmSync(scratchFolder, { recursive: true, force: true })
  process.exit()
})
process.on('message', (message: ToProcess) => {
  if (message.kind === 'stop') stopped.add(message.id)
  else queue = queue.then(() => handle(message))
})

class Fault extends Error {
  readonly code: ProcessFault

  constructor(code: ProcessFault, message: string) {
    super(message)
    this.code = code
  }
}

async function handle(message: Exclude<ToProcess, { kind: 'stop' }>): Promise<void> {
  try {
    switch (message.kind) {
      case 'load':
        if (message.scratch === undefined) embedding = loadForEmbedding(message)
        else loaded = load(message, (scratchFolder = message.scratch))
        tell({ kind: 'loaded', ...(await (embedding ?? ready())).about })
        return
      case 'read':
        tell({ kind: 'done', id: message.id, ...(await read(await ready(), message)) })
        return
      case 'save':
        tell({ kind: 'saved', id: message.id, bytes: await save(await ready(), message) })
        return
      case 'embed':
        tell({ kind: 'vectors', id: message.id, vectors: await embed(message.texts) })
        return
      default:
        message satisfies never
    }
  } catch (error) {
    const code = error instanceof Fault ? error.code : 'failed'
    const id = message.kind === 'load' ? {} : { id: message.id }
    tell({ kind: 'failed', ...id, code, message: error instanceof Error ? error.message : String(error) })
  }
}

function tell(message: FromProcess): void {
  process.send?.(message)
}

interface Loaded {
  readonly model: LlamaModel
  readonly sequence: LlamaContextSequence
  readonly template: ChatTemplate
  readonly scratch: string
  readonly about: Omit<Extract<FromProcess, { kind: 'loaded' }>, 'kind'>
  /** What the model really wrote, by the name of the answer: read again in other tokens, it would be another beginning. */
  readonly written: Map<string, readonly Token[]>
  readonly createGrammar: (grammar: string) => Promise<GrammarState>
}

type GrammarState = import('node-llama-cpp').LlamaGrammarEvaluationState

async function ready(): Promise<Loaded> {
  if (!loaded) throw new Fault('failed', 'No model is loaded.')
  return loaded
}

/** Opens a model and a context for it, without the graphics card if need be. */
async function open<Context>(
  runtime: Runtime,
  { modelPath, threads, gpu }: LoadRequest,
  createContext: (model: LlamaModel) => Promise<Context>,
) {
  const openWith = async (use: 'auto' | false) => {
    const faults: string[] = []
    const llama = await runtime
      .getLlama({
        gpu: use,
        build: 'never',
        skipDownload: true,
        progressLogs: false,
        maxThreads: threads,
        logLevel: runtime.LlamaLogLevel.error,
        logger: (_, message) => faults.push(message.trim()),
      })
      .catch((error: unknown) => {
        throw new Fault('no-runtime', wordsOf(error))
      })
    const model = await llama.loadModel({ modelPath }).catch((error: unknown) => {
      const reason = faults.at(-1) || wordsOf(error)
      throw isMemory(error)
        ? new Fault('no-memory', `${reason}. ${MORE_MEMORY}`)
        : new Fault('bad-model', reason)
    })
    const context = await createContext(model).catch((error: unknown) => {
      throw new Fault('no-memory', `${faults.at(-1) || wordsOf(error)}. ${MORE_MEMORY}`)
    })
    return { llama, model, context }
  }
  // A graphics card that is there may still be unable to hold the model.
  return openWith(gpu).catch((error: unknown) => {
    if (gpu === false || (error instanceof Fault && error.code === 'bad-model')) throw error
    return openWith(false)
  })
}

async function load(request: LoadRequest, scratch: string): Promise<Loaded> {
  const { threads, context: contextSize, flashAttention } = request
  const { runtime, jinja } = await importRuntime(request.runtime)
  const { llama, model, context } = await open(runtime, request, (opened) =>
    opened.createContext({
      contextSize,
      threads: { ideal: threads, min: 1 },
      flashAttention,
      swaFullCache: true,
    }),
  )
  const { tokens, fileInfo } = model
  const ends = [tokens.eotString, tokens.eosString, '<|im_end|>', '<|eot_id|>', '<end_of_turn>', '<|end|>']
  const source = fileInfo.metadata.tokenizer?.chat_template ?? PLAIN_TEMPLATE
  // The clock would make another prompt of the same words.
  const parsed = new jinja.Template(source.replace(/\bstrftime_now\s*\(/g, 'fixed_date('))
  const template = new ChatTemplate({
    render: (variables) => parsed.render(variables),
    bos: tokens.bosString ?? '',
    ends: [...new Set(ends.filter((end): end is string => Boolean(end)))],
  })
  return {
    model,
    sequence: context.getSequence(),
    template,
    scratch,
    written: new Map(),
    createGrammar: async (grammar) =>
      new runtime.LlamaGrammarEvaluationState({ model, grammar: await llama.createGrammar({ grammar }) }),
    about: {
      context: context.contextSize,
      backend: llama.gpu === false ? 'cpu' : llama.gpu,
      threads: context.idealThreads,
      memory:
        model.memoryUsage.ram + model.memoryUsage.vram + context.memoryUsage.ram + context.memoryUsage.vram,
      runtime: `${llama.llamaCppRelease.release} ${llama.gpu} ${context.flashAttention}`,
      appends: template.appends,
    },
  }
}

interface LoadedForEmbedding {
  readonly model: LlamaModel
  readonly context: LlamaEmbeddingContext
  readonly about: Loaded['about']
}

async function loadForEmbedding(request: LoadRequest): Promise<LoadedForEmbedding> {
  const { threads, context: contextSize } = request
  const { runtime } = await importRuntime(request.runtime)
  // Models that look both ways must read a text in one piece.
  const { llama, model, context } = await open(runtime, request, (opened) =>
    opened.createEmbeddingContext({ contextSize, batchSize: contextSize, threads }),
  )
  const about = {
    context: contextSize,
    backend: llama.gpu === false ? 'cpu' : llama.gpu,
    threads,
    memory: model.memoryUsage.ram + model.memoryUsage.vram,
    runtime: llama.llamaCppRelease.release,
    appends: false,
  } as const
  return { model, context, about }
}

/** A text takes its vector from its last token: that one must be its end, also if the file doesn't ask for it. */
const LAST_TOKEN = 3
/** A beginning and an end are added. */
const ADDED_TOKENS = 3

/** Vectors of length 1. Of a text that is too long, the beginning counts. */
async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
  if (!embedding) throw new Fault('failed', 'No model is loaded.')
  const { model, context, about } = await embedding
  const vectors: Float32Array[] = []
  for (const text of texts) {
    const tokens = model.tokenize(text).slice(0, about.context - ADDED_TOKENS)
    const { eos } = model.tokens
    const pooling = Number(model.fileInfo.architectureMetadata.pooling_type)
    if (pooling === LAST_TOKEN && eos !== null) tokens.push(eos)
    const { vector } = await context.getEmbeddingFor(tokens)
    const length = Math.hypot(...vector)
    vectors.push(Float32Array.from(vector, (value) => (length > 0 && length < Infinity ? value / length : 0)))
  }
  return vectors
}

type Runtime = typeof import('node-llama-cpp')

interface Jinja {
  readonly Template: new (source: string) => { render(variables: Readonly<Record<string, unknown>>): string }
}

async function importRuntime(entry: string) {
  try {
    const runtime = (await import(entry)) as Runtime
    // It comes with the runtime, wherever that is installed.
    const jinja = createRequire(entry)('@huggingface/jinja') as Jinja
    return { runtime, jinja }
  } catch (error) {
    throw new Fault('no-runtime', wordsOf(error))
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function isMemory(error: unknown): boolean {
  return /memory|vram/i.test(wordsOf(error))
}

/** Reads a prompt, as far as memory does not hold it already, and answers it. */
async function read(
  loadedModel: Loaded,
  request: ReadRequest & { readonly id: number },
): Promise<ReadResult> {
  const { sequence, written } = loadedModel
  const { id, prompt, generate } = request
  const began = performance.now()
  const isStateBroken = request.restore !== undefined && !(await restore(loadedModel, request.restore))
  const restored = performance.now()
  const links = linksOf(prompt)
  const { tokens, ends } = tokensOf(loadedModel, prompt, links)
  const room = sequence.contextSize - tokens.length
  if (room < (generate ? 1 : 0))
    throw new Fault(
      'too-long',
      `The prompt has ${tokens.length} tokens, and the context window holds ${sequence.contextSize}.`,
    )
  const cachedTokens = await keepShared(sequence, tokens)
  const last = tokens.length - 1
  for (let at = cachedTokens, next: number; at < last; at = next) {
    tell({ kind: 'progress', id, read: at, of: tokens.length })
    if (stopped.has(id)) break
    next = last - at < TOKENS_AT_ONCE + FEW_TOKENS ? last : at + TOKENS_AT_ONCE
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, next))
  }
  const done = performance.now()
  const milliseconds = { restore: restored - began, read: done - restored, first: 0 }
  const result = { promptTokens: tokens.length, cachedTokens, ends, isStateBroken }
  forget(written, links)
  if (!generate || stopped.has(id)) {
    const none = { outputTokens: 0, finish: stopped.delete(id) ? 'stopped' : 'stop', calls: [] } as const
    return { ...result, ...none, heldTokens: sequence.nextTokenIndex, milliseconds }
  }
  const answer = await write(loadedModel, request, generate, tokens[last] as Token, room)
  const { spoken, text, calls, finish, probabilities, first } = answer
  const isWhole = finish === 'stop' || finish === 'tool-calls'
  const link = answerLink(links.at(-1)?.at(-1) ?? '', text, calls)
  if (spoken.length > 0) written.set(link, spoken)
  return {
    ...result,
    outputTokens: answer.count,
    finish,
    calls,
    heldTokens: sequence.nextTokenIndex,
    ...(isWhole || finish === 'length' ? { answerLink: link } : {}),
    milliseconds: { ...milliseconds, first: first - began },
    ...(probabilities ? { probabilities } : {}),
  }
}

/** What is not part of this prompt is no longer known. */
function forget(written: Map<string, readonly Token[]>, links: readonly (readonly string[])[]): void {
  const known = new Set(links.flat())
  for (const link of written.keys()) if (!known.has(link)) written.delete(link)
}

/** Leaves in memory what begins like the prompt. The last token is always read: what it leads to is asked for. */
async function keepShared(sequence: LlamaContextSequence, tokens: readonly Token[]): Promise<number> {
  const held = sequence.contextTokens
  const most = Math.min(held.length, tokens.length - 1)
  let shared = 0
  while (shared < most && held[shared] === tokens[shared]) shared += 1
  if (shared < held.length) await sequence.eraseContextTokenRanges([{ start: shared, end: held.length }])
  // A model that can't step back keeps less than it was asked for.
  return sequence.nextTokenIndex
}

interface Counted {
  readonly tokens: Token[]
  readonly ends: number[][]
}

function tokensOf(
  { model, template, written }: Loaded,
  prompt: Prompt,
  links: readonly (readonly string[])[],
): Counted {
  const tokens: Token[] = []
  const ends = links.map((own) => own.map(() => 0))
  const setEnd = (message: number, part: number): void => {
    const own = ends[message + 1]
    if (own && part < own.length) own[part] = tokens.length
  }
  const add = (piece: Piece): void => {
    switch (piece.kind) {
      case 'template':
        append(tokens, model.tokenize(piece.text, true, 'trimLeadingSpace'))
        return
      case 'content':
        append(tokens, model.tokenize(piece.text, false, 'trimLeadingSpace'))
        setEnd(piece.message, piece.part)
        return
      case 'answer': {
        const spoken = written.get(links[piece.message + 1]?.[0] ?? '')
        if (spoken) append(tokens, spoken)
        else for (const inner of piece.pieces) add(inner)
        setEnd(piece.message, 0)
        return
      }
      default:
        piece satisfies never
    }
  }
  for (const piece of template.render(prompt)) add(piece)
  const { bos, shouldPrependBosToken } = model.tokens
  if (shouldPrependBosToken && bos !== null && tokens[0] !== bos) tokens.unshift(bos)
  return { tokens, ends: withoutGaps(ends) }
}

function append(tokens: Token[], more: readonly Token[]): void {
  for (const token of more) tokens.push(token)
}

/** Parts that the template put elsewhere end where the one before them does. */
function withoutGaps(ends: readonly (readonly number[])[]): number[][] {
  let last = 0
  return ends.map((own) => own.map((end) => (last = Math.max(last, end))))
}

interface Written {
  /** What the model wrote, without the token that ends an answer. */
  readonly spoken: readonly Token[]
  readonly count: number
  readonly text: string
  readonly calls: ReadResult['calls']
  readonly finish: ReadResult['finish']
  readonly first: number
  readonly probabilities: ReadResult['probabilities'] | undefined
}

async function write(
  { model, sequence, template, createGrammar }: Loaded,
  { id, prompt }: ReadRequest & { readonly id: number },
  generation: Generation,
  last: Token,
  room: number,
): Promise<Written> {
  const { temperature = 0.7, topP = 0.95, topK = 40, seed, stop, toolChoice, schema } = generation
  const hasTools = prompt.tools.length > 0 && toolChoice !== 'none'
  const calling = hasTools ? grammarOf(template, prompt) : undefined
  const must = calling && toolChoice === 'required' ? calling.whole : undefined
  const whole = schema === undefined ? must : jsonGrammar(schema)
  let grammar = whole === undefined ? undefined : await createGrammar(whole)
  const later = calling && whole === undefined ? await createGrammar(calling.after) : undefined
  const answer = new AnswerText({ stop, trigger: calling?.trigger, isWhole: calling?.isWhole })
  const pieces = new TokenText(model, calling?.trigger)
  const limit = Math.min(generation.maxTokens ?? room, room)
  const spoken: Token[] = []
  let count = 0
  let first = 0
  let finish: ReadResult['finish'] = 'length'
  let probabilities: ReadResult['probabilities'] | undefined
  const options = {
    temperature,
    topP,
    topK,
    ...(seed === undefined ? {} : { seed }),
    yieldEogToken: true,
    grammarEvaluationState: () => grammar,
  }
  const wanted = { probabilities: generation.probabilities ?? false }
  for await (const given of sequence.evaluateWithMetadata([last], wanted, options)) {
    const token = given.token
    count += 1
    if (count === 1) {
      first = performance.now()
      if (generation.probabilities && 'probabilities' in given)
        probabilities = [...(given.probabilities as Map<Token, number>)]
    }
    if (model.isEogToken(token)) {
      finish = 'stop'
      break
    }
    spoken.push(token)
    const delta = answer.write(pieces.add(token))
    if (delta !== '') tell({ kind: 'text', id, delta })
    if (answer.callText?.trim() === '' && later) grammar = later
    if (answer.isStopped) finish = 'stop'
    else if (stopped.has(id)) finish = 'stopped'
    if (finish !== 'length' || count >= limit) break
  }
  stopped.delete(id)
  const rest = answer.write(pieces.end()) + answer.end()
  if (rest !== '') tell({ kind: 'text', id, delta: rest })
  const calls =
    answer.callText === undefined ? [] : readCalls(calling?.trigger + answer.callText, template.format)
  if (calls.length > 0 && finish === 'stop') finish = 'tool-calls'
  return { spoken, count, text: answer.text, calls, finish, first, probabilities }
}

const GRAMMARS = new Map<string, CallGrammar>()

/** Tools stay the same through a chat, so their grammar does. */
function grammarOf(template: ChatTemplate, { tools }: Prompt): CallGrammar {
  const name = JSON.stringify(tools)
  const known = GRAMMARS.get(name) ?? callGrammar(template.format, tools)
  GRAMMARS.clear()
  GRAMMARS.set(name, known)
  return known
}

/** More bytes than this belong to no sign: they are no text. */
const LONGEST_SIGN = 4
/** Some tokenizers need to see what is before a token to know its blanks. */
const TOKENS_BEFORE = 8

/** Tokens as text, where a sign may take several of them. */
class TokenText {
  readonly #model: LlamaModel
  readonly #shown: string
  #before: Token[] = []
  #held: Token[] = []

  /** Special tokens are no text, unless the trigger of a call holds them. */
  constructor(model: LlamaModel, trigger = '') {
    this.#model = model
    this.#shown = trigger
  }

  add(token: Token): string {
    this.#held.push(token)
    const text = this.#text()
    return text.endsWith('\uFFFD') && this.#held.length < LONGEST_SIGN ? '' : this.#take(text)
  }

  end(): string {
    return this.#held.length === 0 ? '' : this.#take(this.#text())
  }

  #text(): string {
    const plain = this.#model.detokenize(this.#held, false, this.#before)
    if (this.#shown === '' || plain !== '') return plain
    const special = this.#model.detokenize(this.#held, true, this.#before)
    return this.#shown.includes(special.trim()) ? special : plain
  }

  #take(text: string): string {
    this.#before = [...this.#before, ...this.#held].slice(-TOKENS_BEFORE)
    this.#held = []
    return text
  }
}

interface Notes {
  readonly written: readonly (readonly [link: string, tokens: readonly number[]])[]
}

async function save(
  { sequence, scratch, written }: Loaded,
  { id, place, header }: SaveRequest & { readonly id: number },
): Promise<number> {
  const plain = join(scratch, `save-${id}`)
  const notes: Notes = { written: [...written] }
  try {
    await sequence.saveStateToFile(plain)
    const sealing = { header, key: place.key, notes: Buffer.from(JSON.stringify(notes)) }
    return await sealFile(plain, place.path, sealing)
  } finally {
    await rm(plain, { force: true })
  }
}

/** Whether it could be used. */
async function restore(
  { sequence, scratch, written }: Loaded,
  { path, key }: { readonly path: string; readonly key: Uint8Array },
): Promise<boolean> {
  const plain = join(scratch, 'restore')
  try {
    const notes = JSON.parse(Buffer.from(await unsealFile(path, plain, key)).toString()) as Notes
    await sequence.clearHistory()
    await sequence.loadStateFromFile(plain, { acceptRisk: true })
    written.clear()
    for (const [link, tokens] of notes.written) written.set(link, tokens as readonly Token[])
    return true
  } catch {
    await sequence.clearHistory()
    written.clear()
    return false
  } finally {
    await rm(plain, { force: true })
  }
}
