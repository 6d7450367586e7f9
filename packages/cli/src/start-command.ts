import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { openApp } from '@varve/app'
import { listen } from '@varve/server'
import { buildPage } from './build-page.ts'
import type { Checkout } from './checkout.ts'
import { findDatabase } from './find-database.ts'
import { masterKeyPlace } from './master-key-place.ts'
import { canOpenBrowser, openBrowser } from './open-browser.ts'
import { parsePort } from './parse-port.ts'
import { findPaths, type Surroundings } from './paths.ts'

export interface StartOptions {
  readonly port: string
  readonly open: boolean
  readonly data?: string
  /** `postgres://…`; a file in the data folder where absent. */
  readonly database?: string
}

export interface StartContext {
  readonly checkout: Checkout
  readonly surroundings: Surroundings
  readonly isTTY: boolean
  readonly say: (line: string) => void
  readonly report: (line: string) => void
  /** Resolves when the user wants Varve to stop. */
  readonly stopped: Promise<void>
}

/** `varve start`: the server with the page, until it is stopped. */
export async function startCommand(options: StartOptions, context: StartContext): Promise<void> {
  const { checkout, surroundings, say, report } = context
  const wanted = parsePort(options.port)
  const paths = findPaths(surroundings, options.data === undefined ? undefined : resolve(options.data))
  const page = await buildPage({ web: checkout.web, shared: [checkout.engine], say })
  const { app, workspaceId } = await openApp({
    database: findDatabase(options, paths, surroundings),
    dataFolder: paths.data,
    demo: { vault: checkout.demoVault, name: checkout.demoName },
    clock: { now: Date.now },
    newId: randomUUID,
    home: surroundings.home,
    report,
    providers: { environment: surroundings.env, config: paths.config },
    masterKey: masterKeyPlace(surroundings, paths),
  })
  try {
    if (app.readOnly !== undefined) say(app.readOnly)
    const listening = await listen({ app, workspaceId, page, port: wanted, report })
    if (wanted !== 0 && listening.port !== wanted) say(`Port ${wanted} is taken; using ${listening.port}.`)
    say(`Varve is running. Open ${listening.url}`)
    say('Stop it with Ctrl-C.')
    if (options.open && canOpenBrowser(surroundings, context))
      openBrowser(listening.url, surroundings.platform, say)
    await context.stopped
    await listening.close()
  } finally {
    await app.close()
  }
}
