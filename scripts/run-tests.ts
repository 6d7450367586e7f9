/** Runs every suite, room by room, and ends with `N passed, N failed` alone on a line. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numFailedTestSuites: number
  readonly success: boolean
}

const folder = mkdtempSync(join(tmpdir(), 'varve-tests-'))
const output = join(folder, 'report.json')
const run = spawnSync(
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`, ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, VARVE_TEST_SHARE: process.env.VARVE_TEST_SHARE ?? 'short' } },
)
const report = readReport(output)
rmSync(folder, { recursive: true, force: true })

// A suite that cannot even load has no failed test in it, yet it has failed.
const failed = Math.max(report?.numFailedTests ?? 1, run.status === 0 ? 0 : 1)
const skipped = report?.numPendingTests ?? 0
console.log(
  `${report?.numPassedTests ?? 0} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
)
process.exitCode = run.status === 0 && failed === 0 ? 0 : 1

function readReport(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return undefined
  }
}
