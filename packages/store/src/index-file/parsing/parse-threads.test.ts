import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { INDEX_LIMITS } from '../protocol/index-limits.ts'
import { lookAtDisk } from '../looking/look-at-disk.ts'
import { ParseThreads } from './parse-threads.ts'
import { pathsOf, type TemporaryWorkspace, temporaryWorkspace } from '../testing/temporary-workspace.ts'

let place: TemporaryWorkspace

afterEach(() => place.remove())

/** A PDF with one line of text on each page. */
function pdfOf(pages: readonly string[]): string {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

test('a PDF is found by its words, and its page is cited', async () => {
  place = temporaryWorkspace({ 'paper.pdf': pdfOf(['introduction and thanks', 'a theorem about lattices']) })
  const index = await place.open()
  await index.refresh()
  const [hit] = (await index.search({ text: 'lattices' })).hits
  expect(hit).toMatchObject({ path: 'paper.pdf', kind: 'pdf', lines: [2, 2], headings: ['Page 2'] })
  await index.close()
  const again = await place.open()
  await again.refresh()
  expect(again.filesRead()).toBe(0)
  expect(await pathsOf(again, 'theorem')).toEqual(['paper.pdf'])
})

test('a thread that takes too long over a file costs that file alone, with the reason', async () => {
  place = temporaryWorkspace({ 'a.md': 'alpha', 'b.md': 'beta' })
  const realRoot = realpathSync(place.root)
  const look = await lookAtDisk('everything', { realRoot, maximumFiles: 10, watch: undefined })
  const jobs = [...look.files.values()].map((file) => ({ file, knownHash: '' }))
  // No time at all: every file is one that takes too long.
  const threads = new ParseThreads({ threads: 1, milliseconds: 0 })
  try {
    expect(await threads.prepare(jobs, { realRoot, limits: INDEX_LIMITS })).toMatchObject([
      { path: 'a.md', problem: '"a.md" cannot be indexed: it took too long.', passages: [] },
      { path: 'b.md', problem: '"b.md" cannot be indexed: it took too long.', passages: [] },
    ])
  } finally {
    await threads.close()
  }
})

test('groups that are sent ahead come back whole and in their order, also from a thread that was started again', async () => {
  place = temporaryWorkspace({ 'a.md': 'alpha', 'b.md': 'beta', 'c.md': 'gamma' })
  const realRoot = realpathSync(place.root)
  const look = await lookAtDisk('everything', { realRoot, maximumFiles: 10, watch: undefined })
  const groups = [...look.files.values()].map((file) => [{ file, knownHash: '' }])
  const paths = groups.map(([job]) => job?.file.path)
  const prepareAll = async (milliseconds: number) => {
    const threads = new ParseThreads({ threads: 1, milliseconds })
    try {
      return (
        await Promise.all(groups.map((jobs) => threads.prepare(jobs, { realRoot, limits: INDEX_LIMITS })))
      ).flat()
    } finally {
      await threads.close()
    }
  }
  const sound = await prepareAll(60_000)
  expect(sound.map(({ path }) => path)).toEqual(paths)
  expect(sound.every((file) => file.kind === 'file' && file.passages.length === 1)).toBe(true)
  const late = await prepareAll(0)
  expect(late.map(({ path }) => path)).toEqual(paths)
  expect(late.every((file) => file.kind === 'file' && file.problem !== undefined)).toBe(true)
})

test('threads that are ended leave nobody waiting: what they have is refused, and what comes later', async () => {
  place = temporaryWorkspace({ 'a.md': 'alpha', 'b.md': 'beta' })
  const realRoot = realpathSync(place.root)
  const look = await lookAtDisk('everything', { realRoot, maximumFiles: 10, watch: undefined })
  const jobs = [...look.files.values()].map((file) => ({ file, knownHash: '' }))
  const options = { realRoot, limits: INDEX_LIMITS }
  /** More than lie in the thread at once. */
  const askMuch = (threads: ParseThreads) =>
    Promise.allSettled(Array.from({ length: 20 }, () => threads.prepare(jobs, options)))
  const threads = new ParseThreads({ threads: 1, milliseconds: 60_000 })
  const asked = askMuch(threads)
  await threads.close()
  for (const { status } of await asked) expect(status).toBe('rejected')
  await expect(threads.prepare(jobs, options)).rejects.toMatchObject({ code: 'closed' })
  // One that is given up over a group at that moment: some may be done with by then, and the others are refused.
  const late = new ParseThreads({ threads: 1, milliseconds: 0 })
  const askedLate = askMuch(late)
  await sleep(2)
  await late.close()
  expect(await askedLate).toHaveLength(20)
})
