/**
 * Packs `@varve/engine` as others install it: JavaScript with types, for Node 20 and browsers. In this repository it
 * runs as it is written, and nothing needs to be built. Run as `npm run pack:engine [-- <folder>]`.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

interface EnginePackage {
  readonly exports: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

const root = resolve(import.meta.dirname, '..')
const engine = join(root, 'packages', 'engine')
const target = resolve(process.argv[2] ?? join(root, 'dist'))
const work = mkdtempSync(join(tmpdir(), 'varve-pack-'))
try {
  const source = JSON.parse(readFileSync(join(engine, 'package.json'), 'utf8')) as EnginePackage
  compile(Object.values(source.exports))
  writeFileSync(join(work, 'package.json'), `${JSON.stringify(packed(source), undefined, 2)}\n`)
  for (const file of [join(engine, 'README.md'), join(engine, 'SPEC.md'), join(root, 'LICENSE')])
    copyFileSync(file, join(work, basename(file)))
  mkdirSync(target, { recursive: true })
  const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: work,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim()
  console.log(join(target, name))
} finally {
  rmSync(work, { recursive: true, force: true })
}

function compile(entries: readonly string[]): void {
  const config = join(work, 'tsconfig.json')
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      target: 'ES2022',
      types: [],
      rootDir: join(engine, 'src'),
      outDir: join(work, 'dist'),
    },
    files: entries.map((entry) => join(engine, entry)),
    include: [],
  }
  writeFileSync(config, JSON.stringify(settings))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  execFileSync(process.execPath, [compiler, '-p', config], { cwd: root, stdio: 'inherit' })
  rmSync(config)
}

function packed({ exports, ...source }: EnginePackage): Readonly<Record<string, unknown>> {
  const places = Object.entries(exports).map(([name, file]) => {
    const built = file.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [name, { types: `${built}.d.ts`, default: `${built}.js` }]
  })
  return { ...source, exports: Object.fromEntries(places), engines: { node: '>=20' } }
}
