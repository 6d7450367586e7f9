import { z } from 'zod'

/** Producers write `null` for what they do not have; that is the same as leaving it out. */
function maybe<Inner extends z.ZodType>(inner: Inner) {
  return inner.nullish().transform((value) => value ?? undefined)
}

/** A text, or an object that holds one beside its name. */
const instructions = z.union([z.string(), z.record(z.string(), z.json())])

const range = z
  .tuple([z.int().min(1), z.int().min(1)])
  .refine(([from, to]) => from <= to, 'ends before it begins')
const keys = z.array(z.string())

const image = z.object({
  name: maybe(z.string()),
  mediaType: maybe(z.string()),
  /** The same under its other common name. */
  mimeType: maybe(z.string()),
  /** Where it is available: a `data:` URI, or an address, which a replay does not fetch. */
  url: maybe(z.string()),
  hash: maybe(z.string()),
  /** Base64. */
  data: maybe(z.string()),
  width: maybe(z.number().positive()),
  height: maybe(z.number().positive()),
})

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256')

const attachment = z.object({
  kind: maybe(z.string()),
  key: maybe(z.string()),
  path: maybe(z.string()),
  url: maybe(z.string()),
  lines: maybe(range),
  pages: maybe(range),
  query: maybe(z.string()),
  name: maybe(z.string()),
  title: maybe(z.string()),
  /** Left out: the last content seen for this key. */
  content: maybe(z.string()),
  priority: maybe(z.enum(['essential', 'normal', 'optional'])),
  freshness: maybe(z.enum(['update', 'refresh', 'snapshot'])),
  pin: maybe(z.boolean()),
  images: maybe(z.array(z.union([image, z.string()]))),
  /** Of the original bytes, where these are not the UTF-8 of `content`. */
  hash: maybe(sha256),
  role: maybe(z.enum(['active', 'embedded'])),
  recoverable: maybe(z.boolean()),
  metadata: maybe(z.record(z.string(), z.json())),
})

/** An edit that was seen, by its content, or by the hash of it where only that is known. */
const observed = attachment

/** A passage that a search found. */
const hit = z.object({
  key: z.string(),
  contentHash: sha256,
  lines: range,
  unit: z.enum(['line', 'page', 'cell', 'turn']).exactOptional(),
  text: z.string(),
})

/** What a model thought, where its provider wants it back. */
const reasoning = z.object({ text: z.string(), opaque: z.string().exactOptional() })

const toolCall = z.object({
  name: z.string().min(1),
  args: z.unknown().optional(),
  result: z.json(),
  /** Calls with the same number were made at once, in one answer of the model; left out: each by itself. */
  step: maybe(z.int()),
  /** What the model said before it called. */
  text: maybe(z.string()),
  /** When the result went back to the model; left out: as the turn. */
  at: maybe(z.union([z.string(), z.number()])),
  recoverable: maybe(z.boolean()),
  /** Found before the model was asked, whatever the runner: it is in the user's message. */
  gathered: maybe(z.boolean()),
  callId: maybe(z.string()),
  hits: maybe(z.array(hit)),
  /** The file that the call read whole, or all that it read of one; kept from the next turn on. */
  file: maybe(attachment),
  passage: maybe(hit),
  /** Before the first call of a step. */
  reasoning: maybe(reasoning),
})

const toolDefinition = z.object({
  name: z.string().min(1),
  description: maybe(z.string()),
  parameters: maybe(z.record(z.string(), z.unknown())),
})

/** One line of a trace. What it does not name is ignored, so that traces may carry more than a replay reads. */
export const traceSchema = z.object({
  conversation: z.string().min(1),
  turn: z.int().min(0),
  at: maybe(z.union([z.string(), z.number()])),
  system: maybe(z.string()),
  memory: maybe(z.string()),
  /** The persona, beside `system`. */
  agent: maybe(instructions),
  project: maybe(instructions),
  /** For this turn only. */
  guidance: maybe(instructions),
  attach: maybe(z.array(attachment)),
  active: maybe(z.string()),
  observed: maybe(z.array(observed)),
  tools: maybe(z.array(toolCall)),
  toolDefs: maybe(z.array(toolDefinition)),
  images: maybe(z.array(z.union([z.string(), image]))),
  pin: maybe(keys),
  unpin: maybe(keys),
  forget: maybe(keys),
  model: maybe(z.string().min(1)),
  parent: z.int().min(0).nullish(),
  user: z.string(),
  assistant: maybe(z.string()),
  error: maybe(z.unknown()),
  /** The whole of L1 from this turn on, in place of `system`, `agent`, `project` and `memory`. */
  sections: maybe(
    z.array(
      z.object({ id: z.enum(['contract', 'tools', 'guidance', 'project', 'memory']), text: z.string() }),
    ),
  ),
  /** Names the decision of the guard; another name begins a new epoch. */
  guard: maybe(z.string()),
  /** Texts that a model made on request, by the id of the need. */
  provided: maybe(z.record(z.string(), z.string())),
  priorities: maybe(
    z.array(z.object({ key: z.string(), priority: z.enum(['essential', 'normal', 'optional']) })),
  ),
  compact: maybe(z.boolean()),
  allowExtracts: maybe(z.boolean()),
  rebase: maybe(z.enum(['settings', 'rebuilt'])),
  reasoning: maybe(reasoning),
  /** Places that the answer cites; what was found there is kept from the next turn on. */
  cited: maybe(z.array(hit.pick({ key: true, lines: true, unit: true }))),
  /** `false` where what the last answer used is not kept. */
  keepUsed: maybe(z.boolean()),
  /** How the request was planned and sent, where that is not what `--model` and `--layout` say. */
  plan: maybe(
    z.object({
      layout: maybe(z.enum(['auto', 'ledger', 'library'])),
      history: maybe(z.enum(['fold', 'dump', 'recall'])),
      toolOutput: maybe(z.enum(['fold', 'keep'])),
      /** Tokens that the request might use, and what the tokenizer's counts were multiplied by; 0 for an imported turn. */
      budget: maybe(z.number().nonnegative()),
      factor: maybe(z.number().positive()),
      lifetime: maybe(z.enum(['5m', '1h'])),
      settings: maybe(z.record(z.string(), z.json())),
    }),
  ),
})

/** A line as it was written, checked for its shape. */
export type TraceTurn = z.output<typeof traceSchema>
export type TraceInstructions = z.output<typeof instructions>
export type TraceAttachment = z.output<typeof attachment>
export type TraceToolCall = z.output<typeof toolCall>
export type TraceImage = z.output<typeof image>
