import { onTestFinished } from 'vitest'
import type { JsonObject } from '@varve/providers'
import type { Simulator, SimulatorOptions } from '../simulator.ts'
import { startSimulator } from '../start-simulator.ts'
import { letters } from './letters.ts'

/** A simulator for one test, on a clock that only the test moves. */
export interface RunningSimulator extends Simulator {
  /** Moves the clock forward. */
  pass(seconds: number): void
  /** Posts a body with a key and reads the JSON that comes back. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Posted>
  /** Posts a body with a key and reads the whole text that comes back. */
  read(path: string, body: unknown): Promise<string>
}

export interface Posted {
  readonly status: number
  readonly headers: Headers
  readonly json: JsonObject
}

export const START = Date.parse('2026-01-05T09:00:00Z')

/** What any of the providers takes for a key. */
export const KEYS = {
  authorization: 'Bearer sk-test',
  'x-api-key': 'sk-test',
  'x-goog-api-key': 'sk-test',
  'anthropic-version': '2023-06-01',
}

/** Starts a simulator that is closed when the test ends. */
export async function runSimulator(options: Partial<SimulatorOptions> = {}): Promise<RunningSimulator> {
  let now = START
  const simulator = await startSimulator({ clock: () => now, tokenizer: letters, ...options })
  onTestFinished(() => simulator.close())
  const send = (path: string, body: unknown, headers: Readonly<Record<string, string>> = KEYS) =>
    fetch(`${simulator.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    ...simulator,
    pass: (seconds) => {
      now += seconds * 1000
    },
    post: async (path, body, headers) => {
      const response = await send(path, body, headers)
      // The body of a test's own server is what the test is about: it is checked by the expectations.
      return {
        status: response.status,
        headers: response.headers,
        json: (await response.json()) as JsonObject,
      }
    },
    read: async (path, body) => (await send(path, body)).text(),
  }
}
