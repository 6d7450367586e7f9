import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Listening, ObserveOptions, Observers, Reach } from '@varve/server'
import { InvalidArgumentError } from 'commander'
import { appOptions, type Call } from '../call.ts'
import { collect, type Group, type Shown } from '../command.ts'
import { CliError, isAppError, messageOf } from '../errors.ts'
import { buildPage } from './build-page.ts'
import { canOpenBrowser, openBrowser } from './open-browser.ts'
import { findRunning, lastPort, notePort, noteRunning } from './running.ts'

/** The commands that start the server and open the page. */
export function addStartCommands(program: Group): void {
  program
    .command('start', 'start the server and open the page')
    .option(
      '--port <number>',
      'the port to listen on, or the next free one if it is taken (default: the last port, or 4747)',
    )
    .option('--host <address>', 'the address to listen on, such as 0.0.0.0 (default: this machine only)')
    .option(
      '--allow-host <name>',
      'a name to answer to, such as nas.local or https://example.org/varve; repeatable',
      { parse: collect },
    )
    .option(
      '--password-file <file>',
      'a file with the sign-in password; required with --host and --allow-host',
    )
    .option(
      '--trust-proxy <address>',
      'trust X-Forwarded-For and X-Forwarded-Host from this proxy or network; repeatable',
      { parse: collect },
    )
    .option('--no-open', 'don’t open a browser')
    .option('--data <folder>', 'the folder for chats and settings', { parse: parseFolder })
    .option(
      '--database <url>',
      'a PostgreSQL database for the chats, postgres://… (default: a file in the data folder)',
    )
    .option('--no-logs', 'don’t write logs (varve paths shows where they are)')
    .option('--otel <url>', 'send a span for each model call to this OpenTelemetry collector')
    .option('--metrics', 'serve Prometheus metrics at /metrics, to this machine only')
    .option(
      '--check-requests',
      'check each request against the engine’s rules, and report which one it breaks',
    )
    .argument('[folder]', 'open this folder of notes; "varve ~/notes" is the same')
    .help(START_HELP)
    .run(start)
  program
    .command('open', 'open the page of the running Varve, with a link that signs in one browser')
    .option('--no-open', 'only print the link')
    .option('--data <folder>', 'the folder for chats and settings', { parse: parseFolder })
    .option('--json', 'as JSON')
    .run(openPage)
}

const START_HELP = `
Logs, spans and metrics contain numbers and ids, never keys, messages, answers or files.
OTEL_EXPORTER_OTLP_ENDPOINT works like --otel. If VARVE_METRICS_TOKEN is set, /metrics requires it as a
bearer token.

To serve other machines, Varve needs a password; see docs/self-hosting.md:
  varve start --allow-host https://varve.example.org --password-file password.txt`

function parseFolder(folder: string): string {
  if (folder.trim() === '') throw new InvalidArgumentError('It names no folder.')
  return folder
}

/** A port from the command line; 0 means any free one. */
export function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port
  throw new CliError('usage', `--port must be a number from 0 to 65535, not "${text}".`)
}

function sayIn({ output }: Call): (line: string) => Promise<void> {
  return async (line) => void (await output.write(`${line}\n`))
}

/** A link that signs one browser in to the Varve that runs. */
async function openPage(
  { surroundings, paths, isScreen: isTTY, report }: Call,
  { open, json }: { readonly open: boolean; readonly json?: boolean },
): Promise<Shown> {
  const running = await findRunning(paths.data)
  const { createClient } = await import('@varve/contract/client')
  const link =
    running &&
    (await createClient(running)
      .signInLink({})
      .catch(() => undefined))
  if (!link) throw new CliError('not-running', 'Varve is not running on this data folder. Run "varve start".')
  if (!json && open && canOpenBrowser(surroundings, { isTTY }))
    openBrowser(link.url, surroundings.platform, report)
  const words = `Open ${link.url}\nThis link signs in one browser, once, within ${link.minutes} minutes.`
  return { json: link, words }
}

interface StartOptions {
  readonly port?: string
  readonly host?: string
  readonly allowHost?: readonly string[]
  readonly passwordFile?: string
  readonly trustProxy?: readonly string[]
  readonly open: boolean
  readonly logs: boolean
  readonly database?: string
  readonly otel?: string
  readonly metrics?: boolean
  readonly checkRequests?: boolean
}

/** Stopping takes less than a second: what is not written by then is written by the next start. */
const CHAT_FILE_MILLISECONDS = 250

async function start(given: Call, options: StartOptions, folder?: string): Promise<void> {
  // From now on: a signal that comes while it opens waits until it can be closed in order.
  const stopped = given.stopped()
  const call = { ...given, stopped: () => stopped }
  const { checkout, report } = call
  if (options.port !== undefined) parsePort(options.port)
  const watching = observeOptions(options, call)
  if (folder !== undefined && (await openInRunning(call, options, folder))) return
  // Built by another process while this one loads and opens the app, and awaited before the server listens; until then
  // a failed build is not an unhandled rejection.
  const building = new AbortController()
  const page = buildPage({
    web: checkout.web,
    shared: [checkout.engine],
    say: sayIn(call),
    signal: building.signal,
  })
  page.catch(() => undefined)
  try {
    const { openObservers } = await import('@varve/server')
    const reach = await readReach(options, call)
    const observers = await openObservers({ ...watching, version: checkout.version, report })
    try {
      await serve(call, { ...options, reach, folder }, page, observers)
    } finally {
      await observers.close()
    }
  } finally {
    // A start that failed ends now, not once the page is built.
    building.abort()
  }
}

/** Someone who opens a folder while Varve runs wants it there. False if none runs, or another one is asked for. */
async function openInRunning(
  call: Call,
  { open, host, allowHost, port, database }: StartOptions,
  folder: string,
): Promise<boolean> {
  const running = await findRunning(call.paths.data)
  if (!running || [host, allowHost, port, database].some((option) => option !== undefined)) return false
  const { createClient } = await import('@varve/contract/client')
  const client = createClient(running)
  const link = await client.signInLink({}).catch(() => undefined)
  if (!link) return false
  const { id } = await client.openWorkspace({ root: resolve(call.cwd, folder) })
  const url = new URL(link.url)
  url.pathname += `w/${id}/`
  await sayIn(call)(`Varve was already running. Open ${url.href}`)
  if (open && canOpenBrowser(call.surroundings, { isTTY: call.isScreen }))
    openBrowser(url.href, call.surroundings.platform, call.report)
  return true
}

/** `page` is the folder of the built page, once it is built. */
async function serve(
  call: Call,
  options: StartOptions & { readonly reach: Reach; readonly folder: string | undefined },
  page: Promise<string>,
  observers: Observers,
): Promise<void> {
  const { paths, surroundings } = call
  const say = sayIn(call)
  const { openApp } = await import('@varve/app')
  const { listen } = await import('@varve/server')
  const { observe, report } = observers
  const { app, workspaceId } = await openApp({
    ...appOptions(options, call),
    report,
    observe,
    checkRequests: options.checkRequests ? 'tell' : undefined,
  }).catch(async (error: unknown) => {
    throw await sayWhere(error, paths.data)
  })
  try {
    if (app.readOnly !== undefined) await say(app.readOnly)
    const { folder } = options
    const opened =
      folder === undefined ? undefined : await app.openWorkspace({ root: resolve(call.cwd, folder) })
    const metrics = observers.metrics && {
      source: observers.metrics,
      token: nonEmpty(surroundings.env['VARVE_METRICS_TOKEN']),
    }
    const port = options.port === undefined ? lastPort(paths.data) : parsePort(options.port)
    // A bookmark and a sign-in belong to a port.
    const browsers = join(paths.data, 'browsers.json')
    const served = {
      app,
      workspaceId,
      opens: opened?.id,
      page: await page,
      port,
      reach: options.reach,
      browsers,
    }
    const listening = await listen({ ...served, report, metrics })
    if (options.port === undefined) notePort(paths.data, listening.port)
    const takeBack = noteRunning(paths.data, {
      address: listening.address,
      key: listening.key,
    })
    try {
      await welcome(options, call, { wanted: port, ...listening, hasMetrics: metrics !== undefined })
      await call.stopped()
    } finally {
      takeBack()
      await listening.close()
    }
  } finally {
    await app.close({ chatFileMilliseconds: CHAT_FILE_MILLISECONDS })
  }
}

/** Someone who starts Varve twice wants its page: the one that runs has it. */
async function sayWhere(error: unknown, data: string): Promise<unknown> {
  if (!isAppError(error) || error.code !== 'data-in-use') return error
  const address = (await findRunning(data))?.address
  if (address === undefined) return error
  const { AppError } = await import('@varve/app')
  const words = `${error.message} It runs at ${address}. Run "varve open" to open it.`
  return new AppError('data-in-use', words, { cause: error })
}

interface Welcome extends Pick<Listening, 'port' | 'address' | 'url'> {
  readonly wanted: number
  readonly hasMetrics: boolean
}

async function welcome(
  { open, passwordFile }: StartOptions,
  call: Call,
  { wanted, port, address, url, hasMetrics }: Welcome,
): Promise<void> {
  const { surroundings, isScreen: isTTY } = call
  const say = sayIn(call)
  if (wanted !== 0 && port !== wanted) await say(`Port ${wanted} is taken; using ${port}.`)
  // The output of a service ends up in logs that others may read: no link there that signs in without the password.
  const isLogged = passwordFile !== undefined && !isTTY
  await say(`Varve is running. Open ${isLogged ? url.replace(/\?.*$/s, '') : url}`)
  if (hasMetrics) await say(`Metrics are at ${address}/metrics.`)
  if (isLogged) await say('Sign in with the password, or with a link that "varve open" prints.')
  else await say('The link signs in one browser, once; "varve open" prints another. Stop Varve with Ctrl-C.')
  if (open && canOpenBrowser(surroundings, { isTTY }))
    openBrowser(url, surroundings.platform, (line) => void say(line))
}

/** Where Varve listens and who may reach it. Whatever other machines reach needs a secret. */
async function readReach(
  { host, allowHost, trustProxy, passwordFile, metrics }: StartOptions,
  { cwd, surroundings }: Call,
): Promise<Reach> {
  const { Reach } = await import('@varve/server')
  const password = passwordFile === undefined ? undefined : readPassword(resolve(cwd, passwordFile))
  try {
    const reach = new Reach({ host, names: allowHost, proxies: trustProxy, password })
    if (metrics && !reach.isLocal && nonEmpty(surroundings.env['VARVE_METRICS_TOKEN']) === undefined)
      throw new CliError('usage', 'Other machines could read /metrics. Set VARVE_METRICS_TOKEN as well.')
    return reach
  } catch (cause) {
    throw cause instanceof CliError ? cause : new CliError('usage', messageOf(cause), { cause })
  }
}

/** The first line; what an editor puts behind it is no part of it. */
function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0] ?? ''
  } catch (cause) {
    throw new CliError('input-unreadable', `The password file ${file} can't be read.`, { cause })
  }
}

/** Telemetry options: from the command line, else from OpenTelemetry's variables. */
function observeOptions(
  { logs, otel, metrics = false }: StartOptions,
  { surroundings: { env }, paths }: Call,
): Pick<ObserveOptions, 'logs' | 'otel' | 'metrics' | 'serviceName'> {
  const endpoint = otel ?? nonEmpty(env['OTEL_EXPORTER_OTLP_ENDPOINT'])
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new CliError('usage', 'Give the collector as http://host:4318.')
  return {
    logs: logs ? paths.logs : undefined,
    otel: endpoint,
    metrics,
    serviceName: nonEmpty(env['OTEL_SERVICE_NAME']),
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text
}
