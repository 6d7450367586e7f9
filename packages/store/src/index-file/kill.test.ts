import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { buildIndex } from './testing/build-index.ts'
import { dumpIndex } from './testing/dump-index.ts'
import { type TemporaryWorkspace, temporaryWorkspace } from './testing/temporary-workspace.ts'

const [KILLS, FILES] = process.env['VARVE_TEST_SHARE'] === 'full' ? [100, 900] : [3, 300]
const child = new URL('./testing/index-until-killed.ts', import.meta.url).pathname

let place: TemporaryWorkspace

afterEach(() => place.remove())

/** Kills the child so many milliseconds after it opened the index; says whether it was still at work. */
async function indexAndKill(milliseconds: number): Promise<boolean> {
  const indexing = spawn(process.execPath, [child, place.root, place.file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  indexing.stdout.setEncoding('utf8')
  indexing.stdout.on('data', (text: string) => {
    const wasOpen = output.includes('open')
    output += text
    if (!wasOpen && output.includes('open')) setTimeout(() => indexing.kill('SIGKILL'), milliseconds)
  })
  await once(indexing, 'close')
  return !output.includes('done')
}

function note(n: number, version: number): string {
  const words = Array.from({ length: 60 }, (_, w) => `w${(n * 31 + w * 17 + version) % 500}`).join(' ')
  return `# Note ${n}\n\n${words} [[n${(n * 7) % FILES}]] #tag${n % 9}\n`
}

test(`killed ${KILLS} times while it works: each time it repairs itself and equals a fresh index`, async () => {
  place = temporaryWorkspace()
  for (let n = 0; n < FILES; n++) place.write(`f${n % 20}/n${n}.md`, note(n, 0))
  let atWork = 0
  for (let kill = 0; kill < KILLS; kill++) {
    // From the second time on there is something to replace, to add and to take away.
    for (let n = 0; n < FILES; n += 3) place.write(`f${n % 20}/n${n}.md`, note(n, kill))
    place.delete(`f${kill % 20}`)
    for (let n = 0; n < 40; n++) place.write(`f${(kill + 1) % 20}/new${kill}-${n}.md`, note(n, kill))
    if (await indexAndKill((kill * 37) % 400)) atWork++
    expect(await buildIndex(place.root, place.file)).toEqual([])
    const fresh = `${place.file}.fresh${kill}`
    await buildIndex(place.root, fresh)
    expect(dumpIndex(place.file)).toEqual(dumpIndex(fresh))
  }
  expect(atWork).toBeGreaterThan(0)
}, 1_800_000)
