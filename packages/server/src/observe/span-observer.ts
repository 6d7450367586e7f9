import { type AppEvent, type CallPlace, type Observer, telemetryName, type TurnStatistics } from '@varve/app'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'

export interface SpanOptions {
  /** Where a collector listens; `/v1/traces` is added where it is not there. */
  readonly endpoint: string
  readonly serviceName: string
  readonly version: string
}

export interface SpanObserver {
  readonly observe: Observer
  /** Sends what has gathered; gives up after some seconds, for a collector that is not there must not hold us. */
  readonly close: () => Promise<void>
}

type Tracer = ReturnType<BasicTracerProvider['getTracer']>
type Span = ReturnType<Tracer['startSpan']>
type Resource = NonNullable<NonNullable<ConstructorParameters<typeof BasicTracerProvider>[0]>['resource']>

/** As the API of OpenTelemetry counts them. */
const INTERNAL = 0
const CLIENT = 2
const ERROR = 2

const EXPORT_MILLISECONDS = 3000
/** Turns that were prepared and never sent are forgotten. */
const MOST_OPEN = 1000

/** Each call of a model as a span with the attributes of the GenAI semantic conventions. No prompt, no answer. */
export function openSpans(options: SpanOptions): SpanObserver {
  const exporter = new OTLPTraceExporter({
    url: tracesUrl(options.endpoint),
    timeoutMillis: EXPORT_MILLISECONDS,
  })
  const provider = new BasicTracerProvider({
    resource: resourceOf({ 'service.name': options.serviceName, 'service.version': options.version }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_MILLISECONDS })],
  })
  const spans = new CallSpans(provider.getTracer('varve', options.version))
  return {
    observe: (event) => spans.take(event),
    close: () => withinSeconds(provider.shutdown(), EXPORT_MILLISECONDS),
  }
}

class CallSpans {
  readonly #tracer: Tracer
  readonly #prepared = new Map<string, TurnStatistics>()
  readonly #open = new Map<string, Span>()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  take(event: AppEvent): void {
    switch (event.kind) {
      case 'turn-prepared':
        return this.#prepare(event.answerId, event.statistics)
      case 'call-started':
        return this.#start(event)
      case 'call-first-byte':
        this.#open
          .get(event.answerId)
          ?.setAttribute('gen_ai.response.time_to_first_chunk', event.milliseconds / 1000)
        return
      case 'call-ended':
        return this.#end(event)
      case 'tool-ran':
        return this.#tool(event)
      case 'index-changed':
      case 'commit-slow':
        return
      default:
        return event satisfies never
    }
  }

  #prepare(answerId: string, statistics: TurnStatistics): void {
    this.#prepared.set(answerId, statistics)
    const [oldest] = this.#prepared.keys()
    if (this.#prepared.size > MOST_OPEN && oldest !== undefined) this.#prepared.delete(oldest)
  }

  #start(event: Extract<AppEvent, { kind: 'call-started' }>): void {
    const { answerId, at, temperature, maxOutputTokens } = event
    const statistics = this.#prepared.get(answerId)
    this.#prepared.delete(answerId)
    const span = this.#tracer.startSpan(`chat ${modelName(event.modelId)}`, {
      kind: CLIENT,
      startTime: at,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.stream': true,
        ...placeAttributes(event),
        ...(temperature === undefined ? {} : { 'gen_ai.request.temperature': temperature }),
        ...(maxOutputTokens === undefined ? {} : { 'gen_ai.request.max_tokens': maxOutputTokens }),
        ...(statistics ? statisticsAttributes(statistics) : {}),
        'varve.phase.commit_ms': event.commitMilliseconds,
      },
    })
    this.#open.set(answerId, span)
  }

  #end(event: Extract<AppEvent, { kind: 'call-ended' }>): void {
    const { answerId, at, status, errorCode, usage } = event
    const span = this.#open.get(answerId)
    if (!span) return
    this.#open.delete(answerId)
    span.setAttribute('varve.answer.status', status)
    if (usage)
      span.setAttributes({
        'gen_ai.usage.input_tokens': usage.input,
        'gen_ai.usage.output_tokens': usage.output,
        'gen_ai.usage.cache_read.input_tokens': usage.cached,
        'gen_ai.usage.cache_creation.input_tokens': usage.written ?? 0,
        'varve.cost_usd': usage.costUSD,
        'varve.saved_usd': usage.savedUSD ?? 0,
        'varve.usage.reported': usage.reported ?? false,
      })
    if (status === 'failed') {
      span.setAttribute('error.type', errorCode ?? 'failed')
      span.setStatus({ code: ERROR })
    }
    span.end(at)
  }

  #tool(event: Extract<AppEvent, { kind: 'tool-ran' }>): void {
    const { tool, milliseconds, outcome } = event
    const now = Date.now()
    const span = this.#tracer.startSpan(`execute_tool ${tool}`, {
      kind: INTERNAL,
      startTime: now - milliseconds,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'varve.tool.outcome': outcome,
        ...placeAttributes(event),
      },
    })
    if (outcome === 'failed') span.setStatus({ code: ERROR })
    span.end(now)
  }
}

function placeAttributes({
  provider,
  modelId,
  chatId,
  workspaceId,
}: CallPlace): Readonly<Record<string, string>> {
  return {
    'gen_ai.provider.name': telemetryName(provider),
    'gen_ai.request.model': modelName(modelId),
    'gen_ai.conversation.id': chatId,
    'varve.workspace.id': workspaceId,
  }
}

function statisticsAttributes(
  statistics: TurnStatistics,
): Readonly<Record<string, string | number | boolean>> {
  const { phases, epoch, change, attached, referenced, compacted, prefixHash, misses = [] } = statistics
  return {
    'varve.phase.hydrate_ms': phases.hydrate,
    'varve.phase.load_ms': phases.load,
    'varve.phase.plan_ms': phases.plan,
    'varve.phase.wire_ms': phases.wire,
    'varve.epoch.id': epoch.id,
    'varve.epoch.reason': epoch.reason,
    'varve.epoch.began': epoch.began,
    'varve.change.reason': change.reason,
    'varve.attached_tokens': attached,
    'varve.referenced_tokens': referenced,
    'varve.compacted_tokens': compacted,
    'varve.prefix_hash': prefixHash,
    'varve.parse_misses': misses.length,
  }
}

function tracesUrl(endpoint: string): string {
  const base = endpoint.replace(/(?<!\/)\/+$/, '')
  return base.endsWith('/v1/traces') ? base : `${base}/v1/traces`
}

/** What the spans come from: as little as the conventions ask for, and nothing of the machine. */
function resourceOf(attributes: Readonly<Record<string, string>>): Resource {
  const resource: Resource = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  }
  return resource
}

function withinSeconds(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  work.then(resolve, resolve)
  return promise.finally(() => clearTimeout(timer))
}

/** A model as its provider calls it: `gpt-5` of `openai/gpt-5`. */
function modelName(modelId: string): string {
  return modelId.slice(modelId.indexOf('/') + 1)
}
