import { type AppEvent, type CallUsage, type Observer, telemetryName } from '@varve/app'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Model names come from outside, and each creates a series in the metrics database, so their number is limited. */
export class BoundedLabel {
  readonly #known = new Set<string>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The name, or `other` once there are too many. */
  of(name: string): string {
    if (this.#known.has(name)) return name
    if (this.#known.size >= this.#most) return 'other'
    this.#known.add(name)
    return name
  }
}

/** What `/metrics` answers with. */
export interface MetricsSource {
  readonly contentType: string
  readonly read: () => Promise<string>
}

export interface MetricsObserver extends MetricsSource {
  readonly observe: Observer
  readonly problem: () => void
}

const PHASE_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
const CALL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180]
const MOST_MODELS = 50
const MOST_TOOLS = 50
const MOST_PROVIDERS = 20

/** Counts events for Prometheus. Labels are closed sets, or bounded: never an id of a chat, a turn or a person. */
export function openMetrics(): MetricsObserver {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const meters = createMeters(registry)
  const labels = {
    model: new BoundedLabel(MOST_MODELS),
    provider: new BoundedLabel(MOST_PROVIDERS),
    tool: new BoundedLabel(MOST_TOOLS),
  }
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    observe: (event) => record(event, meters, labels),
    problem: () => meters.problems.inc(),
  }
}

interface Labels {
  readonly model: BoundedLabel
  readonly provider: BoundedLabel
  readonly tool: BoundedLabel
}

type Meters = ReturnType<typeof createMeters>

function createMeters(registry: Registry) {
  const registers = [registry]
  const counter = <Name extends string>(name: string, help: string, labelNames: Name[]) =>
    new Counter({ name: `varve_${name}`, help, labelNames, registers })
  const histogram = <Name extends string>(
    name: string,
    help: string,
    labelNames: Name[],
    buckets: number[],
  ) => new Histogram({ name: `varve_${name}`, help, labelNames, buckets, registers })
  return {
    calls: counter('calls_total', 'Calls of models that ended.', ['provider', 'model', 'status']),
    tokens: counter('tokens_total', 'Tokens by kind.', ['provider', 'model', 'kind']),
    cost: counter('cost_usd_total', 'Cost in US dollars.', ['provider', 'model']),
    // It falls where writing to a cache has not paid off yet, so it is no counter.
    saved: new Gauge({
      name: 'varve_saved_usd',
      help: 'US dollars saved by caches since the start.',
      labelNames: ['provider', 'model'],
      registers,
    }),
    active: new Gauge({ name: 'varve_calls_active', help: 'Answers being written now.', registers }),
    duration: histogram('call_duration_seconds', 'From the message to the end.', ['provider'], CALL_SECONDS),
    firstByte: histogram('call_first_byte_seconds', 'To the first word.', ['provider'], CALL_SECONDS),
    phases: histogram('turn_phase_seconds', 'Building a turn, by phase.', ['phase'], PHASE_SECONDS),
    epochs: counter('epochs_total', 'Epochs that began, by reason.', ['reason']),
    attached: counter('attached_tokens_total', 'Tokens attached.', ['given']),
    misses: counter('parse_misses_total', 'What could not be parsed.', ['kind', 'tag']),
    tools: counter('tool_runs_total', 'Tools that ran.', ['tool', 'outcome']),
    index: counter('index_changes_total', 'Changes of state of an index.', ['state']),
    slow: counter('commits_slow_total', 'Commits that took longer than 250 ms.', []),
    problems: counter('problems_total', 'Errors outside of requests.', []),
  }
}

function record(event: AppEvent, meters: Meters, labels: Labels): void {
  switch (event.kind) {
    case 'turn-prepared':
      return recordTurn(event, meters)
    case 'call-started':
      meters.active.inc()
      return meters.phases.observe({ phase: 'commit' }, event.commitMilliseconds / 1000)
    case 'call-first-byte': {
      const provider = labels.provider.of(telemetryName(event.provider))
      return meters.firstByte.observe({ provider }, event.milliseconds / 1000)
    }
    case 'call-ended':
      return recordEnd(event, meters, labels)
    case 'tool-ran':
      return meters.tools.inc({ tool: labels.tool.of(event.tool), outcome: event.outcome })
    case 'index-changed':
      return meters.index.inc({ state: event.state })
    case 'commit-slow':
      return meters.slow.inc()
    default:
      return event satisfies never
  }
}

function recordTurn({ statistics }: Extract<AppEvent, { kind: 'turn-prepared' }>, meters: Meters): void {
  const { phases, epoch, attached, referenced, misses = [] } = statistics
  for (const [phase, milliseconds] of Object.entries(phases))
    meters.phases.observe({ phase }, milliseconds / 1000)
  if (epoch.began) meters.epochs.inc({ reason: epoch.reason })
  meters.attached.inc({ given: 'reference' }, referenced)
  meters.attached.inc({ given: 'text' }, attached - referenced)
  for (const { kind, tag } of misses) meters.misses.inc({ kind, tag })
}

function recordEnd(event: Extract<AppEvent, { kind: 'call-ended' }>, meters: Meters, labels: Labels): void {
  const provider = labels.provider.of(telemetryName(event.provider))
  const model = labels.model.of(event.modelId)
  meters.active.dec()
  meters.calls.inc({ provider, model, status: event.status })
  meters.duration.observe({ provider }, event.milliseconds / 1000)
  if (event.usage) recordUsage(event.usage, meters, { provider, model })
}

function recordUsage(
  usage: CallUsage,
  meters: Meters,
  place: { readonly provider: string; readonly model: string },
): void {
  const { input, cached, written = 0, output } = usage
  for (const [kind, tokens] of Object.entries({ input, cached, written, output }))
    meters.tokens.inc({ ...place, kind }, tokens)
  meters.cost.inc(place, usage.costUSD)
  meters.saved.inc(place, usage.savedUSD ?? 0)
}
