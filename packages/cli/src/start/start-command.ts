import { resolve } from 'node:path'
import { AppError, openApp } from '@varve/app'
import { appSurroundings } from '../database/app-surroundings.ts'
import { listen, type Listening, type Observers, openObservers } from '@varve/server'
import { buildPage } from './build-page.ts'
import type { Checkout } from '../checkout.ts'
import { metricsToken, type ObserveChoice, observeOptions } from './observe-options.ts'
import { canOpenBrowser, openBrowser } from './open-browser.ts'
import { parsePort } from './parse-port.ts'
import { findPaths, type Paths, type Surroundings } from '../paths.ts'
import { findRunning, noteRunning } from './running-address.ts'

export interface StartOptions extends ObserveChoice {
  readonly port: string
  readonly open: boolean
  readonly data?: string
  /** `postgres://…`; a file in the data folder where absent. */
  readonly database?: string
  readonly checkRequests?: boolean
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

/** Stopping takes less than a second: what is not written by then is written by the next start. */
const CHAT_FILE_MILLISECONDS = 250

/** `varve start`: the server with the page, until it is stopped. */
export async function startCommand(options: StartOptions, context: StartContext): Promise<void> {
  const { checkout, surroundings, say } = context
  const paths = findPaths(surroundings, options.data === undefined ? undefined : resolve(options.data))
  parsePort(options.port)
  const watching = observeOptions(options, surroundings, paths)
  const page = await buildPage({ web: checkout.web, shared: [checkout.engine], say })
  const observers = await openObservers({ ...watching, version: checkout.version, report: context.report })
  try {
    await serve(options, context, { paths, page, observers })
  } finally {
    await observers.close()
  }
}

interface Serving {
  readonly paths: Paths
  /** The folder of the built page. */
  readonly page: string
  readonly observers: Observers
}

async function serve(
  options: StartOptions,
  context: StartContext,
  { paths, page, observers }: Serving,
): Promise<void> {
  const { checkout, surroundings } = context
  const { observe, report } = observers
  const { app, workspaceId } = await openApp({
    ...appSurroundings(options, { paths, surroundings, checkout }),
    report,
    observe,
    checkRequests: options.checkRequests ? 'tell' : undefined,
  }).catch((error: unknown) => {
    throw sayWhere(error, findRunning(paths.data)?.address)
  })
  try {
    if (app.readOnly !== undefined) context.say(app.readOnly)
    const metrics = observers.metrics && { source: observers.metrics, token: metricsToken(surroundings) }
    const port = parsePort(options.port)
    const listening = await listen({ app, workspaceId, page, port, report, metrics })
    const takeBack = noteRunning(paths.data, {
      address: `http://127.0.0.1:${listening.port}`,
      key: listening.key,
    })
    try {
      welcome(options, context, { wanted: port, ...listening, hasMetrics: metrics !== undefined })
      await context.stopped
    } finally {
      takeBack()
      await listening.close()
    }
  } finally {
    await app.close({ chatFileMilliseconds: CHAT_FILE_MILLISECONDS })
  }
}

/** Someone who starts Varve twice wants its page: the one that runs has it. */
function sayWhere(error: unknown, address: string | undefined): unknown {
  if (!(error instanceof AppError) || error.code !== 'data-in-use' || address === undefined) return error
  const words = `${error.message} It runs at ${address}. Run "varve open" to open it.`
  return new AppError('data-in-use', words, { cause: error })
}

interface Welcome extends Pick<Listening, 'port' | 'url'> {
  readonly wanted: number
  readonly hasMetrics: boolean
}

function welcome(
  options: StartOptions,
  context: StartContext,
  { wanted, port, url, hasMetrics }: Welcome,
): void {
  const { surroundings, say } = context
  if (wanted !== 0 && port !== wanted) say(`Port ${wanted} is taken; using ${port}.`)
  say(`Varve is running. Open ${url}`)
  if (hasMetrics) say(`Metrics are at http://127.0.0.1:${port}/metrics.`)
  say('The link signs in one browser, once; "varve open" gives another. Stop Varve with Ctrl-C.')
  if (options.open && canOpenBrowser(surroundings, context)) openBrowser(url, surroundings.platform, say)
}
