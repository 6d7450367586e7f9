/**
 * Packs the program as `npx varve` and `npm install -g varve` fetch it: the bundle, the built page, the demo and the
 * licences of what is inside. Run as `npm run pack:varve [-- <folder for the tarball>]`.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildPage } from '../packages/cli/src/start/build-page.ts'
import { ADDED_PACKAGES, bundleVarve, OWN_PACKAGES } from './bundle-varve.ts'

const root = resolve(import.meta.dirname, '..')

/** Where the sources look for these, seen from their own place; the bundle looks there as well. */
const FILES = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'packages/cli/bin/varve.js',
  'packages/app/definitions',
  'packages/areas/packs',
  'packages/web/dist',
  'examples/demo-vault',
] as const
/** Read at run time for their version. */
const MANIFESTS = ['packages/cli/package.json', 'packages/server/package.json'] as const
/** Builds the page and is no part of it. */
const BUILDERS = ['vite', '@vitejs/plugin-react']

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: unknown
  readonly description?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Writes the tarball into the folder, and returns its path. */
export async function packVarve(target: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'varve-pack-'))
  try {
    await buildPage({
      web: join(root, 'packages/web'),
      shared: [join(root, 'packages/engine/src')],
      say: (line) => console.error(line),
    })
    for (const file of FILES)
      cpSync(join(root, file), join(work, file), {
        recursive: true,
        filter: (path) => !/\.built-from/.test(path),
      })
    for (const file of MANIFESTS) {
      const { name, version } = readManifest(join(root, file))
      writeJson(join(work, file), { name, version, private: true, type: 'module' })
    }
    const { inputs } = await bundleVarve(join(work, 'bundle'), work)
    writeJson(join(work, 'package.json'), manifest())
    const folders = new Set([...Object.keys(inputs).flatMap(packageOf), ...packagesOfPage()])
    writeFileSync(join(work, 'THIRD-PARTY-LICENSES.txt'), licencesOf([...folders]))
    mkdirSync(target, { recursive: true })
    const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
      cwd: work,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }).trim()
    return join(target, name)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function manifest(): object {
  const { version, description, license } = readManifest(join(root, 'package.json'))
  return {
    name: 'varve',
    version,
    description,
    license,
    type: 'module',
    bin: { varve: 'packages/cli/bin/varve.js' },
    // The first with the SQLite that the store trusts; the launcher says so on an older one.
    engines: { node: '>=24.15' },
    dependencies: versionsOf(OWN_PACKAGES),
    peerDependencies: versionsOf(ADDED_PACKAGES),
    peerDependenciesMeta: Object.fromEntries(ADDED_PACKAGES.map((name) => [name, { optional: true }])),
    publishConfig: { access: 'public' },
  }
}

function versionsOf(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => [name, readManifest(join(root, 'node_modules', name, 'package.json')).version]),
  )
}

/** The folder of the package that a bundled file is of; none for our own. */
function packageOf(file: string): readonly string[] {
  const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
  return found === undefined ? [] : [join(root, found)]
}

/** All that the page's packages depend on; some of it is not in the page. */
function packagesOfPage(): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (folder: string, without: readonly string[] = []): void => {
    for (const name of Object.keys(readManifest(join(folder, 'package.json')).dependencies ?? {})) {
      const next = without.includes(name) || name.startsWith('@varve/') ? undefined : locate(name, folder)
      if (next === undefined || found.has(next)) continue
      found.add(next)
      visit(next)
    }
  }
  visit(join(root, 'packages/web'), BUILDERS)
  return found
}

function locate(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
    if (dirname(folder) === folder) return undefined
  }
}

/** Each licence once, under the names of the packages that have it. */
function licencesOf(folders: readonly string[]): string {
  const byText = new Map<string, string[]>()
  for (const folder of folders) {
    const { name, version, license } = readManifest(join(folder, 'package.json'))
    const file = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)/i.test(one))
    const text =
      file === undefined
        ? 'The package has no file with its licence.'
        : readFileSync(join(folder, file), 'utf8')
    const kind = typeof license === 'string' ? license : JSON.stringify(license ?? 'see below')
    const names = byText.get(text.trim()) ?? []
    names.push(`${name} ${version} (${kind})`)
    byText.set(text.trim(), names)
  }
  const parts = [...byText].map(([text, names]) => `${[...new Set(names)].toSorted().join('\n')}\n\n${text}`)
  return `Varve contains these packages, in whole or in part.\n\n${parts.toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

function writeJson(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`)
}

if (process.argv[1] === import.meta.filename)
  console.log(await packVarve(resolve(process.argv[2] ?? join(root, 'dist'))))
