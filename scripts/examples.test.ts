import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { estimateTokenizer } from '@varve/engine'
import { type Simulator, startSimulator } from '@varve/lab/simulator'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type SimulatedServer, simulatedServer } from '../packages/server/src/testing/simulated-server.ts'

const FOLDER = resolve(import.meta.dirname, '../examples')
let simulator: Simulator
let varve: SimulatedServer

beforeAll(async () => {
  varve = await simulatedServer({ environment: {}, models: [] })
  const { key } = await varve.app.createApiKey({ name: 'Examples', access: 'write' })
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-test')
  vi.stubEnv('VARVE_URL', `http://127.0.0.1:${varve.listening.port}`)
  vi.stubEnv('VARVE_KEY', key)
})
/** A provider whose cache is empty. */
beforeEach(async () => {
  simulator = await startSimulator({ clock: Date.now, tokenizer: estimateTokenizer() })
  vi.stubEnv('ANTHROPIC_BASE_URL', `${simulator.url}/v1`)
})
afterEach(() => simulator.close())
afterAll(async () => {
  vi.unstubAllEnvs()
  await varve.stop()
  varve.remove()
})

/** Runs a program in this process; what it prints is its result. */
async function run(name: string): Promise<string> {
  let printed = ''
  const argv = process.argv
  process.argv = argv.slice(0, 2)
  vi.spyOn(console, 'log').mockImplementation((...words) => void (printed += `${words.join(' ')}\n`))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    await import(join(FOLDER, name))
  } finally {
    process.argv = argv
    vi.restoreAllMocks()
  }
  return printed
}

/** What each program has to print. */
const PROGRAMS: Readonly<Record<string, RegExp>> = {
  'chat-before.ts': /^0 % of \d{5} input tokens came from the cache\.\n$/,
  'chat-after.ts': /^7\d % of \d{5} input tokens came from the cache\.\n$/,
  'guarded-model.ts': /^Redacted: EMAIL, CREDIT_CARD\n[\s\S]*2 placeholders\n$/,
  'plain-fetch.ts': /^0 tokens cached, 0 predicted\n(?:(\d{4}) tokens cached, \1 predicted\n){4}$/,
  'ask-my-notes.ts': /12 December[\s\S]*1 sources, \$0/,
  'openai-client.ts': /12 December/,
}

test.each(Object.entries(PROGRAMS))('%s does what it says', async (name, expected) => {
  expect(await run(name)).toMatch(expected)
  if (name === 'guarded-model.ts') expect(simulator.requests.at(-1)?.bodyText).not.toMatch(/jana\.novak|4111/)
})

/** Its packages are not among the dependencies of this repository. */
const NOT_RUN = ['langchain.mjs']

test('every program is run or named as not run, is short, and is in the list', () => {
  const programs = readdirSync(FOLDER).filter((name) => /\.(?:ts|mjs)$/.test(name) && name !== 'long-note.ts')
  expect(programs.toSorted()).toEqual([...Object.keys(PROGRAMS), ...NOT_RUN].toSorted())
  const list = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  for (const name of programs) {
    expect(readFileSync(join(FOLDER, name), 'utf8').split('\n').length, name).toBeLessThanOrEqual(66)
    expect(list).toContain(`(${name})`)
  }
})
