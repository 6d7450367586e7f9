import { expect, test } from 'vitest'
import { answerSearch } from '../answer-search.ts'
import { openMemorySource } from '../testing/memory-source.ts'
import { memoryVectors } from '../testing/memory-vectors.ts'
import { unitVector } from './unit-vector.ts'

const source = openMemorySource([
  { path: 'words.md', text: 'bread bread bread' },
  { path: 'meaning.md', text: 'a loaf with yeast' },
  { path: 'far.md', text: 'stocks and bonds' },
])
const vectors = memoryVectors(source, [
  { passage: 1, file: 1, vector: unitVector([1, 0.2]) },
  { passage: 2, file: 2, vector: unitVector([1, 0]) },
  { passage: 3, file: 3, vector: unitVector([0, 1]) },
])
const vector = unitVector([2, 0])

test('with vectors a paraphrase is found, after notes with the word', () => {
  const hits = answerSearch({ ...source, vectors }, { text: 'bread' }, { vector }).hits
  expect(hits.slice(0, 2).map((hit) => hit.path)).toEqual(['words.md', 'meaning.md'])
  expect(hits[1]?.snippet).toBe('a loaf with yeast')
})

test('without vectors, or for a question without one, only words count', () => {
  expect(answerSearch(source, { text: 'bread' }, { vector }).hits.map((hit) => hit.path)).toEqual([
    'words.md',
  ])
  expect(answerSearch({ ...source, vectors }, { text: 'bread' }).hits.map((hit) => hit.path)).toEqual([
    'words.md',
  ])
})

test('near hits must pass the filter too', () => {
  const hits = answerSearch(
    { ...source, vectors },
    { text: 'bread', exclude: ['meaning.md'] },
    { vector },
  ).hits
  expect(hits.map((hit) => hit.path)).not.toContain('meaning.md')
})

test('a word that occurs nowhere needs a closer vector than a known one', () => {
  const near = (cosine: number, text: string) =>
    answerSearch(
      { ...source, vectors },
      { text },
      { vector: new Float32Array([cosine, -Math.sqrt(1 - cosine ** 2)]) },
    ).hits.map((hit) => hit.path)
  expect(near(0.45, 'xyzzyqq')).toEqual([])
  expect(near(0.55, 'xyzzyqq')).toEqual(['meaning.md'])
  expect(near(0.45, 'xyzzyqq blorfle grumplestix')).toEqual(['meaning.md'])
  expect(near(0.45, 'stocks')).toContain('meaning.md')
})
