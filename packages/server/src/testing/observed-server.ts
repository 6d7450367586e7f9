import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, openApp } from '@varve/app'
import { openSimulator } from '@varve/lab'
import { type Listening, listen } from '../listen.ts'
import { type ObserveOptions, openObservers } from '../observe/open-observers.ts'

export interface ObservedServer {
  readonly app: App
  readonly workspaceId: string
  readonly listening: Listening
  readonly origin: string
  readonly reports: readonly string[]
  /** Sends a message and waits until its answer has ended. */
  readonly ask: (text: string, options?: AskOptions) => Promise<void>
  /** As a page of this origin, without its cookie. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>
  readonly report: (message: string) => void
  /** Writes and sends what has gathered; the server stays. */
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface AskOptions {
  readonly attach?: readonly string[]
  readonly modelId?: string
}

export interface ObservedOptions extends Omit<ObserveOptions, 'version' | 'report'> {
  readonly token?: string
  readonly environment?: Readonly<Record<string, string>>
  /** What is in the note `plan.md`. */
  readonly note?: string
}

/** A server on a socket with everything that may watch over it, and the simulator for its providers. */
export async function observedServer(options: ObservedOptions): Promise<ObservedServer> {
  const base = mkdtempSync(join(tmpdir(), 'varve-observed-'))
  for (const folder of ['vault', 'page']) mkdirSync(join(base, folder))
  writeFileSync(join(base, 'vault', 'plan.md'), options.note ?? '# Plan\n')
  writeFileSync(join(base, 'page', 'index.html'), '<!doctype html>')
  const simulator = await openSimulator({ port: 0, clock: Date.now })
  if (typeof simulator === 'string') throw new Error(simulator)
  const reports: string[] = []
  const observers = await openObservers({
    ...options,
    version: '1.2.3',
    report: (line) => reports.push(line),
  })
  const { app, workspaceId } = await openApp({
    database: join(base, 'varve.db'),
    dataFolder: base,
    demo: { vault: join(base, 'vault'), name: 'Demo' },
    clock: { now: Date.now },
    newId: randomUUID,
    report: observers.report,
    observe: observers.observe,
    providers: {
      environment: { OPENAI_BASE_URL: simulator.baseUrls.openai, ...options.environment },
      config: join(base, 'config.json'),
      localPorts: { 'lm-studio': 9, 'llama-server': 9 },
    },
  })
  await app.setWorkspaceSettings({ workspaceId, settings: { passagesToCloud: 'never' } })
  const metrics = observers.metrics && { source: observers.metrics, token: options.token }
  const page = join(base, 'page')
  const listening = await listen({ app, workspaceId, page, port: 0, report: observers.report, metrics })
  const origin = `http://127.0.0.1:${listening.port}`
  return {
    app,
    workspaceId,
    listening,
    origin,
    reports,
    report: observers.report,
    ask: async (text, { attach = [], modelId } = {}) => {
      const { id: chatId } = await app.createChat({ workspaceId })
      const { answerId } = await app.sendMessage({ workspaceId, chatId, text, attach, modelId })
      const events = await app.watchAnswer({ workspaceId, answerId, after: 0 })
      for await (const { event } of events ?? []) if (event.kind === 'done' || event.kind === 'failed') return
    },
    get: (path, headers = {}) => fetch(`${origin}${path}`, { headers, redirect: 'manual' }),
    flush: observers.close,
    close: async () => {
      await listening.close()
      await app.close()
      await simulator.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}
