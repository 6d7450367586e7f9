import { hashBytes } from '@varve/engine/internal'
import { expect, test } from 'vitest'
import { pdfArtifact } from './pdf-artifact.ts'
import { readPdf } from './read-pdf.ts'
import { writeTextPdf } from './testing/write-test-pdf.ts'

const path = 'papers/a.pdf'

test('[A-1] a PDF artifact has its pages marked, and the hash of its bytes', async () => {
  const bytes = writeTextPdf(['One', '', 'Three'], 'Title')
  const artifact = pdfArtifact({ path, bytes, text: await readPdf(bytes, { path }) })
  expect(artifact).toMatchObject({
    key: 'papers/a.pdf',
    kind: 'pdf',
    title: 'a.pdf',
    contentHash: hashBytes(bytes),
    recoverable: true,
    metadata: { pageCount: 3, pages: [1, 3], title: 'Title' },
  })
  expect(artifact.content).toBe('[page 1]\nOne\n\n[page 2]\n[no text on this page]\n\n[page 3]\nThree')
})

test('[A-2] requested pages are part of the key', async () => {
  const bytes = writeTextPdf(['One', 'Two', 'Three'])
  const text = await readPdf(bytes, { path, pages: [2, 3] })
  const artifact = pdfArtifact({ path, bytes, text, pages: [2, 3] })
  expect(artifact.key).toBe('papers/a.pdf#pages=2-3')
  expect(artifact.content).toBe('[page 2]\nTwo\n\n[page 3]\nThree')
})

test('a scanned PDF says that it has no text, and what was left out', async () => {
  const bytes = writeTextPdf(['', '', ''])
  const text = await readPdf(bytes, { path, limits: { pages: 2 } })
  const { content } = pdfArtifact({ path, bytes, text })
  expect(content).toContain('[Pages 3 to 3 of 3 were left out.]')
  expect(content).toContain('no text on its pages 1 to 2. It was probably scanned')
})
