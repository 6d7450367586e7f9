/** Fails when a package imports another against the arrows of the house, when files import each other in a circle, or when the engine reaches for Node. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const ARROWS: Record<string, readonly string[]> = {
  engine: [],
  guard: [],
  areas: [],
  net: [],
  contract: ['engine'],
  providers: ['engine'],
  local: [],
  workspace: ['engine'],
  index: ['workspace', 'engine'],
  store: ['workspace', 'engine'],
  app: ['contract', 'index', 'store', 'workspace', 'providers', 'local', 'net', 'engine', 'guard', 'areas'],
  server: ['app', 'contract'],
  web: ['contract', 'guard'],
  lab: ['app', 'providers', 'engine'],
  'ai-sdk': ['providers', 'engine', 'guard'],
  cli: ['app', 'contract', 'server'],
}

/**
 * `web` may name these types, never run their code: zod would come with it. The contract takes no more of the engine.
 * Tables are data, which the page uses as they are.
 */
const TYPES_ONLY: ReadonlySet<string> = new Set(['web>contract', 'web>guard', 'contract>engine'])
const TABLES = ['@varve/contract/tables/', '@varve/guard/types']
const PURE: ReadonlySet<string> = new Set(['engine', 'guard', 'areas'])
/** The lab is for tests and for these commands, which load it when they are called: a running Varve never does. */
const LAB_COMMANDS = 'packages/cli/src/trace/'
const root = resolve(dirname(new URL(import.meta.url).pathname), '..')
const problems: string[] = []
/** What each file imports by its place, types too: two files that know each other can only be read as one. */
const imports = new Map<string, readonly string[]>()

for (const room of readdirSync(join(root, 'packages'))) {
  const allowed = ARROWS[room]
  if (!allowed) {
    problems.push(`packages/${room}: no arrows are known for this room`)
    continue
  }
  for (const file of sourceFiles(join(root, 'packages', room, 'src'))) checkFile(room, allowed, file)
}

const checked = new Set<string>()
for (const file of imports.keys()) findCircle(file, [])
report(problems)

function* sourceFiles(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* sourceFiles(path)
    else if (/\.tsx?$/.test(name)) yield path
  }
}

function checkFile(room: string, allowed: readonly string[], file: string): void {
  const place = relative(root, file)
  const isTest = /\.test\.tsx?$/.test(file)
  const statements = importStatements(readFileSync(file, 'utf8'))
  imports.set(
    file,
    statements.filter(({ from }) => from.startsWith('.')).map(({ from }) => resolve(dirname(file), from)),
  )
  for (const statement of statements) {
    const target = /^@varve\/([a-z-]+)/.exec(statement.from)?.[1]
    // Writes models of random weights, as small as tests need them.
    if (statement.from === '@varve/local/testing' && isTestCode(file)) continue
    if (target === 'lab' && room !== 'lab') {
      if (!isTestCode(file) && !place.startsWith(LAB_COMMANDS))
        problems.push(`${place}: only tests and ${LAB_COMMANDS} may import lab`)
    } else if (target && target !== room && !allowed.includes(target))
      problems.push(`${place}: ${room} must not import ${target}`)
    const isTable = TABLES.some((table) => statement.from.startsWith(table))
    if (target && TYPES_ONLY.has(`${room}>${target}`) && !statement.typeOnly && !isTable)
      problems.push(`${place}: ${room} may import only types from ${target}`)
    if (place.startsWith('packages/contract/src/tables/') && !isTest && !statement.typeOnly)
      problems.push(`${place}: a table is plain data and must not import ${statement.from}`)
    if (PURE.has(room) && !isTest && statement.from.startsWith('node:'))
      problems.push(`${place}: ${room} is pure and must not import ${statement.from}`)
    if (statement.from.startsWith('.') && leavesRoom(room, file, statement.from))
      problems.push(`${place}: ${statement.from} leaves the room; import the package instead`)
  }
}

/** In a circle one of the files runs before what it needs is there, and none can be read or moved alone. */
function findCircle(file: string, above: readonly string[]): void {
  const place = above.indexOf(file)
  if (place >= 0) {
    const circle = [...above.slice(place), file].map((path) => relative(root, path))
    problems.push(`files import each other in a circle: ${circle.join(' > ')}`)
  }
  if (checked.has(file)) return
  checked.add(file)
  for (const next of imports.get(file) ?? []) findCircle(next, [...above, file])
}

function isTestCode(file: string): boolean {
  return /\.test\.tsx?$|\/(?:testing|scenarios)\//.test(file)
}

function leavesRoom(room: string, file: string, from: string): boolean {
  return !resolve(dirname(file), from).startsWith(join(root, 'packages', room))
}

function importStatements(source: string): { from: string; typeOnly: boolean }[] {
  const pattern = /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/g
  const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  return [
    ...[...source.matchAll(pattern)].map((match) => ({ from: match[3] ?? '', typeOnly: Boolean(match[2]) })),
    ...[...source.matchAll(dynamic)].map((match) => ({ from: match[1] ?? '', typeOnly: false })),
  ]
}

function report(found: readonly string[]): void {
  if (found.length === 0) {
    console.log('arrows: all imports follow the house')
    return
  }
  for (const line of found) console.error(line)
  console.error(`arrows: ${found.length} wrong imports`)
  process.exitCode = 1
}
