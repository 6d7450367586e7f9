import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hashText } from '@varve/engine/internal'
import { expect, test } from 'vitest'
import { parseNote } from '../note/parse-note.ts'
import type { DataviewNote, DataviewSource } from './vault.ts'
import { expandDataview } from '../extract/add-queries.ts'
import { runDataview } from './run-dataview.ts'

const root = fileURLToPath(new URL('../../../../../shared/data/vaultA/obsidian-garden/', import.meta.url))

function readGarden(): DataviewSource & { readonly notes: readonly DataviewNote[] } {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.md')).sort()
  const notes = files.map((path): DataviewNote => {
    const text = readFileSync(root + path, 'utf8')
    const { size, mtimeMs, birthtimeMs } = statSync(root + path)
    return {
      path: path.normalize('NFC').replaceAll('\\', '/'),
      parsed: parseNote(text),
      contentHash: hashText(text),
      bytes: size,
      modified: mtimeMs,
      created: birthtimeMs,
    }
  })
  const paths = notes.map(({ path }) => path)
  return { notes, resolveLink: (target) => paths.find((path) => `/${path}`.endsWith(`/${target}.md`)) }
}

test.skipIf(!existsSync(root))(
  'every query of a real vault runs, and its JavaScript does not (skipped without ../shared/data)',
  () => {
    const source = readGarden()
    const blocks = source.notes.flatMap(({ path, parsed }) =>
      parsed.queries.map((block) => {
        const run = (query: string): ReturnType<typeof runDataview> =>
          runDataview(query, { today: '2026-11-15', source, path })
        return expandDataview({ path, parsed: { ...parsed, queries: [block] }, run })[0]
      }),
    )
    const inState = (state: string): number =>
      blocks.filter((block) => block?.metadata?.['state'] === state).length
    expect([blocks.length, inState('result'), inState('script')]).toEqual([24, 23, 1])
    const people = blocks.find((block) => block?.source?.path === '👨‍👧‍👦 People.md')
    expect(people?.content).toContain('- [[👨‍👧‍👦 People/👨🏻‍🌾 Bob]]')
    expect(people?.content).not.toContain('New Person]]')
    const tasks = blocks.find((block) => block?.source?.query?.startsWith('task\nfrom "🗂 Projects'))
    expect(tasks?.content).toContain(
      'Result (3):\n\n- [[🗂 Projects/My New Garden/Next Steps]]\n  - [ ] Set up my new garden',
    )
    const glossary = blocks.find((block) => block?.source?.path === '📇 Glossary.md')
    expect(glossary?.content).toContain('| File | Category | Tags | In Links | Out Links |')
    expect(glossary?.metadata?.['rows']).toBeGreaterThan(5)
  },
)
