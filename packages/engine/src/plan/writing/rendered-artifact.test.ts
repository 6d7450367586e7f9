import { expect, test } from 'vitest'
import { createMemo, NO_MEMO } from '../../memo.ts'
import { renderArtifact } from '../../render/render-artifact.ts'
import { note, testModel } from '../../testing/walkthroughs/send-message.ts'
import { renderedArtifact } from './rendered-artifact.ts'

const a = note('a.md', 'text a')

test('[C-1] an artifact is remembered by whatever changes its text or its tokens', () => {
  const memo = createMemo()
  const model = testModel()
  const variants = [
    a,
    { ...a, title: 'Another' },
    { ...a, role: 'active' as const },
    { ...a, kind: 'file' as const },
    { ...a, key: 'b.md', source: { path: 'b.md' } },
    note('a.md', 'another text'),
  ]
  for (const artifact of [...variants, ...variants])
    for (const turn of [1, 2])
      for (const joined of [true, false])
        expect(renderedArtifact({ model, memo }, artifact, turn, joined)).toEqual(
          renderedArtifact({ model, memo: NO_MEMO }, artifact, turn, joined),
        )
  const other = testModel({ tokenizer: { id: 'other', count: (text) => text.length } })
  expect(renderedArtifact({ model: other, memo }, a, 1, false).tokens).toBe(renderArtifact(a, 1).length)
})
