/**
 * Makes a release, in three steps that can be looked at in between:
 *   node scripts/release.ts prepare 0.2.0          version, changelog and the documentation that names the version
 *   node scripts/release.ts pack [folder]          every package as a tarball, checksums, and what is new
 *   node scripts/release.ts publish [folder] [--dry-run]
 * A dry run needs no network. On GitHub, publishing attests where the packages were built.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { NAMES, packAll } from './pack.ts'
import { packVarve } from './pack-varve.ts'

const CHECKSUMS = 'SHA256SUMS'

/** Writes the version into everything that names it, and closes the changelog. Returns the files that it changed. */
export function prepareRelease(root: string, version: string, day: string): readonly string[] {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    throw new Error(`"${version}" is not a version such as 0.2.0.`)
  const before = versionIn(root)
  const changed: string[] = []
  const rewrite = (file: string, change: (text: string) => string): void => {
    const text = readFileSync(join(root, file), 'utf8')
    const after = change(text)
    if (after === text) return
    writeFileSync(join(root, file), after)
    changed.push(file)
  }
  rewrite('CHANGELOG.md', (text) => closeChangelog(text, version, day))
  const quoted = before.replaceAll('.', '\\.')
  const own = new RegExp(`("version"|"@varve/[\\w-]+"): "${quoted}"`, 'g')
  for (const file of ['package.json', ...globSync('packages/*/package.json', { cwd: root })])
    rewrite(file, (text) => text.replaceAll(own, `$1: "${version}"`))
  rewrite('package-lock.json', (text) => relock(text, before, version))
  const named = new RegExp(`(@varve/[\\w-]+@|varve-)${quoted}(?=[\\s'"]|\\.tgz)`, 'g')
  const pages = globSync('docs/**/*.md', { cwd: root, exclude: ['docs/decisions/**'] })
  for (const file of ['README.md', ...pages]) rewrite(file, (text) => text.replaceAll(named, `$1${version}`))
  return changed
}

function versionIn(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string })
    .version
}

/** The part that was open gets the version and the day; what is new since the last release has to be said. */
function closeChangelog(text: string, version: string, day: string): string {
  if (!/^## Unreleased\b.*\n+(?!## )\S/m.test(text))
    throw new Error('CHANGELOG.md has no part "## Unreleased" that says what is new.')
  return text.replace(/^## Unreleased\b.*$/m, `## ${version} (${day})`)
}

/** Only our own packages: another may have the same version. */
function relock(text: string, before: string, version: string): string {
  const lock = JSON.parse(text) as Lock
  const manifests = Object.entries(lock.packages)
    .filter(([path]) => path === '' || path.startsWith('packages/'))
    .map(([, manifest]) => manifest)
  for (const manifest of [lock, ...manifests]) if (manifest.version === before) manifest.version = version
  for (const manifest of manifests)
    for (const names of [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies])
      for (const name of Object.keys(names ?? {}))
        if (names && name.startsWith('@varve/') && names[name] === before) names[name] = version
  return `${JSON.stringify(lock, undefined, 2)}\n`
}

type Names = Record<string, string>

interface LockedManifest {
  version?: string
  readonly dependencies?: Names
  readonly devDependencies?: Names
  readonly peerDependencies?: Names
}

interface Lock extends LockedManifest {
  readonly packages: Readonly<Record<string, LockedManifest>>
}

/** Every package as a tarball, in the order in which one needs the other, with checksums and what is new. */
export async function packRelease(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'varve-release-'))
  try {
    const tarballs = packAll(work).map(({ tarball }) => tarball)
    for (const tarball of tarballs) copyFileSync(tarball, join(folder, basename(tarball)))
    const varve = await packVarve(folder)
    writeChecksums(
      folder,
      [...tarballs, varve].map((file) => basename(file)),
    )
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const [, newest = ''] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m)
  writeFileSync(join(folder, 'NOTES.md'), newest)
}

export function writeChecksums(folder: string, files: readonly string[]): void {
  const lines = files.map((file) => `${checksumOf(join(folder, file))}  ${file}\n`)
  writeFileSync(join(folder, CHECKSUMS), lines.join(''))
}

function checksumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** Publishes exactly what was packed, in that order. */
export function publishRelease(folder: string, isDryRun: boolean): readonly string[] {
  const listed = readFileSync(join(folder, CHECKSUMS), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const files = listed.map((line) => {
    const [checksum = '', file = ''] = line.split('  ')
    if (checksumOf(join(folder, file)) !== checksum)
      throw new Error(`${file} is not what was packed. Pack the release again.`)
    return file
  })
  const flags = [
    '--access=public',
    // A version before its release must not become what everyone installs.
    ...(files.some((file) => /-\d+\.\d+\.\d+-/.test(file)) ? ['--tag=next'] : []),
    ...(process.env['GITHUB_ACTIONS'] || isDryRun ? ['--provenance'] : []),
    ...(isDryRun ? ['--dry-run', '--fetch-retries=0', '--loglevel=error'] : []),
  ]
  for (const file of files)
    execFileSync('npm', ['publish', ...flags, join(folder, file)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
  return files
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const isDryRun = process.argv.includes('--dry-run')
  const [step, given] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  const folder = resolve(given ?? join(root, 'dist', 'release'))
  if (step === 'prepare') {
    for (const file of prepareRelease(root, given ?? '', new Date().toISOString().slice(0, 10)))
      console.log(file)
    console.log(
      'Look at the changes, run "npm run check" (vitest -u writes the goldens that hold the version), and commit.',
    )
  } else if (step === 'pack') {
    await packRelease(root, folder)
    process.stdout.write(readFileSync(join(folder, CHECKSUMS), 'utf8'))
  } else if (step === 'publish') {
    for (const file of publishRelease(folder, isDryRun))
      console.log(`${file}: ${isDryRun ? 'would be published' : 'published'}`)
  } else {
    console.error(`A step is prepare, pack or publish; the packages are ${NAMES.join(', ')} and varve.`)
    process.exitCode = 2
  }
}
