import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { CliError } from '../errors.ts'

export interface BuildPageOptions {
  /** The checkout's `packages/web`. */
  readonly web: string
  /** Further folders whose code ends up in the page. */
  readonly shared: readonly string[]
  readonly say: (line: string) => void
  /** Gives up a build that nobody waits for any more. */
  readonly signal?: AbortSignal
}

/** Written last, so that a build that was killed half-way is not taken for a whole one. */
const STAMP = '.built-from'
/** Times and sizes of the sources when they were last read: while these stay, so does what is in them. */
const TIMES = '.built-from-times'
const NOT_SOURCES: ReadonlySet<string> = new Set(['dist', 'node_modules'])

/** The folder with the built page. It is built when it is missing or was built from other sources. */
export async function buildPage({ web, shared, say, signal }: BuildPageOptions): Promise<string> {
  const dist = join(web, 'dist')
  if (!existsSync(join(web, 'src'))) {
    if (existsSync(join(dist, 'index.html'))) return dist
    throw new CliError('page-not-built', 'The page is missing from this installation.')
  }
  const files = [web, ...shared].flatMap((folder) => filesBelow(folder).sort())
  const times = hashOf(files, (file) => {
    const { mtimeMs, size } = statSync(file)
    return `${mtimeMs} ${size}`
  })
  const stamp = read(join(dist, STAMP))
  if (stamp !== undefined && read(join(dist, TIMES)) === times) return dist
  // Times alone would not do: a checkout or a copy gives files any time.
  const sources = hashOf(files, (file) => createHash('sha256').update(readFileSync(file)).digest('hex'))
  if (stamp !== sources) {
    say('Building the page…')
    await runVite(web, signal)
    writeFileSync(join(dist, STAMP), sources)
  }
  writeFileSync(join(dist, TIMES), times)
  return dist
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function hashOf(files: readonly string[], describe: (file: string) => string): string {
  const hash = createHash('sha256')
  const [first = ''] = files
  for (const file of files) hash.update(`${relative(first, file)}\0${describe(file)}\n`)
  return hash.digest('hex')
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_SOURCES.has(entry.name) ? [] : filesBelow(path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })
}

function runVite(web: string, signal: AbortSignal | undefined): Promise<void> {
  const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json')
  const vite = join(dirname(manifest), 'bin', 'vite.js')
  return new Promise((resolve, reject) => {
    // What runs this may be a test or a developer's shell; the page is always the one that ships.
    const env = { ...process.env, NODE_ENV: 'production' }
    const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, env, signal })
    let output = ''
    build.stdout.on('data', (text: Buffer) => (output += text.toString()))
    build.stderr.on('data', (text: Buffer) => (output += text.toString()))
    build.on('error', reject)
    build.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new CliError('page-not-built', `The page could not be built.\n${output.trim()}`))
    })
  })
}
