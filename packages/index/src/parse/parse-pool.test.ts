import { realpathSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { INDEX_LIMITS } from '../protocol.ts'
import { scanWorkspace } from '../scan/scan-workspace.ts'
import { ParsePool } from './parse-pool.ts'
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

test('finds a PDF by its words, and cites the page', async () => {
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

async function poolOver(milliseconds: number, entry?: URL) {
  const realRoot = realpathSync(place.root)
  const { files } = await scanWorkspace('everything', { realRoot, maximumFiles: 10, watch: undefined })
  const jobs = [...files.values()].map((file) => ({ file, knownHash: '' }))
  return {
    jobs,
    pool: new ParsePool({
      realRoot,
      limits: INDEX_LIMITS,
      threads: 1,
      milliseconds,
      ...(entry ? { entry } : {}),
    }),
  }
}

test('a thread that hangs on a file loses only that file, with the reason', async () => {
  // No thread reads megabytes before its time, which is none, is up.
  const long = 'alpha beta gamma\n\n'.repeat(100_000)
  place = temporaryWorkspace({ 'a.md': long, 'b.md': long })
  const { jobs, pool } = await poolOver(0)
  try {
    expect(await pool.parse(jobs)).toMatchObject([
      { path: 'a.md', problem: '"a.md" cannot be indexed: it took too long.', passages: [] },
      { path: 'b.md', problem: '"b.md" cannot be indexed: it took too long.', passages: [] },
    ])
  } finally {
    await pool.close()
  }
})

test('returns whole groups in order, also from a restarted thread', async () => {
  place = temporaryWorkspace({ 'a.md': 'alpha', 'b.md': 'beta', 'c.md': 'gamma' })
  const parseAll = async (milliseconds: number) => {
    const { jobs, pool } = await poolOver(milliseconds)
    try {
      return (await Promise.all(jobs.map((job) => pool.parse([job])))).flat()
    } finally {
      await pool.close()
    }
  }
  const sound = await parseAll(60_000)
  expect(sound.map(({ path }) => path)).toEqual(['a.md', 'b.md', 'c.md'])
  expect(sound.every((file) => file.kind === 'file' && file.passages.length === 1)).toBe(true)
  await place.remove()
  // No thread reads megabytes before its time is up.
  const long = 'alpha beta gamma\n\n'.repeat(100_000)
  place = temporaryWorkspace({ 'a.md': long, 'b.md': long, 'c.md': long })
  const late = await parseAll(0)
  expect(late.map(({ path }) => path)).toEqual(['a.md', 'b.md', 'c.md'])
  expect(late.every((file) => file.kind === 'file' && file.problem !== undefined)).toBe(true)
})

test('a closed pool rejects pending and later groups', async () => {
  place = temporaryWorkspace({ 'a.md': 'alpha', 'b.md': 'beta' })
  const { jobs, pool } = await poolOver(60_000)
  const asked = Promise.allSettled(Array.from({ length: 20 }, () => pool.parse(jobs)))
  await pool.close()
  for (const { status } of await asked) expect(status).toBe('rejected')
  await expect(pool.parse(jobs)).rejects.toMatchObject({ code: 'closed' })
})

test('a pool closed while it gives up a group ends too', async () => {
  place = temporaryWorkspace({ 'a.md': 'alpha', 'b.md': 'beta' })
  const { jobs, pool } = await poolOver(0)
  const asked = Promise.allSettled(Array.from({ length: 20 }, () => pool.parse(jobs)))
  await pool.parse(jobs.slice(0, 1)).catch(() => undefined)
  await pool.close()
  expect(await asked).toHaveLength(20)
})

test('parses in process if no thread can be loaded', async () => {
  place = temporaryWorkspace({ 'a.md': 'alpha', 'b.md': 'beta' })
  const { jobs, pool } = await poolOver(60_000, new URL('./missing.ts', import.meta.url))
  const parsed = await pool.parse(jobs)
  expect(
    parsed.map((file) => file.kind === 'file' && [file.path, file.passages.length, file.problem]),
  ).toEqual([
    ['a.md', 1, undefined],
    ['b.md', 1, undefined],
  ])
  await pool.close()
})
