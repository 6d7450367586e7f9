import { expect, test } from 'vitest'
import { embeddingCost, embeddingWords } from './workspace-settings.tsx'

const status = { embedder: 'x', vectorsDone: 1200, vectorsTotal: 4000 }

test('says the cost for this workspace beforehand', () => {
  expect(embeddingCost(4000)).toBe(
    'For the 4,000 passages here: about 8.2\u00a0MB of disk, and about 5 minutes once, in the background.',
  )
  expect(embeddingCost(1)).toContain('1 passage here')
  expect(embeddingCost(undefined)).toBeUndefined()
})

test('shows progress', () => {
  expect(embeddingWords(undefined)).toBeUndefined()
  expect(embeddingWords({ ...status, state: 'embedding' })).toContain('1,200 of 4,000 passages')
  expect(embeddingWords({ ...status, state: 'waiting' })).toContain('Waiting for files')
  expect(embeddingWords({ ...status, state: 'ready' })).toContain('All 4,000')
  expect(embeddingWords({ ...status, state: 'failed', failure: 'No room.' })).toBe('No room.')
})
