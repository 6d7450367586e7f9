import { execFile, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { build } from 'esbuild'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { estimateTokenizer } from '@varve/engine'
import { type Simulator, startSimulator } from '@varve/lab/simulator'
import { CLIENTS, SCENARIOS } from '../packages/ai-sdk/src/testing/converse.ts'
import { NAMES, type PackedPackage, packAll, PUBLISHED, reportFile } from './pack.ts'

const ROOT = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** Compiled against the packages; `examples.test.ts` runs them. */
const EXAMPLES = ['ask-my-notes.ts', 'chat-after.ts', 'guarded-model.ts', 'long-note.ts', 'plain-fetch.ts']

/** An empty project of somebody else, into which npm installs the tarballs. */
let project: string
let packages: readonly PackedPackage[]

beforeAll(async () => {
  const target = mkdtempSync(join(tmpdir(), 'varve-published-'))
  packages = packAll(join(target, 'packed'))
  project = join(target, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  await install()
  cpSync(join(ROOT, 'packages/ai-sdk/src/testing/converse.ts'), join(project, 'converse.ts'))
  for (const name of EXAMPLES) cpSync(join(ROOT, 'examples', name), join(project, name))
  writeFileSync(join(project, 'shares.ts'), SHARES)
  for (const { file, code } of programs()) writeFileSync(join(project, `${file}.ts`), code)
  await compile()
}, 240_000)

afterAll(() => rmSync(resolve(project, '..'), { recursive: true, force: true }))

/** What the programs below use besides the packages. */
const CLIENT_PACKAGES = ['anthropic', 'google', 'openai', 'openai-compatible', 'provider'].map(
  (name) => `@ai-sdk/${name}`,
)

async function install(): Promise<void> {
  const registry = await startRegistry()
  try {
    const words = ['install', ...packages.map(({ tarball }) => tarball), 'ai', ...CLIENT_PACKAGES]
    const { port } = registry.address() as AddressInfo
    const options = [
      `--registry=http://127.0.0.1:${port}`,
      `--cache=${join(project, '../cache')}`,
      '--strict-peer-deps',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ]
    await run('npm', [...words, ...options], { cwd: project, shell: process.platform === 'win32' })
  } finally {
    registry.close()
  }
}

/** A registry of what `npm ci` has put into this repository, so that no network is needed. */
async function startRegistry(): Promise<Server> {
  const lock = readJson(join(ROOT, 'package-lock.json')) as { packages: Record<string, unknown> }
  const folders = new Map<string, Map<string, string>>()
  for (const place of Object.keys(lock.packages)) {
    const folder = join(ROOT, place)
    const [, name = ''] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place) ?? []
    if (name === '' || name.startsWith('@varve/') || !existsSync(join(folder, 'package.json'))) continue
    const { version } = readJson(join(folder, 'package.json')) as { version: string }
    folders.set(name, (folders.get(name) ?? new Map<string, string>()).set(version, folder))
  }
  const server = createServer((request, response) => {
    const [name = '', version] = decodeURIComponent(request.url?.slice(1) ?? '').split('/-/')
    const versions = folders.get(name)
    const folder = version === undefined ? undefined : versions?.get(version)
    if (folder !== undefined) {
      const parent = dirname(folder)
      const words = ['-czf', '-', '--exclude', 'node_modules', '-C', parent, basename(folder)]
      spawn('tar', words, { stdio: ['ignore', 'pipe', 'ignore'] }).stdout.pipe(response)
    } else if (versions !== undefined) {
      const own = [...versions].map(([number, place]) => {
        const manifest = readJson(join(place, 'package.json')) as Record<string, unknown>
        const tarball = `http://${request.headers.host}/${name}/-/${number}`
        return [number, { ...manifest, dist: { tarball } }]
      })
      const latest = readJson(join(ROOT, 'node_modules', name, 'package.json')) as { version: string }
      const tags = { latest: latest.version }
      response.end(JSON.stringify({ name, 'dist-tags': tags, versions: Object.fromEntries(own) }))
    } else response.writeHead(404).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

interface ReadmeExample {
  readonly file: string
  readonly code: string
  /** What it prints, where the README says so. */
  readonly output?: string
}

/** The programs of the READMEs: a block of code below a line with the name of its file, and what follows it. */
function readmeExamples(): readonly ReadmeExample[] {
  const pattern =
    /`examples\/([\w-]+)\.ts`\n\n```ts\n([\s\S]*?)```(?:\n\n(?:(?!```|## |`examples)[^\n]*\n\n)?```text\n([\s\S]*?)```)?/g
  return NAMES.flatMap((name) =>
    [...readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8').matchAll(pattern)].map(
      ([, file = '', code = '', output]) => ({ file, code, ...(output === undefined ? {} : { output }) }),
    ),
  )
}

/** All that is only compiled here, and the programs of the READMEs, which are run as well. */
function programs(): readonly ReadmeExample[] {
  const told = ['README.md', 'docs/how-to/library.md'].flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
      ([, code = ''], index) => ({ file: `${basename(page, '.md')}-${index + 1}`, code }),
    ),
  )
  return [...told, ...readmeExamples()]
}

/** With the types of each Node that is supported, into JavaScript with the last. */
async function compile(): Promise<void> {
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    strict: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: false,
  }
  const files = ['shares.ts', ...EXAMPLES, ...programs().map(({ file }) => `${file}.ts`)]
  await Promise.all(
    ['node-20', 'node-22', 'node'].map((types) => {
      // Looked into first, also where a dependency refers to the types of Node.
      const typeRoot = join(project, 'types', types)
      mkdirSync(typeRoot, { recursive: true })
      symlinkSync(join(ROOT, 'node_modules/@types', types), join(typeRoot, 'node'))
      const options = {
        ...compilerOptions,
        typeRoots: [typeRoot],
        types: ['node'],
        outDir: join(project, 'out'),
      }
      const config = join(project, `tsconfig.${types}.json`)
      writeFileSync(config, JSON.stringify({ compilerOptions: options, files }))
      return run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config], {
        cwd: project,
      }).catch(({ stdout = '' }: { readonly stdout?: string }) => {
        // Whether the declarations of others are sound is their matter.
        const own = stdout.split('\n').filter((line) => /^(?!node_modules\/(?!@varve\/))\S/.test(line))
        if (own.length > 0 || stdout === '') throw new Error(`With the types of ${types}:\n${own.join('\n')}`)
      })
    }),
  )
}

/** Holds the conversation of `converse.ts` with each client, and prints what was predicted and reported. */
const SHARES = `import { CLIENTS, converse } from './converse.ts'
const urls = JSON.parse(process.argv[2] ?? '[]') as string[]
const rows = await Promise.all(
  CLIENTS.map(async (client, index) => {
    const reports = await converse(client, urls[index] ?? '')
    const calls = reports.flatMap((report) => report.calls)
    return calls.map(({ predicted, reported }) => [
      predicted.cached / predicted.input,
      (reported?.cached ?? Number.NaN) / (reported?.input ?? 1),
    ])
  }),
)
console.log(JSON.stringify(rows))
`

describe.each(NAMES.map((name) => [name] as const))('@varve/%s as it is published', (name) => {
  const packed = (): PackedPackage => packages.find((one) => one.name === name) as PackedPackage

  test('declares the API that is committed', async () => {
    await expect(packed().report).toMatchFileSnapshot(reportFile(name))
  })

  test('publint has nothing to say', async () => {
    const { messages } = await publint({ pkgDir: packed().folder, pack: false, strict: true })
    expect(messages).toEqual([])
  })

  test('its types resolve wherever ES modules do', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(packed().tarball)))
    if (!analysis.types) throw new Error('no types')
    // CommonJS can load it by import() alone, and the resolution of Node 10 knows no exports.
    const problems = analysis.problems.filter(
      (problem) =>
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10') &&
        !('entrypoint' in problem && problem.entrypoint.includes('*')),
    )
    expect(problems).toEqual([])
  })

  test('has its README, licence and source maps, and names no host and no person', () => {
    const { folder } = packed()
    for (const file of ['README.md', 'LICENSE', 'dist/index.js.map'])
      expect(existsSync(join(folder, file)), file).toBe(true)
    const manifest = readJson(join(folder, 'package.json')) as Record<string, unknown>
    expect(manifest).toMatchObject({ license: 'Apache-2.0', sideEffects: false })
    expect(manifest['engines']).toEqual({ node: name === 'ai-sdk' ? '>=22' : '>=20' })
    for (const field of ['description', 'keywords']) expect(manifest[field]).toBeTruthy()
    for (const field of ['author', 'repository', 'devDependencies']) expect(manifest[field]).toBeUndefined()
  })

  test('stays within its sizes, and one name brings only what it needs', async () => {
    const { tarball, bundle, one } = PUBLISHED[name]
    expect(statSync(packed().tarball).size / 1024).toBeLessThan(tarball)
    expect(await bundled(`export * from '@varve/${name}'`)).toBeLessThan(bundle)
    expect(await bundled(`export { ${one.name} } from '@varve/${name}'`)).toBeLessThan(one.kilobytes)
    expect(await bundled(`import '@varve/${name}'`)).toBeLessThan(0.1)
  })
})

/** What npm brought besides the packages. */
function installed(): readonly string[] {
  const modules = join(project, 'node_modules')
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.') && name !== '@varve')
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((own) => `${name}/${own}`) : [name],
    )
}

/** Kilobytes, gzipped, of this package's own code. */
async function bundled(contents: string): Promise<number> {
  const result = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
    external: installed().map((dependency) => `${dependency}*`),
    plugins: [
      {
        name: 'other packages stay outside',
        setup: (plugins) => {
          const [, own = ''] = /@varve\/([a-z-]+)/.exec(contents) ?? []
          plugins.onResolve({ filter: /^@varve\// }, ({ path }) =>
            path.startsWith(`@varve/${own}`) ? undefined : { path, external: true },
          )
        },
      },
    ],
  })
  return gzipSync(result.outputFiles[0]?.contents ?? new Uint8Array()).length / 1024
}

describe('installed elsewhere', () => {
  let simulators: readonly Simulator[]
  beforeAll(async () => {
    simulators = await Promise.all(
      CLIENTS.map(() =>
        startSimulator({
          clock: () => Date.parse('2026-01-05T09:00:00Z'),
          tokenizer: estimateTokenizer(),
          scenarios: SCENARIOS,
        }),
      ),
    )
  })
  afterAll(() => Promise.all(simulators.map((simulator) => simulator.close())))

  test('the cached share that every provider reports is the predicted one, within 3 points, in every call', async () => {
    const urls = JSON.stringify(simulators.map(({ url }) => url))
    const { stdout } = await run(process.execPath, [join(project, 'out/shares.js'), urls])
    const clients = JSON.parse(stdout) as readonly (readonly (readonly [number, number])[])[]
    expect(clients).toHaveLength(CLIENTS.length)
    for (const [index, calls] of clients.entries()) {
      expect(calls).toHaveLength(SCENARIOS.length)
      for (const [predicted, reported] of calls)
        expect(Math.abs(predicted - reported), CLIENTS[index]?.name).toBeLessThanOrEqual(0.03)
      expect(calls.at(-1)?.[1], CLIENTS[index]?.name).toBeGreaterThan(0.9)
    }
  })

  test.each(readmeExamples())('$file of a README does what the README says', async ({ file, output }) => {
    const simulator = await startSimulator({ clock: Date.now, tokenizer: estimateTokenizer() })
    try {
      const env = { ...process.env, ANTHROPIC_BASE_URL: `${simulator.url}/v1`, ANTHROPIC_API_KEY: 'sk-test' }
      const { stdout, stderr } = await run(process.execPath, [join(project, 'out', `${file}.js`)], { env })
      expect(stderr).toBe('')
      expect(stdout).not.toBe('')
      // An excerpt of what is printed may be enough.
      if (output !== undefined) expect(stdout).toContain(output.trim())
    } finally {
      await simulator.close()
    }
  })

  test('varve-guard scans, redacts and restores, and says what is wrong', async () => {
    const bin = join(project, 'node_modules/.bin/varve-guard')
    const guard = (...words: readonly string[]) =>
      run(process.execPath, [bin, ...words], { cwd: project }).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          stdout,
          stderr,
        }),
      )
    const text = 'Pay with 4111 1111 1111 1111.\nWrite to jana.novak@lodestone.io.\n'
    writeFileSync(join(project, 'letter.txt'), text)
    writeFileSync(join(project, 'allow.json'), '{"allow":{"types":["CREDIT_CARD"]}}')
    expect(await guard('scan', 'letter.txt', '--fail-on', 'high')).toMatchObject({
      code: 3,
      stdout: 'letter.txt:1:10  critical  CREDIT_CARD  •••• 1111\nletter.txt:2:10  moderate  EMAIL  j…@…io\n',
    })
    expect(await guard('scan', 'letter.txt', '--fail-on', 'high', '--config', 'allow.json')).toMatchObject({
      code: 0,
    })
    expect((await guard('scan', 'letter.txt', '--github', '--fail-on', 'high')).stdout).toContain(
      '::error file=letter.txt,line=1,col=10::CREDIT_CARD (critical)',
    )
    const redacted = await guard('redact', 'letter.txt', '--map', 'map.json')
    expect(redacted.stdout).toBe('Pay with <<CREDIT_CARD_1>>.\nWrite to <<EMAIL_1>>.\n')
    expect(statSync(join(project, 'map.json')).mode & 0o77).toBe(0)
    writeFileSync(join(project, 'redacted.txt'), redacted.stdout)
    expect((await guard('restore', 'redacted.txt', '--map', 'map.json')).stdout).toBe(text)
    expect(await guard('scan', 'missing.txt')).toMatchObject({ code: 1 })
    expect(await guard('scan', '--fail-on', 'bad')).toMatchObject({ code: 2 })
    expect((await guard('redact', 'letter.txt', '--map', 'map.json')).code).toBe(1)
  })
})
