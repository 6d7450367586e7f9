import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Call } from '../call.ts'
import { example, type Group } from '../command.ts'
import { keyPlaces } from '../database/keys.ts'
import { CliError, messageOf } from '../errors.ts'
import { checkIndex, examineIndex } from '../folder/index-commands.ts'
import { findDatabase } from '../paths.ts'
import { findRunning, lastPort } from '../start/running.ts'
import { countOf, plainText } from '../text.ts'

/** `varve doctor`: whether everything that Varve needs is there and sound; with a workspace, whether its index is. */
export function addDoctorCommand(program: Group): void {
  program
    .command('doctor', 'check this installation, or the index of a folder')
    .option(
      '-w, --workspace <folder>',
      'check the index of this folder, or of the workspace of this name or id',
    )
    .option('--repair', 'rebuild the index of the folder if it is damaged')
    .option('--data <folder>', 'the folder for chats and settings')
    .option('--database <url>', 'a PostgreSQL database, postgres://… (default: the file in --data)')
    .option('--json', 'as JSON')
    .help(
      `
Without --workspace, it checks Node, the page, the folders, the database, the keys, the models, the port, and the index of
each workspace. It changes nothing. The exit code is 1 where there is a problem; warnings don't count.

An index holds nothing that is not in the folder. One that can't be opened at all is built again by itself, and doctor
says so; the old one is kept beside it as .old until the next time.
${example('varve doctor --workspace ~/notes --repair')}`,
    )
    .run(async (call, { workspace, repair, ...options }) => {
      if (workspace !== undefined || repair)
        return checkIndex({ ...options, workspace: workspace ?? '.', ...(repair ? { repair } : {}) }, call)
      return examineAll(options, call)
    })
}

interface Finding {
  readonly state: 'ok' | 'warning' | 'problem'
  readonly says: string
}

type Options = { readonly database?: string; readonly json?: boolean }
type Check = (call: Call, options: Options) => Promise<Finding | readonly Finding[]> | Finding

/** In the order in which one needs the other. */
const CHECKS: Readonly<Record<string, Check>> = {
  Node: () => ok(`Node ${process.versions.node} with SQLite ${process.versions.sqlite ?? 'unknown'}`),
  Page: checkPage,
  Data: ({ paths }) => checkFolder(paths.data),
  Config: ({ paths }) => checkFolder(dirname(paths.config)),
  Database: checkDatabase,
  Keys: checkKeys,
  Models: checkModels,
  Port: checkPort,
  Index: checkIndexes,
}

async function examineAll(options: Options, call: Call): Promise<void> {
  const checks: (Finding & { readonly name: string })[] = []
  for (const [name, check] of Object.entries(CHECKS)) {
    const found = await Promise.resolve()
      .then(() => check(call, options))
      .catch((error: unknown) => problem(messageOf(error)))
    for (const finding of [found].flat()) {
      checks.push({ name, ...finding })
      if (!options.json) await call.output.write(`${line(call, name, finding)}\n`)
    }
  }
  if (options.json) await call.output.write(`${JSON.stringify({ version: call.checkout.version, checks })}\n`)
  const problems = checks.filter(({ state }) => state === 'problem')
  if (problems.length > 0) throw new CliError('not-sound', `${countOf(problems.length, 'problem')} found.`)
}

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const

function line({ paint }: Call, name: string, { state, says }: Finding): string {
  return `${paint(COLOURS[state], state.padEnd(8))} ${name.padEnd(9)} ${plainText(says)}`
}

function checkPage({ checkout }: Call): Finding {
  if (existsSync(join(checkout.web, 'dist', 'index.html'))) return ok('is built')
  if (existsSync(join(checkout.web, 'src'))) return ok('is built at the next start')
  return problem('is missing. Install Varve again.')
}

const FEW_GIGABYTES = 1

/** A folder that isn't there yet will be made, if its parent allows it. */
function checkFolder(folder: string): Finding {
  let there = folder
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
  if (!statSync(there).isDirectory()) return problem(`${there} is a file, not a folder.`)
  try {
    accessSync(there, constants.W_OK | constants.X_OK)
  } catch {
    return problem(`Varve can't write to ${there}.`)
  }
  const { bavail, bsize } = statfsSync(there)
  const gigabytes = (bavail * bsize) / 1e9
  if (gigabytes < FEW_GIGABYTES)
    return warning(`${folder} has only ${(gigabytes * 1000).toFixed(0)} MB left on its disk.`)
  if (there !== folder) return ok(`${folder} will be made`)
  const isOpen = process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0
  return isOpen
    ? warning(`Other users of this machine can look into ${folder}. Varve closes it at the next start.`)
    : ok(`${folder} is writable, ${gigabytes.toFixed(0)} GB free`)
}

async function checkDatabase(call: Call, options: Options): Promise<Finding> {
  const place = findDatabase(options, call.paths, call.surroundings)
  if (place === call.paths.database && !existsSync(place)) return ok('will be made at the first start')
  const { databaseTools, describePlace, parseDatabasePlace, readWorkspaces } = await import('@varve/app')
  const name = describePlace(parseDatabasePlace(place))
  const all = await readWorkspaces(place)
  const { problems } = await databaseTools.verify(parseDatabasePlace(place), () => undefined)
  const [first] = problems
  if (first !== undefined)
    return problem(`${name}: ${countOf(problems.length, 'problem')}, such as: ${first} See varve db verify.`)
  return ok(`${name} is sound, with ${countOf(all.length, 'workspace')}`)
}

async function checkKeys(call: Call, options: Options): Promise<Finding> {
  const { masterKey } = call.paths
  const hasPassphrase = call.surroundings.env['VARVE_PASSPHRASE'] !== undefined
  if (existsSync(masterKey) && process.platform !== 'win32' && (statSync(masterKey).mode & 0o077) !== 0)
    return problem(`Other users of this machine can read ${masterKey}. Run: chmod 600 ${masterKey}`)
  const { listKeptKeys } = await import('@varve/app')
  const providers = (await listKeptKeys(keyPlaces(options, call))).filter(
    ({ key }) => key === 'sealed' || key === 'environment',
  )
  const opens =
    existsSync(masterKey) || hasPassphrase
      ? 'the master key is there'
      : 'the master key is made at the first start'
  return ok(`${opens}; keys of ${countOf(providers.length, 'provider')}`)
}

async function checkModels(call: Call, options: Options): Promise<Finding> {
  const { readModels } = await import('@varve/app')
  const ready = (await readModels(keyPlaces(options, call))).filter((model) => model.ready)
  return ready.length > 1
    ? ok(`${countOf(ready.length, 'model')} can be asked`)
    : warning(
        'Only the offline model can be asked, which quotes your notes. Connect one on the page, or see varve models.',
      )
}

async function checkPort({ paths }: Call): Promise<Finding> {
  const running = await findRunning(paths.data)
  if (running) {
    const answered = await fetch(running.address, { signal: AbortSignal.timeout(5000) }).catch(
      () => undefined,
    )
    return answered?.ok
      ? ok(`Varve runs at ${running.address}`)
      : problem(`Varve is said to run at ${running.address} (process ${running.pid}), and doesn't answer.`)
  }
  const port = lastPort(paths.data)
  const isFree = await new Promise<boolean>((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
  return isFree
    ? ok(`${port} is free`)
    : warning(`${port} is taken by another program: Varve would use the next one.`)
}

async function checkIndexes(call: Call, options: Options): Promise<readonly Finding[]> {
  const place = findDatabase(options, call.paths, call.surroundings)
  if (place === call.paths.database && !existsSync(place)) return []
  const { readWorkspaces } = await import('@varve/app')
  const findings: Finding[] = []
  for (const { name, root } of await readWorkspaces(place)) {
    if (root === undefined) continue
    if (!existsSync(root)) findings.push(warning(`${name}: its folder ${root} is not there.`))
    else findings.push(await indexFinding(name, root, call))
  }
  return findings
}

async function indexFinding(name: string, root: string, call: Call): Promise<Finding> {
  try {
    const { left, files } = await examineIndex({ workspace: root }, call)
    return left.length === 0
      ? ok(`${name}: ${countOf(files, 'file')}`)
      : problem(
          `${name}: ${countOf(left.length, 'problem')}. Run: varve doctor --repair --workspace ${JSON.stringify(root)}`,
        )
  } catch (error) {
    return problem(`${name}: ${messageOf(error)}`)
  }
}

function ok(says: string): Finding {
  return { state: 'ok', says }
}

function warning(says: string): Finding {
  return { state: 'warning', says }
}

function problem(says: string): Finding {
  return { state: 'problem', says }
}
