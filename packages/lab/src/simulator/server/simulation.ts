import type { JsonValue } from '@varve/engine/internal'
import { asText, isList, isObject } from '@varve/providers/internal'
import type { JsonObject, WireProtocol } from '@varve/providers'
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
import { type Incoming, keyOf } from './incoming.ts'
import { jsonOutcome, type Outcome, refuse } from './outcome.ts'
import { type OpenRecord, RequestLog, SimulationState } from './simulation-state.ts'
import { findRoute, type Route } from './route.ts'
import { gemini } from '../dialect/gemini.ts'
import { describeObject, isRejection, type ObjectResult } from './cached-contents.ts'

/** Models that a local server shows where the options name none. */
const LOCAL_MODELS = ['llama3.2:latest', 'qwen3:8b']

/** More than a laptop would want to hold, as today's local models have it. */
const DEFAULT_LOCAL_WINDOW = 131_072

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'Incorrect API key provided.',
  403: 'This key may not use this model.',
  404: 'The model does not exist.',
  413: 'The request is too large.',
  429: 'Rate limit reached. Please try again later.',
  500: 'The server had an error while processing your request.',
  503: 'The service is overloaded.',
  529: 'Overloaded',
}

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

  /** Chosen by header, then by model name, then the next in the list, then a plain answer. */
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

/** The error that a scenario asks for. */
function scriptedError(scenario: Extract<Scenario, { kind: 'error' }>, key: string): Rejection {
  const { status, echoKey } = scenario
  const message = scenario.message ?? MESSAGES[status] ?? `Error ${status}.`
  return { status, message: echoKey ? `${message} You sent: ${key}` : message }
}

/** The list of an OpenAI-compatible server. */
function listModels(options: SimulationOptions): JsonObject {
  const data = modelNames(options).map((id) => ({
    id,
    object: 'model',
    created: Math.floor(options.clock() / 1000),
    owned_by: 'simulator',
  }))
  return { object: 'list', data }
}

/** The list of Ollama. */
function listTags(options: SimulationOptions): JsonObject {
  const models = modelNames(options).map((name) => ({
    name,
    model: name,
    modified_at: new Date(options.clock()).toISOString(),
    size: 4_000_000_000,
    digest: 'sim',
    details: { format: 'gguf', family: 'sim', parameter_size: '8B', quantization_level: 'Q4_K_M' },
  }))
  return { models }
}

/** What Ollama tells of one of its models; undefined for one that it does not have. */
function showModel(options: SimulationOptions, name: string): JsonObject | undefined {
  if (!modelNames(options).includes(name)) return undefined
  return {
    details: { format: 'gguf', family: 'sim', parameter_size: '8B', quantization_level: 'Q4_K_M' },
    model_info: {
      'general.architecture': 'sim',
      'sim.context_length': options.localWindowTokens ?? DEFAULT_LOCAL_WINDOW,
    },
    capabilities: ['completion', 'tools'],
  }
}

function modelNames({ models }: SimulationOptions): readonly string[] {
  return models === undefined ? LOCAL_MODELS : Object.keys(models)
}

/** Gemini's `cachedContents`: create, get, list, change the time to live, delete. */
function serveObjects(state: SimulationState, incoming: Incoming, id: string, record: OpenRecord): Outcome {
  const { objects } = state
  const name = `cachedContents/${id}`
  const hasBody = incoming.method === 'POST' || incoming.method === 'PATCH'
  const read = readBody('gemini', hasBody ? incoming.bodyText : '{}')
  if (read.kind === 'rejection') return refuse(gemini, read.rejection)
  const { body } = read
  if (hasBody) record.body = body
  switch (`${incoming.method} ${id === '' ? 'all' : 'one'}`) {
    case 'POST all':
      return create(state, body, record)
    case 'GET all':
      return jsonOutcome(200, { cachedContents: objects.list(record.at).map(describeObject) })
    case 'GET one':
      return show(objects.get(name, record.at))
    case 'PATCH one':
      return show(objects.patch(name, body, record.at))
    case 'DELETE one': {
      const refused = objects.delete(name, record.at)
      return refused ? refuse(gemini, refused) : jsonOutcome(200, {})
    }
    default:
      return refuse(gemini, { status: 404, message: 'There is nothing here.' })
  }
}

function create(state: SimulationState, body: JsonObject, record: OpenRecord): Outcome {
  const model = asText(body['model']).replace(/^models\//, '')
  if (model === '') return refuse(gemini, reject('* CreateCachedContentRequest.model: model is required\n'))
  if (state.profileOf('gemini', model) === undefined) return refuse(gemini, unknownModel('gemini', model))
  if (body['systemInstruction'] !== undefined && !isObject(body['systemInstruction']))
    return refuse(gemini, reject("Invalid value at 'cached_content.system_instruction'"))
  const profile = state.profile('gemini-object')
  const blocks = state.bankOf(model).blocks('gemini', body)
  const result = state.objects.create(body, { blocks, profile, at: record.at })
  record.model = model
  if (!isRejection(result)) {
    const { tokens } = result
    const nothing = { cached: 0, uncached: 0, output: 0, reasoning: 0, writtenLong: 0 }
    record.usage = { ...nothing, input: tokens, written: tokens }
  }
  return show(result)
}

function show(result: ObjectResult): Outcome {
  return isRejection(result) ? refuse(gemini, result) : jsonOutcome(200, describeObject(result))
}

type BodyResult =
  | { readonly kind: 'body'; readonly body: JsonObject }
  | { readonly kind: 'rejection'; readonly rejection: Rejection }

/** The body of a request; what is no JSON object is refused in the provider's words. */
function readBody(protocol: WireProtocol, text: string): BodyResult {
  let value: JsonValue
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { kind: 'rejection', rejection: { status: 400, message: malformed(protocol) } }
  }
  if (isObject(value)) return { kind: 'body', body: value }
  return { kind: 'rejection', rejection: { status: 400, message: malformed(protocol) } }
}

function malformed(protocol: WireProtocol): string {
  switch (protocol) {
    case 'openai-responses':
    case 'openai-chat':
      return 'We could not parse the JSON body of your request. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.'
    case 'anthropic':
      return 'The request body is not valid JSON.'
    case 'gemini':
      return 'Invalid JSON payload received.'
    case 'ollama':
      return 'invalid character in JSON body'
    default:
      return protocol satisfies never
  }
}

/** What a provider says to a request without a key; servers on the user's own machine ask for none. */
function checkKey(protocol: WireProtocol, key: string, isLocal: boolean): Rejection | undefined {
  if (key !== '' || isLocal) return undefined
  switch (protocol) {
    case 'openai-responses':
    case 'openai-chat':
      return {
        status: 401,
        message:
          "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
      }
    case 'anthropic':
      return { status: 401, message: 'x-api-key header is required' }
    case 'gemini':
      return {
        status: 403,
        message:
          "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      }
    case 'ollama':
      return undefined
    default:
      return protocol satisfies never
  }
}

/** What a provider says to a model that it does not have. */
function unknownModel(protocol: WireProtocol, model: string): Rejection {
  return { status: 404, message: unknownModelMessage(protocol, model) }
}

function unknownModelMessage(protocol: WireProtocol, model: string): string {
  switch (protocol) {
    case 'openai-responses':
    case 'openai-chat':
      return `The model \`${model}\` does not exist or you do not have access to it.`
    case 'anthropic':
      return `model: ${model}`
    case 'gemini':
      return `models/${model} is not found for API version v1beta, or is not supported for generateContent.`
    case 'ollama':
      return `model '${model}' not found`
    default:
      return protocol satisfies never
  }
}
