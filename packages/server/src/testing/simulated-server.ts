import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenedSimulator, openSimulator } from '@varve/lab'
import { type Listening, listen } from '../listen.ts'
import { type TestServer, testServer } from './test-server.ts'

export interface SimulatedServer extends Pick<TestServer, 'app' | 'workspaceId' | 'base' | 'reports'> {
  readonly simulator: OpenedSimulator
  readonly listening: Listening
  /** A request over the socket, as a program of the user makes it. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Response>
  readonly stop: () => Promise<void>
  readonly remove: () => void
}

/** Nothing listens there. */
const NO_PORT = 9

/** The server on a socket, with the simulator on another one for all of its providers. */
export async function simulatedServer(options: {
  readonly environment: Readonly<Record<string, string>>
  readonly models: readonly unknown[]
  /** Holds the data of one that was stopped. */
  readonly base?: string
}): Promise<SimulatedServer> {
  const simulator = await openSimulator({ port: 0, clock: Date.now })
  if (typeof simulator === 'string') throw new Error(simulator)
  const folder = mkdtempSync(join(tmpdir(), 'varve-config-'))
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ models: options.models }))
  const { openai, anthropic, gemini, deepseek, ollama } = simulator.baseUrls
  const environment = {
    OPENAI_BASE_URL: openai,
    ANTHROPIC_BASE_URL: anthropic,
    GEMINI_BASE_URL: gemini,
    DEEPSEEK_BASE_URL: deepseek,
    OLLAMA_HOST: ollama,
    ...options.environment,
  }
  const localPorts = { 'lm-studio': NO_PORT, 'llama-server': NO_PORT }
  // It is running: a busy machine only needs longer.
  const localPatienceMilliseconds = 30_000
  const providers = { environment, config, localPorts, localPatienceMilliseconds }
  const it = await testServer(providers, options.base)
  const { app, workspaceId, page, base, reports } = it
  const report = (message: string): void => void (reports as string[]).push(message)
  const listening = await listen({ app, workspaceId, page, port: 0, report })
  return {
    app,
    workspaceId,
    base,
    reports,
    simulator,
    listening,
    call: callerOf(listening),
    stop: async () => {
      await listening.close()
      await app.close()
      await simulator.close()
    },
    remove: () => {
      for (const path of [base, folder]) rmSync(path, { recursive: true, force: true })
    },
  }
}

function callerOf({ key, port }: Listening): SimulatedServer['call'] {
  const origin = `http://127.0.0.1:${port}`
  const authorization = `Bearer ${key}`
  return (method, path, body) =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization,
        origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
}
