import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findRuntime, type FoundRuntime } from '@varve/local'
import { makePrivateFolder } from '@varve/workspace'
import { AppError } from '../app-error.ts'

/** What runs the models: llama.cpp, with the build for this machine. Pinned, like everything that Varve installs. */
const PACKAGE = 'node-llama-cpp'
const VERSION = '3.22.1'

/** About, with what it needs: on Linux 85 MB. The builds for graphics cards would be 640 MB more. */
export const PART_BYTES = 85_000_000

/** The build for the processor of a machine, by `platform-arch`; on a Mac it uses the graphics processor as well. */
const BUILDS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'mac-arm64-metal',
  'darwin-x64': 'mac-x64',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
}

function buildName(): string {
  return BUILDS[`${process.platform}-${process.arch}`] ?? 'none'
}

export function partsFolder(dataFolder: string): string {
  return join(dataFolder, 'parts')
}

export interface InstallOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal | undefined
}

/**
 * Fetches the runtime with the user's own npm, from the registry that it is set up for. No install script runs, and
 * nothing is compiled.
 */
export async function installRuntime(
  dataFolder: string,
  { environment, signal }: InstallOptions,
): Promise<FoundRuntime> {
  const folder = partsFolder(dataFolder)
  if (buildName() === 'none')
    throw failed(
      `There is no build of llama.cpp for ${process.platform} on ${process.arch}. Use Ollama or a cloud model.`,
    )
  makePrivateFolder(folder)
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--omit=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `${PACKAGE}@${VERSION}`,
    `@node-llama-cpp/${buildName()}@${VERSION}`,
  ]
  const { code, said } = await runNpm(args, { environment, signal, folder })
  if (code !== 0) throw failed(`npm couldn't fetch it: ${reasonIn(said)} ${byHand(args)}`)
  const found = findRuntime(folder)
  if (!found) throw failed(`npm ended without an error, but the part is not in ${folder}. ${byHand(args)}`)
  return found
}

const LONGEST_OUTPUT = 64 * 1024

interface NpmRun {
  readonly code: number | null
  readonly said: string
}

function runNpm(
  args: readonly string[],
  { environment, signal, folder }: InstallOptions & { readonly folder: string },
): Promise<NpmRun> {
  // npm tells where it is to what it starts; on Windows its command is a script that only a shell can run.
  const own = environment['npm_execpath'] ?? ''
  const [command, first] = /npm-cli\.[cm]?js$/.test(own) ? [process.execPath, [own]] : ['npm', []]
  const shell = command === 'npm' && process.platform === 'win32'
  const quoted = shell ? args.map((arg) => `"${arg}"`) : args
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...quoted], {
      cwd: folder,
      env: { ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell,
      ...(signal ? { signal } : {}),
    })
    let said = ''
    const keep = (chunk: Buffer): void => {
      said = (said + chunk.toString('utf8')).slice(-LONGEST_OUTPUT)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (cause) =>
      reject(
        'code' in cause && cause.code === 'ENOENT'
          ? failed(
              `npm isn't there, and the part comes with it. Install Node.js with npm, then try again. ${byHand(args)}`,
              cause,
            )
          : failed(`npm couldn't be started: ${cause.message}. ${byHand(args)}`, cause),
      ),
    )
    child.on('close', (code) => resolve({ code, said }))
  })
}

/** npm's error message, without codes and log files. */
function reasonIn(said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .filter((line, at, all) => line !== '' && line !== all[at - 1])
    .filter((line) => !/^npm |complete log|^(?:code|errno|syscall)\b/i.test(line))
  const reason = lines.slice(0, 3).join(' ').slice(0, 400)
  return reason === '' ? 'it gave no reason.' : reason.replace(/\.?$/, '.')
}

function byHand(args: readonly string[]): string {
  const words = args.map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg))
  return `Nothing else is lost. Check the network and try again, or run: npm ${words.join(' ')}`
}

function failed(message: string, cause?: unknown): AppError {
  return new AppError('model-runtime-failed', message, cause === undefined ? {} : { cause })
}
