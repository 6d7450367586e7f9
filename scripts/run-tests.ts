/**
 * Runs every suite, room by room, and ends with `N passed, N failed` alone on a line. A walk through the page that fails
 * is walked once more from its start, by itself, and says so: beside the others a browser sometimes loses what was typed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

interface Report {
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly FileResult[]
}

interface FileResult {
  readonly name: string
  readonly status: 'passed' | 'failed'
  readonly assertionResults: readonly { readonly status: string }[]
}

const first = runSuites(process.argv.slice(2))
const failures = first.report?.testResults.filter(({ status }) => status === 'failed') ?? []
const walks = failures.filter(({ name }) => /\/walk-[^/]+\.test\.ts$/.test(name))
const again =
  walks.length > 0 && walks.length === failures.length
    ? runSuites(['--project', 'walks', ...walks.map(({ name }) => `src/${basename(name)}`)])
    : undefined
if (again) console.log(`Walked again: ${walks.map(({ name }) => basename(name)).join(', ')}`)

const failed = again ? failedIn(again) : failedIn(first)
const repeated = again ? walks : []
const passed = passedIn(first.report) - sum(repeated.map(passedOf)) + (again ? passedIn(again.report) : 0)
const skipped = first.report?.numPendingTests ?? 0
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1

interface Run {
  readonly report: Report | undefined
  readonly status: number | null
}

function runSuites(options: readonly string[]): Run {
  const folder = mkdtempSync(join(tmpdir(), 'varve-tests-'))
  const output = join(folder, 'report.json')
  const { status } = spawnSync(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`, ...options],
    { stdio: 'inherit', env: { ...process.env, VARVE_TEST_SHARE: process.env.VARVE_TEST_SHARE ?? 'short' } },
  )
  const report = readReport(output)
  rmSync(folder, { recursive: true, force: true })
  return { report, status }
}

/** A suite that cannot even load has no failed test in it, yet it has failed. */
function failedIn({ report, status }: Run): number {
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  return Math.max(tests.filter((test) => test.status === 'failed').length, status === 0 ? 0 : 1)
}

function passedIn(report: Report | undefined): number {
  return report?.numPassedTests ?? 0
}

function passedOf({ assertionResults }: FileResult): number {
  return assertionResults.filter(({ status }) => status === 'passed').length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function readReport(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return undefined
  }
}
