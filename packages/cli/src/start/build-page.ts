import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { CliError } from '../errors.ts'

export interface BuildPageOptions {
  /** The checkout's `packages/web`. */
  readonly web: string
  /** Further folders whose code ends up in the page. */
  readonly shared: readonly string[]
  readonly say: (line: string) => void
}

/** Written last, so that a build that was killed half-way is not taken for a whole one. */
const STAMP = '.built-from'
const NOT_SOURCES: ReadonlySet<string> = new Set(['dist', 'node_modules'])

/** The folder with the built page. It is built when it is missing or was built from other sources. */
export async function buildPage({ web, shared, say }: BuildPageOptions): Promise<string> {
  const dist = join(web, 'dist')
  if (!existsSync(join(web, 'src'))) {
    if (existsSync(join(dist, 'index.html'))) return dist
    throw new CliError('page-not-built', 'The page is missing from this installation.')
  }
  const sources = hashSources([web, ...shared])
  if (builtFrom(dist) === sources) return dist
  say('Building the page…')
  await runVite(web)
  writeFileSync(join(dist, STAMP), sources)
  return dist
}

function builtFrom(dist: string): string | undefined {
  const stamp = join(dist, STAMP)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

/** Content instead of times: a checkout or a copy gives files any time. */
function hashSources(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const file of filesBelow(folder).sort()) {
      const content = createHash('sha256').update(readFileSync(file)).digest('hex')
      hash.update(`${relative(folder, file)}\0${content}\n`)
    }
  return hash.digest('hex')
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_SOURCES.has(entry.name) ? [] : filesBelow(path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })
}

function runVite(web: string): Promise<void> {
  const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json')
  const vite = join(dirname(manifest), 'bin', 'vite.js')
  return new Promise((resolve, reject) => {
    // What runs this may be a test or a developer's shell; the page is always the one that ships.
    const env = { ...process.env, NODE_ENV: 'production' }
    const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, env })
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
