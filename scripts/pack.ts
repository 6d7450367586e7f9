/**
 * Packs the packages that others install: JavaScript with types and source maps, for Node 20 and, where they are pure,
 * browsers. In this repository they run as they are written, and nothing needs to be built.
 * Run as `npm run pack [-- <folder>]`; `npm run pack -- --reports` rewrites their API reports.
 */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/** Kilobytes, gzipped, and how small it stays for somebody who imports one name of it. */
interface Budget {
  readonly tarball: number
  /** All of its main entry, minified, without its dependencies. */
  readonly bundle: number
  readonly one: { readonly name: string; readonly kilobytes: number }
}

export const PUBLISHED = {
  engine: { tarball: 400, bundle: 48, one: { name: 'createArtifact', kilobytes: 3 } },
  guard: { tarball: 430, bundle: 100, one: { name: 'restoreText', kilobytes: 9 } },
  areas: { tarball: 560, bundle: 48, one: { name: 'renderGuidance', kilobytes: 10 } },
  contract: { tarball: 170, bundle: 30, one: { name: 'APP_ERROR_CODES', kilobytes: 3 } },
  providers: { tarball: 240, bundle: 45, one: { name: 'ProviderError', kilobytes: 1 } },
  'ai-sdk': { tarball: 52, bundle: 12, one: { name: 'note', kilobytes: 1 } },
} as const satisfies Record<string, Budget>

export type PublishedName = keyof typeof PUBLISHED
export const NAMES = Object.keys(PUBLISHED) as readonly PublishedName[]

export interface PackedPackage {
  readonly name: PublishedName
  readonly tarball: string
  /** What is in the tarball. */
  readonly folder: string
  /** Every exported name with its declaration. */
  readonly report: string
}

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

const root = resolve(import.meta.dirname, '..')

/** A constant that is longer says no more to a reader: schemas are spelled out in the API document. */
const MOST_LINES = 24

if (import.meta.main) {
  const [first] = process.argv.slice(2)
  const writesReports = first === '--reports'
  const target = mkdtempSync(join(tmpdir(), 'varve-pack-'))
  try {
    for (const { name, tarball, report } of packAll(target)) {
      if (writesReports) writeFileSync(reportFile(name), report)
      else {
        const folder = resolve(first ?? join(root, 'dist'))
        mkdirSync(folder, { recursive: true })
        copyFileSync(tarball, join(folder, basename(tarball)))
        console.log(join(folder, basename(tarball)))
      }
    }
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}

export function reportFile(name: PublishedName): string {
  return join(root, 'packages', name, 'api-report.txt')
}

/** Compiles them together and packs each, all below `target`. */
export function packAll(target: string): readonly PackedPackage[] {
  const compiled = join(target, 'compiled')
  compile(compiled)
  const folders = NAMES.map((name) => assemble(name, compiled, join(target, 'packages', name)))
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', target, ...folders], {
    cwd: target,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const files = (JSON.parse(packed) as readonly { readonly filename: string }[]).map(
    ({ filename }) => filename,
  )
  return NAMES.map((name, index) => {
    const folder = folders[index] ?? ''
    const tarball = join(target, basename(files[index] ?? ''))
    return { name, folder, tarball, report: apiReport(join(folder, 'dist'), manifestOf(name)) }
  })
}

function manifestOf(name: PublishedName): Manifest {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest
}

/** The source files behind the entries of a package; a `*` stands for each file of a folder. */
function entryFiles(name: PublishedName): readonly string[] {
  const { exports, bin = {} } = manifestOf(name)
  const patterns = [...Object.values(exports), ...Object.values(bin)].filter((file) => file.endsWith('.ts'))
  return globSync(patterns, { cwd: join(root, 'packages', name) })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => join(root, 'packages', name, file))
}

function compile(outDir: string): void {
  mkdirSync(outDir, { recursive: true })
  const config = join(outDir, 'tsconfig.json')
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      incremental: false,
      declaration: true,
      sourceMap: true,
      inlineSources: true,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      target: 'ES2022',
      typeRoots: [join(root, 'node_modules', '@types')],
      rootDir: join(root, 'packages'),
      outDir,
    },
    files: NAMES.flatMap(entryFiles),
    include: [],
  }
  writeFileSync(config, JSON.stringify(settings))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  execFileSync(process.execPath, [compiler, '-p', config], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** The folder of a package as it is published. */
function assemble(name: PublishedName, compiled: string, folder: string): string {
  const source = join(root, 'packages', name)
  const from = join(compiled, name)
  cpSync(join(from, 'src'), join(folder, 'dist'), { recursive: true })
  if (existsSync(join(from, 'bin'))) cpSync(join(from, 'bin'), join(folder, 'bin'), { recursive: true })
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    // Older compilers look for these files by the names of the JavaScript beside them.
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(
      join(folder, file),
      text.replace(/((?:from|import\()\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'),
    )
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(name), undefined, 2)}\n`)
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  for (const file of ['README.md', 'SPEC.md', 'packs'])
    if (existsSync(join(source, file))) cpSync(join(source, file), join(folder, file), { recursive: true })
  return folder
}

function publishedManifest(name: PublishedName): Readonly<Record<string, unknown>> {
  const { exports, bin, devDependencies: _, ...fields } = manifestOf(name)
  const built = Object.entries(exports).map(([entry, file]) => {
    if (!file.endsWith('.ts')) return [entry, file]
    const base = file.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [entry, { types: `${base}.d.ts`, default: `${base}.js` }]
  })
  const commands = Object.entries(bin ?? {}).map(([command, file]) => [command, file.replace(/\.ts$/, '.js')])
  return {
    ...fields,
    sideEffects: false,
    exports: { ...Object.fromEntries(built), './package.json': './package.json' },
    ...(bin ? { bin: Object.fromEntries(commands) } : {}),
    // The AI SDK asks for 22; with an older Node, npm takes a version of it that does not fit.
    engines: { node: name === 'ai-sdk' ? '>=22' : '>=20' },
    publishConfig: { access: 'public' },
  }
}

/** The declarations behind each entry that others may rely on, sorted by name. */
function apiReport(dist: string, { exports }: Manifest): string {
  const entries = Object.entries(exports).filter(
    ([entry, file]) => file.endsWith('.ts') && !/internal|testing|\*/.test(entry),
  )
  return entries
    .map(([entry, file]) => {
      const path = join(dist, file.replace('./src/', '').replace(/\.ts$/, '.d.ts'))
      const declarations = [...declarationsOf(path)].toSorted(([a], [b]) => (a < b ? -1 : 1))
      return `# ${entry}\n\n${declarations.map(([, text]) => text).join('\n')}\n`
    })
    .join('\n')
}

/** What a declaration file exports, by name; followed through the files that it takes from. */
function declarationsOf(path: string): ReadonlyMap<string, string> {
  const own = new Map<string, string>()
  const exported = new Map<string, string>()
  for (const statement of statementsOf(path)) {
    const [, place = ''] = /from '([^']+)'/.exec(statement) ?? []
    const from = place.startsWith('.') ? place.replace(/\.js$/, '.d.ts') : undefined
    const names = /^(?:import|export) (?:type )?\{([^}]*)\}/.exec(statement)?.[1]
    const declared = /(?:function|const|class|interface|type|enum) ([\w$]+)/.exec(statement)?.[1]
    if (/^export (?:type )?\*/.test(statement) && from)
      for (const [name, text] of declarationsOf(resolve(path, '..', from))) exported.set(name, text)
    else if (names !== undefined)
      for (const one of names.split(',').filter((name) => name.trim() !== '')) {
        const [inside = '', outside = inside] = one
          .trim()
          .replace(/^type /, '')
          .split(' as ')
        const source = from ? declarationsOf(resolve(path, '..', from)) : own
        const text = source.get(inside) ?? `${outside}: see ${place}`
        if (statement.startsWith('import')) own.set(outside, text)
        else exported.set(outside, text)
      }
    else if (declared !== undefined) {
      const lines = statement
        .replace(/^export /, '')
        .replace(/^declare /, '')
        .split('\n')
      const isLong = lines.length > MOST_LINES && lines[0]?.startsWith('const')
      const text = isLong ? `${lines[0]} …` : lines.join('\n')
      const before = own.get(declared)
      own.set(declared, before === undefined ? text : `${before}\n${text}`)
      if (statement.startsWith('export')) exported.set(declared, own.get(declared) ?? text)
    }
  }
  return exported
}

/** Each begins where a line does; comments are left out. */
function statementsOf(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8').replace(/\/\*\*[\s\S]*?\*\/\n?\s*/g, '')
  return text
    .split(/\n(?=(?:import|export|declare|interface|type) |\/\/)/)
    .map((statement) => statement.trim())
    .filter((statement) => /^(?:import|export|declare|interface|type)\b/.test(statement))
}
