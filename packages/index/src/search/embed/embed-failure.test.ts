import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { embedFailure } from './embed-failure.ts'

test('reports a missing model without its location', () => {
  // In a separate Node process: the test runner resolves imports differently.
  const module = JSON.stringify(new URL('./embed-failure.ts', import.meta.url).href)
  const script = `import { embedFailure } from ${module}
    await import('@energetic-ai/none-such').catch((error) => process.stdout.write(embedFailure(error)))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(said).toBe('it is not installed; "npm ci" with optional dependencies brings it along.')
  expect(embedFailure(new Error('out of memory'))).toBe('out of memory')
})
