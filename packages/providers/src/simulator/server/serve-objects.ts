import { asText, isObject } from '../../wire/body-blocks-json.ts'
import type { JsonObject } from '../../wire/wire.ts'
import { reject } from '../check/reject.ts'
import { gemini } from '../dialect/gemini.ts'
import { describeObject, isRejection, type ObjectResult } from './cached-contents.ts'
import { unknownModel } from './check-key.ts'
import type { Incoming } from './incoming.ts'
import { jsonOutcome, type Outcome, refuse } from './outcome.ts'
import { readBody } from './read-body.ts'
import type { OpenRecord } from './request-log.ts'
import type { SimulationState } from './simulation-state.ts'

/** Gemini's `cachedContents`: create, get, list, change the time to live, delete. */
export function serveObjects(
  state: SimulationState,
  incoming: Incoming,
  id: string,
  record: OpenRecord,
): Outcome {
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
