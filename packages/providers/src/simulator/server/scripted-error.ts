import type { Rejection } from '../dialect/dialect.ts'
import type { Scenario } from '../script/scenario.ts'

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

/** The error that a scenario asks for. */
export function scriptedError(scenario: Extract<Scenario, { kind: 'error' }>, key: string): Rejection {
  const { status, echoKey } = scenario
  const message = scenario.message ?? MESSAGES[status] ?? `Error ${status}.`
  return { status, message: echoKey ? `${message} You sent: ${key}` : message }
}
