import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { fileKind } from '../file-kind.ts'
import { parseNote } from '../note/parse-note.ts'
import type { NoteLink, ParsedNote } from '../note/parsed-note.ts'
import { createLinkResolver, type LinkResolver, isRemote } from './create-link-resolver.ts'
import { sliceByTarget } from '../extract/add-part.ts'

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const shared = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url))

interface Vault {
  readonly notes: ReadonlyMap<string, { readonly text: string; readonly parsed: ParsedNote }>
  readonly resolver: LinkResolver
}

function readVault(root: string): Vault {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const paths = names.map((name) => name.replaceAll('\\', '/')).filter((name) => fileKind(name) !== undefined)
  const notes = new Map(
    paths
      .filter((path) => fileKind(path) === 'note')
      .map((path) => {
        const text = readFileSync(`${root}/${path}`, 'utf8')
        return [path.normalize('NFC'), { text, parsed: parseNote(text) }] as const
      }),
  )
  const files = paths.map((path) => path.normalize('NFC'))
  const resolver = createLinkResolver(
    files.map((path) => ({ path, aliases: notes.get(path)?.parsed.aliases ?? [] })),
  )
  return { notes, resolver }
}

function note({ notes }: Vault, path: string): ParsedNote {
  const found = notes.get(path.normalize('NFC'))
  if (!found) throw new Error(`no note ${path}`)
  return found.parsed
}

function leads(
  { resolver }: Vault,
  links: readonly NoteLink[],
  from: string,
): readonly (string | undefined)[] {
  return links.map((link) => resolver.resolve(link, from)?.path)
}

describe('excerpt of obsidian-garden', () => {
  const vault = readVault(`${fixtures}obsidian-garden`)
  const places = '📇 Terms/💡 Concepts/Places.md'

  test('a daily note: front matter, hidden and plain fields, tasks, embeds', () => {
    const { frontMatter, fields, items, links } = note(vault, '🗓 Daily Notes/2021-06-16.md')
    expect(frontMatter.values).toEqual({
      type: 'daily',
      description: 'A basic structure for a daily note that evolves over the day',
    })
    expect(fields.map(({ name, line }) => [name, line])).toEqual([
      ['Status', 6],
      ['Tags', 10],
      ['Links', 11],
    ])
    expect(items.map(({ status, line }) => [status, line])).toEqual([
      ['x', 19],
      [' ', 20],
    ])
    expect(links.filter(({ embed }) => embed).map(({ target, line }) => [target, line])).toEqual([
      ['Snippets/Good Day', 16],
    ])
  })

  test('finds queries with their lines and code', () => {
    expect(note(vault, '📇 Glossary.md').queries.map(({ language, lines }) => [language, lines])).toEqual([
      ['dataview', [15, 24]],
    ])
    expect(note(vault, 'Snippets/Good Day.md').queries[0]?.language).toBe('dataviewjs')
  })

  test('emoji in paths; a renamed folder resolves to nothing in Obsidian’s rules and is found by name', () => {
    const [template, moved, connection] = note(vault, '📇 Glossary.md').links as readonly [
      NoteLink,
      NoteLink,
      NoteLink,
    ]
    expect(leads(vault, [template, moved, connection], '📇 Glossary.md')).toEqual([
      '⏣ Templates/🔖 New Term.md',
      undefined,
      '📇 Terms/💡 Concepts/Connection.md',
    ])
    const file = { path: '📇 Terms/💡 Concepts/Link.md', aliases: ['Tie'] }
    expect(vault.resolver.follow(moved, '📇 Glossary.md')).toBeUndefined()
    vault.resolver.remove(file.path)
    expect(vault.resolver.follow(moved, '📇 Glossary.md')).toEqual({
      path: '📇 Terms/💎 Obsidian/Link.md',
      by: 'moved',
    })
    vault.resolver.add(file)
  })

  test('the same name in two folders, a property, sections and blocks', () => {
    const { links, items, callouts, tags, frontMatter, blocks } = note(vault, places)
    expect(leads(vault, links, places)).toEqual([
      '📇 Terms/💡 Concepts/Connection.md',
      '📇 Terms/💡 Concepts/Link.md',
      '📇 Terms/💎 Obsidian/Link.md',
      '📇 Terms/💡 Concepts/Connection.md',
      '📇 Terms/💡 Concepts/Connection.md',
      undefined,
      undefined,
    ])
    expect(vault.resolver.resolve({ form: 'wiki', target: 'Link' }, 'Home.md')?.path).toBe(
      '📇 Terms/💎 Obsidian/Link.md',
    )
    expect(tags).toEqual(['places', 'garden/paths', 'garden/work'])
    expect(items.flatMap(({ fields }) => (fields ? [fields.map(({ name }) => name)] : []))).toEqual([
      ['due'],
      ['done'],
    ])
    expect(callouts).toEqual([{ type: 'tip', title: 'Oil it', lines: [15, 16] }])
    expect(blocks.map(({ id, lines }) => [id, lines])).toEqual([
      ['gate', [13, 13]],
      ['edges', [21, 22]],
    ])
    expect(frontMatter.values['related']).toBe('[[Connection]]')
    const connection = vault.notes.get('📇 Terms/💡 Concepts/Connection.md')
    expect(
      connection && sliceByTarget(connection.text, connection.parsed, { heading: 'Sources' })?.text,
    ).toBe('## Sources\n- Google Search')
  })
})

describe('excerpt of blue-book', () => {
  const vault = readVault(`${fixtures}blue-book`)

  test('brackets in code are not links, Markdown links lead to notes', () => {
    const links = [...vault.notes.values()].flatMap(({ parsed }) => parsed.links)
    expect(links.filter(({ form }) => form === 'wiki')).toEqual([])
    expect(leads(vault, note(vault, 'ksniff.md').links, 'ksniff.md')).toEqual([undefined, 'wireshark.md'])
    expect(note(vault, 'ksniff.md').headings.map(({ line }) => line)).toEqual([10, 28, 46, 48, 52])
  })
})

/** Counted once by hand and by the rules above; a change of any of them is a change of what is read. */
const WHOLE = [
  {
    name: 'obsidian-garden',
    counts: { notes: 49, wiki: 232, resolved: 106, followed: 163, links: 233, queries: 24, problems: 0 },
    // The pairs in the data follow a link by its base name where its folder was renamed.
    pairs: { all: 113, resolved: 64, followed: 113 },
  },
  {
    name: 'blue-book',
    counts: {
      notes: 1112,
      wiki: 0,
      resolved: 10_591,
      followed: 10_683,
      links: 11_799,
      queries: 0,
      problems: 0,
    },
    // Three are in text indented by four, which is code.
    pairs: { all: 252, resolved: 249, followed: 249 },
  },
]

describe.each(WHOLE)('the whole of $name', ({ name, counts, pairs }) => {
  const root = `${shared}vaultA/${name}`

  test('parses every note, and links resolve correctly', ({ skip }) => {
    if (!existsSync(root)) skip(`needs ../shared/data/vaultA/${name} beside the repository`)
    const vault = readVault(root)
    const found = {
      notes: vault.notes.size,
      wiki: 0,
      resolved: 0,
      followed: 0,
      links: 0,
      queries: 0,
      problems: 0,
    }
    for (const [path, { parsed }] of vault.notes) {
      const links = parsed.links.filter((link) => !isRemote(link))
      found.links += links.length
      found.wiki += links.filter(({ form }) => form === 'wiki').length
      found.resolved += links.filter((link) => vault.resolver.resolve(link, path)).length
      found.followed += links.filter((link) => vault.resolver.follow(link, path)).length
      found.queries += parsed.queries.length
      if (parsed.frontMatter.problem !== undefined) found.problems += 1
    }
    expect(found).toEqual(counts)
    expect(countPairs(vault, `${shared}links_vaultA_${name}.jsonl`)).toEqual(pairs)
  })
})

function countPairs({ notes, resolver }: Vault, file: string) {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const wanted = lines.map((line) => JSON.parse(line) as { readonly source: string; readonly target: string })
  const reached = (by: 'resolve' | 'follow') =>
    wanted.filter(({ source, target }) =>
      notes.get(source)?.parsed.links.some((link) => resolver[by](link, source)?.path === target),
    ).length
  return { all: wanted.length, resolved: reached('resolve'), followed: reached('follow') }
}
