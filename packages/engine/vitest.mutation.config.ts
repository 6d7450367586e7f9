import { defineConfig } from 'vitest/config'

/** The quick tests of layers, envelopes and plans: what `npm run mutate` runs against each mutant. */
export default defineConfig({
  test: {
    name: 'mutation',
    root: import.meta.dirname,
    include: ['src/{layer,envelope,plan,edge-cases,walkthroughs}/**/*.test.ts', 'src/regressions.test.ts'],
    exclude: [
      // Starts a process of its own, in which no mutant is active.
      'src/edge-cases/determinism.test.ts',
      // Plans while it is loaded, when no mutant is active either.
      'src/edge-cases/budget.test.ts',
      // Large or random inputs: too slow to run against each mutant.
      'src/edge-cases/odd-texts.test.ts',
      'src/edge-cases/budget-inside-epochs.test.ts',
    ],
    environment: 'node',
    isolate: false,
    testTimeout: 30_000,
  },
})
