import { asText, isList } from '../../wire/body-blocks-json.ts'
import type { JsonObject, WireProtocol } from '../../wire/wire.ts'
import { reject } from '../check/reject.ts'
import type { Rejection } from '../dialect/dialect.ts'
import {
  findScenario,
  type Scenario,
  SCENARIO_HEADER,
  type ScenarioName,
  scenarioOfModel,
} from '../script/scenario.ts'
import type { SimulationOptions } from '../simulator.ts'
import { answerCall } from './answer-call.ts'
import { checkKey, unknownModel } from './check-key.ts'
import { type Incoming, keyOf } from './incoming.ts'
import { listModels, listTags, showModel } from './list-models.ts'
import { jsonOutcome, type Outcome, refuse } from './outcome.ts'
import { readBody } from './read-body.ts'
import { type OpenRecord, RequestLog } from './request-log.ts'
import { findRoute, type Route } from './route.ts'
import { scriptedError } from './scripted-error.ts'
import { serveObjects } from './serve-objects.ts'
import { SimulationState } from './simulation-state.ts'

type CallRoute = Extract<Route, { kind: 'model-call' }>

/** All providers at once, without a socket: from a request to what is written back. */
export class Simulation {
  readonly log: RequestLog
  readonly #options: SimulationOptions
  readonly #state: SimulationState
  readonly #scenarios: Scenario[] = []

  constructor(options: SimulationOptions) {
    this.#options = options
    this.log = new RequestLog(options.keepRequests ?? Number.POSITIVE_INFINITY)
    this.#state = new SimulationState(options)
    this.play(options.scenarios ?? [])
  }

  play(scenarios: readonly (Scenario | ScenarioName)[]): void {
    for (const scenario of scenarios) {
      const found = typeof scenario === 'string' ? findScenario(scenario) : scenario
      if (found) this.#scenarios.push(found)
    }
  }

  async handle(incoming: Incoming): Promise<{ readonly outcome: Outcome; readonly record: OpenRecord }> {
    const record = this.log.open(incoming, this.#options.clock())
    return { outcome: await this.#serve(incoming, record), record }
  }

  async #serve(incoming: Incoming, record: OpenRecord): Promise<Outcome> {
    const route = findRoute(incoming.method, incoming.url)
    if (route === undefined) return jsonOutcome(404, { error: { message: 'There is nothing here.' } })
    record.protocol = route.dialect.protocol
    switch (route.kind) {
      case 'openai-models':
        return jsonOutcome(200, listModels(this.#options))
      case 'ollama-tags':
        return jsonOutcome(200, listTags(this.#options))
      case 'ollama-show':
        return this.#show(incoming, route)
      case 'cached-contents': {
        const refused = checkKey('gemini', keyOf(incoming), false)
        return refused
          ? refuse(route.dialect, refused)
          : serveObjects(this.#state, incoming, route.name, record)
      }
      case 'model-call':
        return this.#call(incoming, route, record)
      default:
        return route satisfies never
    }
  }

  #show(incoming: Incoming, { dialect }: Route): Outcome {
    const read = readBody('ollama', incoming.bodyText)
    if (read.kind === 'rejection') return refuse(dialect, read.rejection)
    const model = asText(read.body['model'])
    const shown = showModel(this.#options, model)
    return shown ? jsonOutcome(200, shown) : refuse(dialect, unknownModel('ollama', model))
  }

  async #call(incoming: Incoming, route: CallRoute, record: OpenRecord): Promise<Outcome> {
    const { dialect } = route
    const { protocol } = dialect
    const read = readBody(protocol, incoming.bodyText)
    const body = read.kind === 'body' ? read.body : {}
    const model = route.model ?? asText(body['model'])
    const profile = this.#state.profileOf(protocol, model)
    const isLocal = protocol === 'openai-chat' && profile?.id === 'ollama'
    const refused = checkKey(protocol, keyOf(incoming), isLocal) ?? checkVersion(protocol, incoming)
    if (refused) return refuse(dialect, refused)
    if (read.kind === 'rejection') return refuse(dialect, read.rejection)
    record.body = body
    record.model = model
    if (model === '') return refuse(dialect, missingModel(protocol))
    if (profile === undefined) return refuse(dialect, unknownModel(protocol, model))
    const wrong = dialect.check(body, { model, profileId: profile.id })
    if (wrong) return refuse(dialect, wrong)
    if (protocol === 'ollama' && isEmpty(body)) return jsonOutcome(200, loadedModel(model, record.at))

    const scenario = this.#chooseScenario(incoming, model)
    switch (scenario?.kind) {
      case undefined:
        return refuse(dialect, reject(`Unknown scenario: ${incoming.headers[SCENARIO_HEADER]}`))
      case 'drop':
      case 'silence':
        return { kind: scenario.kind }
      case 'error': {
        const { retryAfterSeconds: seconds } = scenario
        const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) }
        return refuse(dialect, scriptedError(scenario, keyOf(incoming)), headers)
      }
      case 'answer':
        return answerCall({ state: this.#state, route, body, model, profile, scenario, record })
      default:
        return scenario satisfies never
    }
  }

  /** By header, else by the model's name, else the next of the list, else an answer like any other. */
  #chooseScenario(incoming: Incoming, model: string): Scenario | undefined {
    const named = incoming.headers[SCENARIO_HEADER]
    if (named !== undefined) return findScenario(named)
    return scenarioOfModel(model) ?? this.#scenarios.shift() ?? { kind: 'answer' }
  }
}

function checkVersion(protocol: WireProtocol, { headers }: Incoming): Rejection | undefined {
  if (protocol !== 'anthropic' || headers['anthropic-version'] !== undefined) return undefined
  return reject('anthropic-version: header is required')
}

function missingModel(protocol: WireProtocol): Rejection {
  if (protocol === 'ollama') return reject('model is required')
  return protocol === 'anthropic'
    ? reject('model: Field required')
    : reject('you must provide a model parameter', { param: 'model' })
}

function isEmpty(body: JsonObject): boolean {
  return !isList(body['messages']) || body['messages'].length === 0
}

/** Ollama takes a request without messages as one to load the model. */
function loadedModel(model: string, at: number): JsonObject {
  const message = { role: 'assistant', content: '' }
  return { model, created_at: new Date(at).toISOString(), message, done_reason: 'load', done: true }
}
