/**
 * What somebody goes through who has Node and nothing else: packs Varve, installs the tarball in an empty home, opens a
 * folder, asks, talks to `/v1` with OpenAI's client and a key, and restarts. Prints sizes and times, and fails where
 * something is not as promised. Run as `node scripts/newcomer.ts [<tarball>]`.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { writeRandomModel } from '@varve/local/testing'
import { packVarve } from './pack-varve.ts'

const MOST_MEGABYTES = 130
const root = resolve(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'varve-newcomer-'))
const isWindows = process.platform === 'win32'
const run = promisify(execFile)

/** Nothing of the user who runs this, but where packages come from. */
async function cleanEnvironment(): Promise<NodeJS.ProcessEnv> {
  const bin = join(home, 'bin')
  const prefix = join(home, 'global')
  mkdirSync(bin)
  if (!isWindows) symlinkSync(process.execPath, join(bin, 'node'))
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry'], { shell: isWindows })
  const { PATH = '', SystemRoot, NODE_EXTRA_CA_CERTS } = process.env
  const system = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return {
    HOME: home,
    USERPROFILE: home,
    PATH: [bin, isWindows ? prefix : join(prefix, 'bin'), ...system].join(delimiter),
    npm_config_prefix: prefix,
    npm_config_registry: registry.trim(),
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
    ...(NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }),
  }
}

const env = await cleanEnvironment()

async function inHome(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(command, args, { cwd: home, env, shell: isWindows, maxBuffer: 1e8 })
  return stdout
}

async function timed<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
  const begin = performance.now()
  const result = await act()
  console.log(`${what.padEnd(44)} ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  return result
}

function require(is: boolean, what: string): void {
  if (!is) throw new Error(`Not as promised: ${what}.`)
}

interface Started {
  readonly address: string
  readonly stop: () => Promise<void>
}

/** `varve ~/notes`, until it says where it is and answers there. */
async function startOnNotes(): Promise<Started> {
  const child: ChildProcess = spawn('varve', [join(home, 'notes'), '--no-open', '--port', '0'], {
    cwd: home,
    env,
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((done) => child.once('exit', done))
  const link = await new Promise<string>((done, fail) => {
    let said = ''
    child.once('exit', (code) => fail(new Error(`varve ended with ${code}: ${said}`)))
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString()
      const found = /Open (http:\S+)/.exec(said)?.[1]
      if (found !== undefined) done(found)
    })
  })
  const page = await fetch(link, { redirect: 'manual' })
  require(page.status === 303, 'the printed link signs in')
  const address = new URL(link).origin
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A program of the newcomer's own, with the client that OpenAI publishes. */
const PROGRAM = `
import OpenAI from 'openai'
const client = new OpenAI({ baseURL: process.env.BASE, apiKey: process.env.KEY })
const answer = await client.chat.completions.create({ model: process.env.MODEL, messages: [{ role: 'user', content: 'When does the pier open?' }] })
console.log(answer.choices[0].message.content)
`

async function askV1({ address }: Started, key: string): Promise<string> {
  const child = { ...env, BASE: `${address}/v1`, KEY: key, MODEL: 'varve/notes' }
  const { stdout } = await run('node', ['program.mjs'], {
    cwd: join(home, 'program'),
    env: child,
    shell: isWindows,
  })
  return stdout
}

let varve: Started | undefined
try {
  const [given] = process.argv.slice(2)
  const tarball =
    given === undefined ? await timed('pack', () => packVarve(join(home, 'packed'))) : resolve(given)
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
  console.log(`${'tarball'.padEnd(44)} ${megabytes(statSync(tarball).size)}`)
  await timed('npm install --global', () =>
    inHome('npm', ['install', '--global', '--no-audit', '--no-fund', tarball]),
  )
  const size = sizeOf(join(home, 'global'))
  console.log(`${'installed'.padEnd(44)} ${megabytes(size)}`)
  require(size <= MOST_MEGABYTES * 1e6, `it is installed in ${MOST_MEGABYTES} MB`)

  mkdirSync(join(home, 'notes'))
  writeFileSync(
    join(home, 'notes', 'pier.md'),
    '# The pier\n\nThe pier opens on 3 May, and closes in October.\n',
  )
  const first = await timed('varve ~/notes, the first start', startOnNotes)
  varve = first
  const answer = await timed('varve ask, the first answer', () =>
    inHome('varve', ['ask', '-w', join(home, 'notes'), 'When does the pier open?']),
  )
  require(/3 May.*\[\^1\]/.test(answer), `the answer is cited: ${answer}`)

  // A model of their own, with llama.cpp; its words are random.
  mkdirSync(join(home, 'mirror'))
  writeRandomModel(join(home, 'mirror', 'Qwen3-1.7B-Q8_0.gguf'))
  await timed('varve models get', () =>
    inHome('varve', ['models', 'get', 'qwen3-1.7b', '--from', join(home, 'mirror')]),
  )
  const own = await timed('varve ask, a model of one’s own', () =>
    inHome('varve', [
      'ask',
      '-w',
      join(home, 'notes'),
      '-m',
      'local/qwen3-1.7b',
      '--set',
      'maxOutputTokens=20',
      'When?',
    ]),
  )
  require(own.trim() !== '', 'a model of one’s own answers')

  const made = JSON.parse(await inHome('varve', ['api-keys', 'add', 'Newcomer', '--json'])) as {
    readonly key: string
  }
  mkdirSync(join(home, 'program'))
  writeFileSync(join(home, 'program', 'program.mjs'), PROGRAM)
  const { devDependencies } = JSON.parse(
    readFileSync(join(root, 'packages/server/package.json'), 'utf8'),
  ) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  const client = `openai@${devDependencies['openai']}`
  await timed(`npm install ${client}`, () =>
    inHome('npm', ['install', '--no-audit', '--no-fund', '--prefix', join(home, 'program'), client]),
  )
  require(/3 May/.test(
    await timed('/v1 with a key', () => askV1(first, made.key)),
  ), '/v1 answers from the notes')

  await timed('stop', first.stop)
  const again = await timed('varve ~/notes, another start', startOnNotes)
  varve = again
  require(/3 May/.test(
    await timed('/v1 with the same key', () => askV1(again, made.key)),
  ), 'the key outlives a restart')
} finally {
  await varve?.stop()
  rmSync(home, { recursive: true, force: true })
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
