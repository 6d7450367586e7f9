import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { WorkspaceError, type WorkspaceErrorCode } from '../workspace-error.ts'
import type { PdfLimits } from './pdf-protocol.ts'
import { readPdf } from './read-pdf.ts'
import { deflateBomb, writeContentPdf, writeTestPdf, writeTextPdf } from './testing/write-test-pdf.ts'

const path = 'papers/a.pdf'
const STEP = process.env['VARVE_TEST_SHARE'] === 'full' ? 1 : 4
const TIGHT: Partial<PdfLimits> = { milliseconds: 15_000, heapMegabytes: 128, bufferMegabytes: 192 }

async function codeOf(
  bytes: Uint8Array,
  limits: Partial<PdfLimits> = TIGHT,
): Promise<WorkspaceErrorCode | 'read'> {
  try {
    await readPdf(bytes, { path, limits })
    return 'read'
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    expect(error.message).toContain(path)
    return error.code
  }
}

describe('text', () => {
  const three = writeTextPdf(['First page\nwith (two) lines', '', 'Third page'], 'A title')

  test('returns each page, with title and count', async () => {
    expect(await readPdf(three, { path })).toEqual({
      pages: ['First page\nwith (two) lines', '', 'Third page'],
      firstPage: 1,
      pageCount: 3,
      title: 'A title',
      warnings: [],
    })
  })

  test('returns a range of pages up to the last one', async () => {
    const text = await readPdf(three, { path, pages: [2, 9] })
    expect(text).toMatchObject({ pages: ['', 'Third page'], firstPage: 2, pageCount: 3, warnings: [] })
  })

  test('missing pages are an error with the count', async () => {
    await expect(readPdf(three, { path, pages: [4, 4] })).rejects.toThrow('has 3 pages, no page 4')
    await expect(readPdf(three, { path, pages: [0, 1] })).rejects.toThrow('not a range of pages')
  })

  test('does not change the caller’s bytes', async () => {
    const before = three.slice()
    await readPdf(three, { path })
    expect(three).toEqual(before)
  })

  test('limits on pages and characters cut, and say what was left out', async () => {
    const pages = await readPdf(three, { path, limits: { pages: 1 } })
    expect(pages.pages).toHaveLength(1)
    expect(pages.warnings).toEqual(['Pages 2 to 3 of 3 were left out.'])
    const characters = await readPdf(three, { path, limits: { characters: 5 } })
    expect(characters.pages).toEqual(['First'])
    expect(characters.warnings).toEqual([
      'The text is cut within page 1, after 5 characters.',
      'Pages 2 to 3 of 3 were left out.',
    ])
  })

  test('an abort ends the reading', async () => {
    const signal = AbortSignal.abort(new Error('closed'))
    await expect(readPdf(three, { path, signal })).rejects.toThrow('closed')
  })
})

describe('bombs: a document fails its own reading, never the process', () => {
  test('a gigabyte of zeros in a page', async () => {
    const bomb = writeContentPdf('/Filter /FlateDecode', deflateBomb(64, 0))
    expect(bomb.length).toBeLessThan(2_000_000)
    expect(await codeOf(bomb)).toBe('document-too-large')
  })

  test('a gigabyte of brackets, which is text to a parser', async () => {
    const bomb = writeContentPdf('/Filter /FlateDecode', deflateBomb(64, 0x5b))
    expect(['document-too-large', 'document-timeout']).toContain(await codeOf(bomb))
  })

  test('a loop of filters over one stream', async () => {
    const filters = Array.from({ length: 5_000 }, () => '/FlateDecode').join(' ')
    const bytes = writeContentPdf(`/Filter [${filters}]`, deflateBomb(1, 0))
    expect(['read', 'document-too-large', 'document-broken']).toContain(await codeOf(bytes))
  })

  test('nesting of a million arrays', async () => {
    const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
    const bytes = writeTestPdf([
      { dictionary: `<< /Type /Catalog /Pages 2 0 R /Deep ${deep} >>` },
      { dictionary: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>' },
      { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>' },
    ])
    expect(['read', 'document-broken', 'document-too-large']).toContain(await codeOf(bytes))
  })

  test('a table of references that names itself as its predecessor', async () => {
    const once = Buffer.from(writeTextPdf(['looped'])).toString('latin1')
    const start = /startxref\n(\d+)/.exec(once)?.[1]
    const looped = once.replace('/Info 4 0 R', `/Prev ${start}`)
    expect(looped).not.toBe(once)
    const text = await readPdf(Buffer.from(looped, 'latin1'), { path, limits: TIGHT })
    expect(text.pages).toEqual(['looped'])
  })

  test('pages that contain each other', async () => {
    const bytes = writeTestPdf([
      { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
      { dictionary: '<< /Type /Pages /Count 1000000000 /Kids [3 0 R 3 0 R] >>' },
      { dictionary: '<< /Type /Pages /Count 1000000000 /Kids [2 0 R 2 0 R] >>' },
    ])
    expect(await codeOf(bytes, { ...TIGHT, pages: 3 })).toMatch(/^(?:read|document-broken|document-timeout)$/)
  })

  test('a file over the byte limit is not read at all', async () => {
    expect(await codeOf(writeTextPdf(['x']), { bytes: 100 })).toBe('document-too-large')
  })

  test('the time limit holds, and its message says what to do', async () => {
    const reading = readPdf(writeTextPdf(['x']), { path: 'a.pdf', limits: { milliseconds: 1 } })
    await expect(reading).rejects.toMatchObject({
      code: 'document-timeout',
      message: expect.stringContaining('such as a.pdf#pages=1-20'),
    })
  })
})

describe('damaged PDFs and other files', () => {
  test('other bytes', async () => {
    expect(await codeOf(new Uint8Array(0))).toBe('document-broken')
    expect(await codeOf(Buffer.from('<!doctype html><title>%PDF</title>'))).toBe('document-broken')
    expect(await codeOf(Buffer.from('%PDF-1.7\nnothing else'))).toBe('document-broken')
  })

  test('a file cut anywhere is read or refused, without hanging', async () => {
    const whole = writeTextPdf(['one', 'two', 'three'])
    for (let tenth = 1; tenth < 10; tenth += STEP) {
      const code = await codeOf(whole.subarray(0, Math.floor((whole.length * tenth) / 10)))
      expect(code).toMatch(/^(?:read|document-broken)$/)
    }
  })

  test('a file that needs a password', async () => {
    const key = '<'.concat('41'.repeat(32), '>')
    const bytes = writeTestPdf(
      [
        { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
        { dictionary: '<< /Type /Pages /Count 0 /Kids [] >>' },
        { dictionary: `<< /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >>` },
      ],
      '/Encrypt 3 0 R /ID [<00> <00>]',
    )
    expect(await codeOf(bytes)).toBe('document-password')
  })
})

test('the PDF reader never evaluates text as code', () => {
  const source = readFileSync(fileURLToPath(import.meta.resolve('unpdf/pdfjs')), 'utf8')
  expect(source.length).toBeGreaterThan(1_000_000)
  expect(source).not.toMatch(/new Function\b|[^\w.]Function\(|[^\w.]eval\(/)
})
