import { expect, test } from 'vitest'
import { hashText } from '../artifact/hash.ts'
import { buildUserLayer, buildSystemLayer } from '../envelope/assemble-envelope.ts'
import { buildSections, hashLayer } from './section.ts'

const [a, b] = [{ hash: hashText('a') }, { hash: hashText('b') }]

test('[E-1] the hash of a layer names the layer, its segments and their order', () => {
  expect(hashLayer('L1', [a, b])).toBe(hashText(`L1\n${a.hash}\n${b.hash}`))
  const others = [hashLayer('L1', [b, a]), hashLayer('L2', [a, b]), hashLayer('L1', [a]), hashLayer('L1', [])]
  expect(new Set([hashLayer('L1', [a, b]), ...others]).size).toBe(5)
})

test('[E-1] L1 is its sections and L5 the text of the user, each hashed', () => {
  const sections = buildSections([{ id: 'contract', text: 'Hello.' }])
  expect(buildSystemLayer(sections)).toEqual({
    id: 'L1',
    segments: sections,
    hash: hashLayer('L1', sections),
  })
  const segments = [{ text: 'Why?', hash: hashText('Why?') }]
  expect(buildUserLayer('Why?')).toEqual({ id: 'L5', segments, hash: hashLayer('L5', segments) })
})
