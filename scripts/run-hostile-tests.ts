/** Runs the hostile suites whole and says how much each of them tried. A share of each is in `npm test`. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Which files belong to which suite, by a part of their path. */
const SUITES: readonly (readonly [name: string, ...files: readonly string[]])[] = [
  ['routes × credentials, ids of other workspaces', 'packages/server/src/access.test.ts'],
  [
    'paths',
    'packages/app/src/tools/hostile-paths',
    'packages/workspace/src/file-store/path-attack',
    'packages/workspace/src/path/',
  ],
  ['server-side request forgery', 'packages/net/src/ssrf.test.ts'],
  ['scripts in the page, in Chromium', 'packages/web/src/hostile-scripts.test.ts'],
  ['what models write, in notes and chat files', 'packages/workspace/src/chat-file/inert-text.test.ts'],
  ['encodings of private values', 'packages/guard/src/encodings.test.ts'],
  ['patterns against hostile strings', 'packages/web/src/patterns.test.ts'],
  [
    'hostile models and tool calls',
    'packages/app/src/scenarios/hostile/',
    'packages/app/src/tools/hostile-calls',
  ],
  [
    'hostile files and texts',
    'hostile-files',
    'hostile-text',
    'hostile-content',
    'hostile-input',
    'import-bombs',
  ],
]

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      /** A test that tries many things says how many. */
      readonly meta?: { readonly tried?: number }
    }[]
  }[]
}

const folder = mkdtempSync(join(tmpdir(), 'varve-hostile-'))
const output = join(folder, 'report.json')
const files = SUITES.flatMap(([, ...parts]) => parts)
const run = spawnSync(
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`, ...files],
  { stdio: 'inherit', env: { ...process.env, VARVE_TEST_SHARE: 'full' } },
)
const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report
rmSync(folder, { recursive: true, force: true })

let [passed, failed] = [0, 0]
console.log()
for (const [name, ...parts] of SUITES) {
  const found = testResults.filter((file) => parts.some((part) => file.name.includes(part)))
  const tests = found.flatMap(({ assertionResults }) => assertionResults)
  const tried = tests.reduce((sum, { meta }) => sum + (meta?.tried ?? 1), 0)
  // A file that cannot even load has no failed test in it, yet it has failed; so has a suite without one.
  const broken = found.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const wrong =
    tests.filter(({ status }) => status === 'failed').length + broken.length + (found.length === 0 ? 1 : 0)
  console.log(`${name}: ${tried} tried in ${tests.length} tests, ${wrong} failed`)
  passed += tests.filter(({ status }) => status === 'passed').length
  failed += wrong
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = run.status === 0 && failed === 0 ? 0 : 1
