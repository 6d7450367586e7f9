/** `npm run check`: everything that must hold before a commit, cheapest first. */
import { spawnSync } from 'node:child_process'

const STEPS: readonly (readonly [string, readonly string[]])[] = [
  ['format', ['biome', 'format', '.']],
  ['lint', ['oxlint', '--type-aware', '--deny-warnings']],
  ['types', ['tsc', '--noEmit', '-p', 'tsconfig.json']],
  ['arrows', ['node', 'scripts/check-arrows.ts']],
  ['house', ['node', 'scripts/house.ts']],
  ['bundle', ['node', 'scripts/check-engine-bundle.ts']],
  ['tests', ['node', 'scripts/run-tests.ts']],
]

const skipTests = process.argv.includes('--no-tests')
for (const [name, [command = '', ...rest]] of STEPS) {
  if (skipTests && name === 'tests') continue
  console.log(`\n== ${name}`)
  const result = spawnSync(command, rest, { stdio: 'inherit' })
  if (result.status !== 0) {
    console.error(`check failed at: ${name}`)
    process.exit(result.status ?? 1)
  }
}
