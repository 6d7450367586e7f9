import { expect, test } from 'vitest'
import type { NoteLink, ParsedNote } from '../note/parsed-note.ts'
import { resolveImages } from './resolve-images.ts'

const EMPTY: ParsedNote = {
  frontMatter: { values: {} },
  headings: [],
  tags: [],
  aliases: [],
  links: [],
  blocks: [],
  fields: [],
  tasks: [],
  callouts: [],
  queries: [],
}

function link(target: string, embed = true): NoteLink {
  return { form: 'wiki', embed, target, line: 1 }
}

test('[V-1] pictures of a note: paths, addresses that need consent, and what leads nowhere', async () => {
  const targets = [
    'a.png',
    'a.png',
    'note',
    'gone.jpg',
    'https://example.org/x.png',
    'DATA:image/png;base64,AAAA',
  ]
  const parsed = { ...EMPTY, links: [...targets.map((target) => link(target)), link('b.png', false)] }
  const known = new Map([
    ['a.png', 'img/a.png'],
    ['note', 'note.md'],
    ['b.png', 'img/b.png'],
  ])
  const resolved = await resolveImages(parsed, 'note.md', (_, links) =>
    Promise.resolve(links.map(({ target }) => known.get(target))),
  )
  expect(resolved.paths).toEqual(['img/a.png'])
  expect(resolved.remote).toEqual(['https://example.org/x.png'])
  expect(resolved.missing.map(({ target }) => target)).toEqual(['gone.jpg'])
})
