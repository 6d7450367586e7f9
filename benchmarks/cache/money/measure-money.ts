import { writeFileSync } from 'node:fs'
import type { Artifact, Plan } from '@varve/engine'
import { type ReplayLayout, type ReplayProvider, replayTurns } from '@varve/lab'
import {
  ConversationScript,
  type ScriptedTurn,
} from '../../../packages/lab/src/replay/conversation-script.ts'
import { TraceImages } from '../../../packages/lab/src/replay/trace-images.ts'
import { impliedTools } from '../../../packages/lab/src/replay/trace-settings.ts'
import { TOKENIZER } from '../../engine/floor/setting.ts'
import type { Cell, Goal, Section, Table } from '../../report.ts'
import { sum } from '../../statistics.ts'
import { benchModels } from '../wire/bench-models.ts'
import { countTrace } from '../wire/count-trace.ts'
import { drawMoney, type MoneyChart } from './draw-money.ts'
import { cheapestPlan, plannedCost, planEveryEpoch } from './hindsight.ts'
import { moneyFloor } from './money-floor.ts'
import { type Conversation, readConversations } from './read-data.ts'
import { type RequestBody, rereadRequest } from './reread-request.ts'

const TITLE = 'Money over the floor'
const PROVIDERS: readonly ReplayProvider[] = ['openai', 'openai-5.6', 'anthropic', 'gemini']
const LAYOUTS = ['auto', 'ledger', 'inline'] as const
const MONEY_GOAL = 1.12
const HINDSIGHT_GOAL = 1.07

/** One conversation under one provider. */
interface MoneyOutcome {
  readonly name: string
  readonly provider: string
  readonly floor: { readonly money: number; readonly uncached: number }
  /** Weighted tokens by layout, as the simulator counts the exact bodies. */
  readonly money: Readonly<Record<(typeof LAYOUTS)[number], number>>
  readonly uncached: Readonly<Record<(typeof LAYOUTS)[number], number>>
  /** Of `auto`: attached texts that the request gives back byte for byte, and all that were attached. */
  readonly exact: number
  readonly due: number
  /** `auto` and the best plan in hindsight, both priced from their plans. */
  readonly planned: number
  readonly best: number
}

/** What the layouts cost, beside what no layout can avoid and the best that these forms could have done. [C-3] */
export async function measureMoney(options: {
  readonly data?: string
  readonly html?: string
}): Promise<Section> {
  const conversations = readConversations(options.data)
  if (typeof conversations === 'string')
    return { title: TITLE, notes: [`Skipped: ${conversations}`], tables: [], goals: [] }
  const outcomes: MoneyOutcome[] = []
  for (const conversation of conversations) outcomes.push(...(await measureOne(conversation)))
  if (options.html !== undefined) writeFileSync(options.html, drawMoney(chartsOf(outcomes)))
  return {
    title: TITLE,
    notes: [
      'Weighted tokens of the input: what is read from a cache at the read price, what is written or new at its own. The floor sends exactly once what must be readable (system text, the current text of every attachment, the history, the last five tool results) and pays in full only for what is new to the model.',
      'Every body is replayed, counted by the simulator’s caches, and read back by a parser that knows only SPEC.md: `exact` is the share of attached texts that it gives back byte for byte.',
      '`hindsight`: the best turns to begin epochs with, had all that came been known (dynamic programming over the same forms). It and `auto/hindsight` are priced from plans, the rest from bodies. `inline`: everything attached in the last message.',
    ],
    tables: [byProvider(outcomes), uncachedByProvider(outcomes), byConversation(outcomes)],
    goals: judge(outcomes),
  }
}

async function measureOne({ name, trace, runner }: Conversation): Promise<readonly MoneyOutcome[]> {
  const turns = scriptOf({ name, trace, runner })
  const outcomes: MoneyOutcome[] = []
  const planning = (await benchModels('openai', TOKENIZER)).find(trace.turns[0]?.turn.model ?? undefined)
  const plans = planEveryEpoch(turns, planning.spec)
  for (const provider of PROVIDERS) {
    const models = await benchModels(provider, TOKENIZER)
    const { profile } = models.find(trace.turns[0]?.turn.model ?? undefined).spec
    let [exact, due] = [0, 0]
    const read = (body: unknown, turn: number): void => {
      const reading = rereadRequest(body as RequestBody)
      for (const { artifact } of turns[turn - 1]?.input.attach ?? []) {
        due += 1
        if (reading.get(nameOf(artifact)) === artifact.content) exact += 1
      }
    }
    const count = async (layout: ReplayLayout) => {
      const onBody = layout === 'auto' ? { onBody: read } : {}
      const calls = await countTrace(trace, { models, layout, runner, tokenizer: TOKENIZER, ...onBody })
      return {
        money: sum(
          calls.map(({ counted: { cached, written, uncached } }) => {
            const { weights } = profile
            return cached * weights.read + written * weights.write + uncached * weights.uncached
          }),
        ),
        uncached: sum(calls.map(({ counted: { input, cached } }) => input - cached)),
      }
    }
    const [auto, ledger, inline] = [await count('auto'), await count('ledger'), await count('inline')]
    const replayed = [...replayTurns(trace, { models, layout: 'auto', runner })]
    const calls = replayed.map((turn): readonly Plan[] => (turn.kind === 'turn' ? turn.plans : []))
    outcomes.push({
      name,
      provider,
      floor: moneyFloor(turns, profile),
      money: { auto: auto.money, ledger: ledger.money, inline: inline.money },
      uncached: { auto: auto.uncached, ledger: ledger.uncached, inline: inline.uncached },
      exact,
      due,
      planned: plannedCost(turns, calls, profile),
      best: cheapestPlan(plans, profile),
    })
  }
  return outcomes
}

function scriptOf({ trace, runner }: Conversation): readonly ScriptedTurn[] {
  const [first] = trace.turns
  const tools = impliedTools(trace.turns).get(first?.turn.conversation ?? '') ?? []
  const script = new ConversationScript({ runner, impliedTools: tools, images: new TraceImages() })
  return trace.turns.map(({ turn }) => {
    const scripted = script.next(turn)
    if (scripted.kind === 'refused') throw new Error(scripted.reason)
    return scripted
  })
}

/** As the parser names a text. */
function nameOf({ kind, key, source }: Artifact): string {
  const place = source.path ?? source.url ?? key
  return kind === 'selection' ? `${place}#${source.lines?.join('-') ?? ''}` : place
}

function ratio(outcomes: readonly MoneyOutcome[], cost: (outcome: MoneyOutcome) => number): number {
  return sum(outcomes.map(cost)) / sum(outcomes.map(({ floor }) => floor.money))
}

function chartsOf(outcomes: readonly MoneyOutcome[]): readonly MoneyChart[] {
  const groups = [['All conversations', outcomes] as const, ...Map.groupBy(outcomes, ({ name }) => name)]
  return groups.map(([name, some]) => ({
    name,
    inline: ratio(some, ({ money }) => money.inline),
    ledger: ratio(some, ({ money }) => money.ledger),
    auto: ratio(some, ({ money }) => money.auto),
    best: ratio(some, ({ best }) => best),
  }))
}

function autoOverBest(outcomes: readonly MoneyOutcome[]): number {
  return sum(outcomes.map(({ planned }) => planned)) / sum(outcomes.map(({ best }) => best))
}

function moneyCells(outcomes: readonly MoneyOutcome[]): readonly Cell[] {
  const over = (cost: (outcome: MoneyOutcome) => number): Cell => ratio(outcomes, cost).toFixed(3)
  const [exact, due] = [sum(outcomes.map((one) => one.exact)), sum(outcomes.map((one) => one.due))]
  return [
    over(({ money }) => money.auto),
    over(({ best }) => best),
    autoOverBest(outcomes).toFixed(3),
    over(({ money }) => money.ledger),
    over(({ money }) => money.inline),
    due === 0 ? '–' : `${((100 * exact) / due).toFixed(1)} %`,
  ]
}

const MONEY_COLUMNS = ['auto', 'hindsight', 'auto/hindsight', 'ledger', 'inline', 'exact'] as const

function byProvider(outcomes: readonly MoneyOutcome[]): Table {
  return {
    title: 'Money over the floor, by provider',
    columns: ['provider', ...MONEY_COLUMNS],
    rows: [
      ...PROVIDERS.map((id) => [id, ...moneyCells(outcomes.filter(({ provider }) => provider === id))]),
      ['all', ...moneyCells(outcomes)],
    ],
  }
}

function uncachedByProvider(outcomes: readonly MoneyOutcome[]): Table {
  return {
    title: 'Uncached tokens over the floor, by provider',
    columns: ['provider', ...LAYOUTS],
    rows: PROVIDERS.map((id) => {
      const own = outcomes.filter(({ provider }) => provider === id)
      const floor = sum(own.map((one) => one.floor.uncached))
      return [
        id,
        ...LAYOUTS.map((layout) => (sum(own.map((one) => one.uncached[layout])) / floor).toFixed(3)),
      ]
    }),
  }
}

function byConversation(outcomes: readonly MoneyOutcome[]): Table {
  return {
    title: 'Money over the floor, by conversation (all providers); `auto` also by provider',
    columns: ['conversation', ...MONEY_COLUMNS, ...PROVIDERS],
    rows: [...Map.groupBy(outcomes, ({ name }) => name)].map(([name, some]) => [
      name,
      ...moneyCells(some),
      ...PROVIDERS.map((id) =>
        ratio(
          some.filter(({ provider }) => provider === id),
          ({ money }) => money.auto,
        ).toFixed(2),
      ),
    ]),
  }
}

function judge(outcomes: readonly MoneyOutcome[]): readonly Goal[] {
  const ratios = PROVIDERS.map((id) =>
    ratio(
      outcomes.filter(({ provider }) => provider === id),
      ({ money }) => money.auto,
    ),
  )
  const best = autoOverBest(outcomes)
  const missing = sum(outcomes.map(({ due, exact }) => due - exact))
  return [
    {
      name: '`auto` money over the floor, with every provider',
      target: `at most ${MONEY_GOAL}`,
      measured: PROVIDERS.map((id, index) => `${id} ${ratios[index]?.toFixed(3)}`).join(', '),
      met: Math.max(...ratios) <= MONEY_GOAL,
    },
    {
      name: '`auto` over the best plan in hindsight, in total',
      target: `at most ${HINDSIGHT_GOAL}`,
      measured: best.toFixed(3),
      met: best <= HINDSIGHT_GOAL,
    },
    {
      name: 'attached texts that a request does not give back byte for byte',
      target: 'none',
      measured: `${missing} of ${sum(outcomes.map(({ due }) => due))}`,
      met: missing === 0,
    },
  ]
}
