import { createArtifact } from '@varve/engine'
import { stableJson } from '@varve/engine/internal'
import { type ReplayModels, type ReplayProvider, readTrace } from '@varve/lab'
import { DATA_NAME, loadMaterial, type Material, type Note } from '../../engine/floor/load-material.ts'
import { createScriptMaker, type ScriptMaker } from '../../engine/floor/script-maker.ts'
import { DEFAULT_GAP_SECONDS, FIRST_MODEL, type ScriptedTurn } from '../../engine/floor/script.ts'
import { CALL_FRAME_TOKENS, SECTIONS, START, TOKENIZER, TOOLS } from '../../engine/floor/setting.ts'
import type { Cell, Section, Table } from '../../report.ts'
import { sum } from '../../statistics.ts'
import { benchModels } from '../wire/bench-models.ts'
import { countTrace } from '../wire/count-trace.ts'

const TITLE = 'Folding tool results, and reading them again'
const PROVIDERS: readonly ReplayProvider[] = ['openai', 'openai-5.6', 'anthropic', 'gemini', 'deepseek']
const SHARES = [0, 0.1, 0.25, 0.5, 1] as const
const TURNS = 40
/** What a search finds, and how much of it the answer cites. */
const HITS = 8
const CITED = 2
const HIT_CHARACTERS = 900
/** The last hit is never cited: a request that holds its end holds the whole result. */
const END_CHARACTERS = 150

/** The setting: files and cited passages stay (`fold`), a line for each call (`lines`), or the latest five calls. */
type ToolOutput = 'fold' | 'lines' | 'keep'

/** A call with what the engine is told of its result. */
interface Lookup {
  readonly call: Readonly<Record<string, unknown>>
  readonly cited: readonly object[]
  /** As `readArtifact` gives it again. */
  readonly text: string
}

interface Turn {
  readonly asked: ScriptedTurn
  readonly lookup?: Lookup
}

interface Kind {
  readonly name: string
  readonly turns: readonly Turn[]
}

interface Cost {
  /** In tokens at the full input price: the input, and the output of further calls. */
  readonly money: number
  readonly reads: number
  /** Turns whose first request doesn't hold the latest result any more. */
  readonly gone: ReadonlySet<number>
}

/** What folding saves, and what it costs if so many follow-ups need what was folded. [P-6] */
export async function measureFolding(): Promise<Section> {
  const material = loadMaterial()
  if (!material)
    return {
      title: TITLE,
      notes: [`Skipped: the texts that conversations are made of are not in ${DATA_NAME}.`],
      tables: [],
      goals: [],
    }
  const kinds = writeKinds(material)
  return {
    title: TITLE,
    notes: [
      `Conversations of ${TURNS} turns, ${DEFAULT_GAP_SECONDS} seconds apart. A search finds ${HITS} passages, of which the answer cites ${CITED}. A follow-up that needs the latest result, where its request doesn't hold that any more, first calls \`readArtifact\`: call and whole result are sent, and folded with the next turn like any other. \`keep\` always holds the latest; a follow-up that reached back more than five calls would have to read again there, too.`,
      'Each figure is money over that of `keep` (below 1 folding is cheaper), by the share of follow-ups that need the latest result. Money is the input as the simulator’s caches count the exact bodies, at the prices of the provider, and the output of each further call; answers cost the same and are left out.',
      '`saves`: what folding saves in a turn if nothing is read again. `a read costs`: what one further call adds to the conversation. Both in tokens at the full input price. `pays up to`: the share at which the two are even, interpolated between the measured ones.',
      'With `fold`, a file that was read is billed once more as part of the conversation and stays, so no follow-up reads it again; with `keep` only the latest five stay. `all kept`: `keep` without that limit (`callsKept`).',
    ],
    tables: [
      await tabulate('fold', 'What the answer used stays (`fold`, the default)', kinds),
      await tabulate('lines', 'A line for each call (`lines`)', kinds),
    ],
    goals: [],
  }
}

async function tabulate(output: 'fold' | 'lines', title: string, kinds: readonly Kind[]): Promise<Table> {
  const rows: (readonly Cell[])[] = []
  for (const kind of kinds)
    for (const provider of PROVIDERS) {
      const models = await benchModels(provider, TOKENIZER)
      const keep = await costOf(kind, { models, output: 'keep', readIn: new Set() })
      if (keep.gone.size > 0) throw new Error(`${kind.name}: \`keep\` lost the latest result.`)
      const all = await costOf(kind, { models: keepingAll(models), output: 'keep', readIn: new Set() })
      const none = await costOf(kind, { models, output, readIn: new Set() })
      const costs = [none]
      for (const share of SHARES.slice(1)) {
        const readIn = new Set(followUps(kind, share).filter((turn) => none.gone.has(turn)))
        costs.push(await costOf(kind, { models, output, readIn }))
      }
      rows.push([kind.name, provider, (all.money / keep.money).toFixed(3), ...cellsOf(keep, costs)])
    }
  return {
    title,
    columns: [
      'conversation',
      'provider',
      'all kept',
      ...SHARES.map((share) => `${100 * share} %`),
      'saves',
      'a read costs',
      'pays up to',
    ],
    rows,
  }
}

function cellsOf(keep: Cost, costs: readonly Cost[]): readonly Cell[] {
  const [none, all] = [costs[0], costs.at(-1)]
  if (!none || !all) return []
  const ratios = costs.map(({ money }) => money / keep.money)
  return [
    ...ratios.map((ratio) => ratio.toFixed(3)),
    Math.round((keep.money - none.money) / TURNS),
    all.reads === 0 ? '–' : Math.round((all.money - none.money) / all.reads),
    evenAt(ratios),
  ]
}

/** The share of follow-ups at which folding costs as much as keeping. */
function evenAt(ratios: readonly number[]): string {
  const above = ratios.findIndex((ratio) => ratio > 1)
  if (above < 0) return 'always pays'
  if (above === 0) return 'never pays'
  const [low, high] = [ratios[above - 1] ?? 0, ratios[above] ?? 0]
  const [from, to] = [SHARES[above - 1] ?? 0, SHARES[above] ?? 0]
  return `${Math.round(100 * (from + ((to - from) * (1 - low)) / (high - low)))} %`
}

function keepingAll(models: ReplayModels): ReplayModels {
  const find: ReplayModels['find'] = (name) => {
    const model = models.find(name)
    return { ...model, spec: { ...model.spec, limits: { callsKept: TURNS } } }
  }
  return { ...models, find }
}

/** So many of the turns after the first, evenly spread. */
function followUps({ turns }: Kind, share: number): readonly number[] {
  const numbers = turns.slice(1).map((_turn, index) => index + 2)
  return numbers.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share))
}

interface CostOptions {
  readonly models: ReplayModels
  readonly output: ToolOutput
  /** Turns that first read the latest result again. */
  readonly readIn: ReadonlySet<number>
}

async function costOf(kind: Kind, { models, output, readIn }: CostOptions): Promise<Cost> {
  const { lines, reads } = writeTrace(kind, output, readIn)
  const trace = readTrace(Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')))
  if (trace.malformed) throw new Error(`${kind.name}: ${trace.malformed.reason}`)
  const gone = new Set<number>()
  const seen = new Set<number>()
  const onBody = (body: unknown, turn: number): void => {
    const latest = kind.turns.slice(0, turn - 1).findLast(({ lookup }) => lookup)?.lookup
    const end = JSON.stringify(latest?.text.slice(-END_CHARACTERS) ?? '').slice(1, -1)
    if (!seen.has(turn) && !JSON.stringify(body).includes(end)) gone.add(turn)
    seen.add(turn)
  }
  const options = { models, layout: 'auto', runner: 'agent', tokenizer: TOKENIZER, onBody } as const
  const calls = await countTrace(trace, options)
  const { spec, catalogue } = models.find(FIRST_MODEL)
  const { weights } = spec.profile
  const written = sum(reads.map((args) => TOKENIZER.count(args) + CALL_FRAME_TOKENS))
  const input = sum(
    calls.map(({ counted: { cached, written: stored, uncached } }) => {
      return cached * weights.read + stored * weights.write + uncached * weights.uncached
    }),
  )
  const { price } = catalogue
  return { money: input + (written * price.output) / price.input, reads: reads.length, gone }
}

interface Written {
  readonly lines: readonly object[]
  /** Arguments of the further calls. */
  readonly reads: readonly string[]
}

/** The conversation as `varve replay` reads it, with the calls that this setting makes necessary. */
function writeTrace({ name, turns }: Kind, output: ToolOutput, readIn: ReadonlySet<number>): Written {
  const reads: string[] = []
  let latest: { readonly key: string; readonly text: string } | undefined
  const section = (id: string): string => SECTIONS.find((one) => one.id === id)?.text ?? ''
  const lines = turns.map(({ asked, lookup }, index) => {
    const tools: object[] = []
    if (latest && readIn.has(index + 1)) {
      const { key, text } = latest
      const count = text.split('\n').length
      reads.push(stableJson({ key }))
      tools.push({
        name: 'readArtifact',
        args: { key },
        result: `${key}, lines 1-${count} of ${count}\n${text}`,
      })
    }
    if (lookup) {
      tools.push(lookup.call)
      latest = { key: `result:${index + 1}.${tools.length}`, text: lookup.text }
    }
    return {
      conversation: name,
      turn: index + 1,
      at: new Date(START + index * DEFAULT_GAP_SECONDS * 1000).toISOString(),
      ...(index === 0 ? { system: section('contract'), memory: section('memory'), toolDefs: TOOLS } : {}),
      model: FIRST_MODEL,
      attach: asked.attach.map(({ kind, source, content }) => ({ kind, ...source, content })),
      tools,
      user: asked.text,
      assistant: asked.answer,
      cited: lookup?.cited ?? [],
      keepUsed: output === 'fold',
      plan: { toolOutput: output === 'keep' ? 'keep' : 'fold' },
    }
  })
  return { lines, reads }
}

function writeKinds(material: Material): readonly Kind[] {
  const conversation = (name: string, start: number, lookupOf: LookupOf): Kind => {
    const maker = createScriptMaker(material, start)
    const note = maker.note('medium')
    const turns = Array.from({ length: TURNS }, (_, index): Turn => {
      const lookup = lookupOf(maker, index)
      return {
        asked: maker.turn({ attach: index === 0 ? [note] : [] }),
        ...(lookup ? { lookup } : {}),
      }
    })
    return { name, turns }
  }
  return [
    conversation('a search in each turn', 2001, (maker) => search(maker, material.notes)),
    conversation('a search in every third turn', 2002, (maker, index) =>
      index % 3 === 0 ? search(maker, material.notes) : undefined,
    ),
    conversation('a file read in every third turn', 2003, (maker, index) =>
      index % 3 === 0 ? readFile(maker) : undefined,
    ),
  ]
}

type LookupOf = (maker: ScriptMaker, index: number) => Lookup | undefined

function search({ random, turn }: ScriptMaker, notes: readonly Note[]): Lookup {
  const long = notes.filter(({ text }) => text.length > 2 * HIT_CHARACTERS)
  const hits = Array.from({ length: HITS }, () => passageOf(long[random.below(long.length)], random.below))
  const head = `${HITS} passages, best first:`
  return {
    call: { name: 'localSearch', args: { query: turn().text }, result: head, hits },
    cited: hits.slice(0, CITED).map(({ key, lines }) => ({ key, lines })),
    text: [head, ...hits.map(({ key, lines, text }) => `- ${key}, lines ${lines.join('-')}:\n${text}`)].join(
      '\n',
    ),
  }
}

/** Neighbouring lines of a note, about as long as a search shows. */
function passageOf(note: Note | undefined, below: (limit: number) => number) {
  if (!note) throw new Error('No note is long enough to be searched.')
  const all = note.text.split('\n')
  const from = below(Math.max(1, Math.floor(all.length / 2)))
  let to = from + 1
  while (to < all.length && all.slice(from, to).join('\n').length < HIT_CHARACTERS) to += 1
  const { key, contentHash } = createArtifact({
    kind: 'note',
    source: { path: note.path },
    content: note.text,
  })
  const text = all.slice(from, to).join('\n').slice(0, 2000)
  return { key, contentHash, lines: [from + 1, to] as const, text }
}

function readFile({ note }: ScriptMaker): Lookup {
  const { key, content } = note('small')
  return {
    call: { name: 'read', args: { path: key }, result: content, file: { kind: 'note', path: key, content } },
    cited: [],
    text: content,
  }
}
