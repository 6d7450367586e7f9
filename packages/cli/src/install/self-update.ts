import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { promisify } from 'node:util'
import type { Call } from '../call.ts'
import type { Group } from '../command.ts'
import { CliError, messageOf } from '../errors.ts'
import { findRunning } from '../start/running.ts'
import { plainText } from '../text.ts'

/** `varve self-update`: says what a newer version changes, and installs it if the user agrees. */
export function addSelfUpdateCommand(program: Group): void {
  program
    .command('self-update', 'show what a newer version changes, and install it if you agree')
    .option('--check', 'only check for one')
    .option('--yes', 'install it without asking')
    .option('--json', 'as JSON')
    .help(
      `
It asks the npm registry, and nothing does so by itself. Only what npm installed with --global is updated; elsewhere it says
what to do instead. Your data stays where it is, and is backed up before a newer version changes its form.`,
    )
    .run(selfUpdate)
}

interface Options {
  readonly check?: boolean
  readonly yes?: boolean
  readonly json?: boolean
}

async function selfUpdate(call: Call, { check, yes, json }: Options): Promise<void> {
  const installed = call.checkout.version
  const place = findInstallation(call)
  // What is released says nothing of a checkout.
  if (place.kind === 'checkout') throw new CliError('not-updatable', place.advice)
  const say = async (words: string): Promise<void> => {
    if (!json) await call.output.write(`${words}\n`)
  }
  const latest = await readLatest(call)
  if (!isNewer(latest, installed)) {
    await say(`Varve ${installed} is the newest version.`)
    return tell(call, json, { installed, latest, updated: false })
  }
  const folder = mkdtempSync(join(tmpdir(), 'varve-update-'))
  try {
    const { tarball, changes } = await fetchVersion(latest, installed, folder, call)
    await say(`Varve ${latest} is available; this is ${installed}.\n\n${plainText(changes)}\n`)
    const isWanted = !check && (yes || (await agrees(call, latest, json)))
    if (!isWanted) {
      if (place.kind !== 'npm') await say(place.advice)
      else await say('To install it: varve self-update --yes')
      return tell(call, json, { installed, latest, changes, updated: false })
    }
    if (place.kind !== 'npm') throw new CliError('not-updatable', place.advice)
    await npm(['install', '--global', '--prefix', place.prefix, '--no-audit', '--no-fund', tarball], call)
    await say(`Varve ${latest} is installed.`)
    const running = await findRunning(call.paths.data)
    if (running) call.report(`Varve ${installed} is still running at ${running.address}. Restart it.`)
    return tell(call, json, { installed, latest, changes, updated: true })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tell({ output }: Call, json: boolean | undefined, said: object): Promise<void> {
  if (json) await output.write(`${JSON.stringify(said)}\n`)
}

type Installation =
  | { readonly kind: 'npm'; readonly prefix: string }
  | { readonly kind: 'elsewhere' | 'checkout'; readonly advice: string }

/** How Varve came to this machine. */
function findInstallation({ checkout, surroundings }: Call): Installation {
  const root = resolve(checkout.web, '..', '..')
  const elsewhere = (advice: string): Installation => ({ kind: 'elsewhere', advice })
  if (existsSync(join(root, 'packages', 'cli', 'src')))
    return { kind: 'checkout', advice: `This is a checkout. Update it in ${root}: git pull && npm ci` }
  if (root.includes(`${sep}_npx${sep}`))
    return elsewhere('npx runs this Varve and keeps it. Run the newest one with: npx varve@latest')
  const modules = dirname(root)
  const isWindows = surroundings.platform === 'win32'
  const isGlobal = basename(modules) === 'node_modules' && (isWindows || basename(dirname(modules)) === 'lib')
  if (!isGlobal)
    return elsewhere(`Varve is part of another folder here. Update it there: npm install varve@latest`)
  try {
    accessSync(modules, constants.W_OK)
  } catch {
    return elsewhere(
      `Nothing can be written to ${modules}. Update it as the user who installed it; in a container, pull or build a newer image.`,
    )
  }
  return { kind: 'npm', prefix: isWindows ? dirname(modules) : dirname(dirname(modules)) }
}

async function readLatest(call: Call): Promise<string> {
  const answer = await npm(['view', 'varve', 'version', '--json'], call)
  const version: unknown = JSON.parse(answer)
  if (typeof version === 'string' && VERSION.test(version)) return version
  throw new CliError('not-updatable', 'The npm registry names no version of Varve.')
}

/** The package itself: it says what is new in it, and is what will be installed. */
async function fetchVersion(version: string, installed: string, folder: string, call: Call) {
  const name = await npm(['pack', `varve@${version}`, '--silent', '--pack-destination', folder], call)
  const tarball = join(folder, name.trim())
  const { stdout } = await promisify(execFile)('tar', ['-xzOf', tarball, 'package/CHANGELOG.md'], {
    maxBuffer: MOST_BYTES,
  }).catch(() => ({ stdout: '' }))
  return { tarball, changes: changesSince(stdout, installed) }
}

/** The parts of a changelog above that of the installed version. */
export function changesSince(changelog: string, installed: string): string {
  const [, ...parts] = changelog.split(/^(?=## )/m)
  const end = parts.findIndex((part) => part.split('\n')[0]?.match(VERSIONS)?.includes(installed))
  const newer = parts.slice(0, end < 0 ? 1 : end)
  return newer.join('').trim() || 'It does not say what is new.'
}

async function agrees(
  { isTyped, isScreen, input, write }: Call,
  version: string,
  json = false,
): Promise<boolean> {
  if (!isTyped || !isScreen || json) return false
  const asking = createInterface({ input })
  try {
    write(`Install Varve ${version}? [y/N] `)
    // At the end of the input no one answers any more.
    const closed = new Promise<string>((done) => asking.once('close', () => done('')))
    const answer = await Promise.race([asking.question(''), closed])
    return /^y(?:es)?$/i.test(answer.trim())
  } finally {
    asking.close()
  }
}

const MOST_BYTES = 10_000_000

async function npm(args: readonly string[], { surroundings }: Call): Promise<string> {
  const isWindows = surroundings.platform === 'win32'
  try {
    const { stdout } = await promisify(execFile)('npm', [...args], {
      env: surroundings.env,
      maxBuffer: MOST_BYTES,
      shell: isWindows,
    })
    return stdout
  } catch (cause) {
    const [first = ''] = messageOf(cause)
      .split('\n')
      .filter((line) => /npm error (?!code|A complete)/.test(line))
    const reason = first.replace(/^npm error /, '')
    throw new CliError(
      'not-updatable',
      `npm ${args[0]} failed${reason === '' ? '' : `: ${plainText(reason)}`}.`,
      { cause },
    )
  }
}

const VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/
const VERSIONS = /(?<!\d)\d+\.\d+\.\d+(?:-[\w.-]+)?/g

/** By their numbers; a version before its release comes before it. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('-', 1)[0]?.split('.').map(Number) ?? [])
  for (const at of [0, 1, 2]) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return than.includes('-') && !version.includes('-')
}
