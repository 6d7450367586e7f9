import { defineConfig } from 'vitest/config'

/** One project per room, in the order in which a failure is cheapest to find. */
const ROOMS = ['engine', 'guard', 'net', 'providers', 'workspace', 'store', 'app', 'server', 'web', 'cli']

export default defineConfig({
  test: {
    // As many files at once as there are cores; the default leaves one of them idle.
    maxWorkers: '100%',
    projects: ROOMS.map((room) => ({
      test: {
        name: room,
        root: `packages/${room}`,
        include: ['src/**/*.test.{ts,tsx}'],
        environment: 'node',
        testTimeout: 30_000,
        hookTimeout: 60_000,
        // One PostgreSQL for all tests of the room.
        globalSetup: room === 'store' ? ['src/testing/start-postgres.ts'] : [],
      },
    })),
  },
})
