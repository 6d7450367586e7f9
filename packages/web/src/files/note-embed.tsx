import './note-embed.css'
import type { FileContentView } from '@varve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useContext, useMemo, useRef } from 'react'
import { keys } from '../api/keys.ts'
import { useFileContent } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { t } from '../i18n/t.ts'
import { NoteMarkdown } from '../markdown/lazy-markdown.tsx'
import { NoteAnchor, type NoteLinks, NoteLinksContext } from '../markdown/note-link.tsx'
import { useSeen } from '../parts/hooks.ts'
import { FileIcon } from '../parts/file-name.tsx'
import { splitPath } from '../view-model/files/file-names.ts'
import { splitFrontMatter } from '../view-model/files/note-text.ts'
import type { Spot } from '../workbench/place.ts'
import { useActions } from '../workbench/actions.ts'
import { CanvasBoard } from './canvas-board.tsx'
import { PdfPages } from './pdf-pages.tsx'

/** An embed within an embed, and so on: deeper ones are links. */
const DEEPEST = 4

/** More of a note is not drawn in another one. */
const LONGEST = 50_000

/**
 * Links lead where the server says that they do; where it does not know yet, as while files are still
 * read, to a file of that name. Tags are searched for, embeds drawn in place. `above` are the files that
 * this one is embedded in.
 */
export function useNoteLinks(file: FileContentView, above: readonly string[] = []): NoteLinks {
  const { openFile, openDialog } = useActions()
  const client = useQueryClient()
  const byName = useContext(NoteLinksContext)
  const chain = JSON.stringify([...above, file.path])
  return useMemo(() => {
    const targets = targetsIn(file)
    const files = JSON.parse(chain) as readonly string[]
    return {
      find: (target) => (target === '' ? file.path : (targets.get(target) ?? byName?.find(target))),
      hasHeading: (path, heading) => {
        // Of another note it is known once that was read, too.
        const known = path === file.path ? file : client.getQueryData<FileContentView>(keys.content(path))
        if (!known?.headings || heading.startsWith('^')) return undefined
        return spotLine({ kind: 'heading', heading }, known.headings) !== undefined
      },
      open: (path, heading) =>
        openFile(path, heading === undefined ? undefined : { kind: 'heading', heading }),
      searchTag: (tag) => openDialog({ kind: 'search', query: `#${tag}` }),
      picture: routes.picture,
      result: (query) => file.queries?.find((each) => each.query === query),
      embed: (path, heading) =>
        files.length > DEEPEST || (files.includes(path) && heading === undefined) ? undefined : (
          <FileEmbed path={path} heading={heading} above={files} />
        ),
    }
  }, [file, chain, byName, client, openFile, openDialog])
}

/** Where each link of a note leads, by what is written in it. */
function targetsIn({ links = [] }: FileContentView): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  for (const { target, path } of links) if (path !== undefined) targets.set(target, path)
  return targets
}

interface FileEmbedProps {
  readonly path: string
  readonly heading: string | undefined
  readonly above: readonly string[]
}

/** A file in another one: its name leads there, below it is what it says. Read once it is in view. */
export function FileEmbed({ path, heading, above }: FileEmbedProps) {
  const root = useRef<HTMLElement>(null)
  const isSeen = useSeen(root)
  const { data: file, error } = useFileContent(path, isSeen)
  return (
    <section ref={root} className="note-embed" aria-label={path}>
      <p className="note-embed-name">
        <FileIcon kind={file?.kind ?? 'note'} />
        <NoteAnchor path={path} heading={heading}>
          {[splitPath(path).name.replace(/\.md$/i, ''), heading?.replace(/^\^.*/, '')]
            .filter(Boolean)
            .join(' › ')}
        </NoteAnchor>
      </p>
      {error ? <p className="faint">{t('It can’t be read right now.')}</p> : null}
      {file ? <Embedded file={file} heading={heading} above={above} /> : null}
    </section>
  )
}

interface EmbeddedProps extends Omit<FileEmbedProps, 'path'> {
  readonly file: FileContentView
}

function Embedded({ file, heading, above }: EmbeddedProps): ReactNode {
  const links = useNoteLinks(file, above)
  if (/\.canvas$/i.test(file.path))
    return (
      <NoteLinksContext value={links}>
        <CanvasBoard file={file} otherwise={null} />
      </NoteLinksContext>
    )
  if (file.kind === 'pdf') return <PdfPages file={file} page={undefined} />
  if (file.kind !== 'note') return null
  const part = heading === undefined ? splitFrontMatter(file.content).body : partOf(file, heading)
  if (part === undefined)
    return <p className="faint">{t('“{heading}” isn’t in this note.', { heading: heading ?? '' })}</p>
  return (
    <NoteLinksContext value={links}>
      <div className="markdown">
        <NoteMarkdown text={part.slice(0, LONGEST)} linesBefore={undefined} />
      </div>
      {part.length > LONGEST ? <p className="faint">{t('Open the note to read on.')}</p> : null}
    </NoteLinksContext>
  )
}

/** A section with its heading, or the block that an id names; undefined where there is none. */
export function partOf(
  { content, headings = [] }: Pick<FileContentView, 'content' | 'headings'>,
  wanted: string,
): string | undefined {
  const lines = content.split(/\r?\n/)
  const id = /\^([A-Za-z\d-]+)$/.exec(wanted)?.[1]
  if (id !== undefined) return blockOf(lines, id)
  const line = spotLine({ kind: 'heading', heading: wanted }, headings)
  const at = headings.findIndex((heading) => heading.line === line)
  const own = headings[at]
  if (!own) return undefined
  const next = headings.slice(at + 1).find(({ level }) => level <= own.level)
  return lines.slice(own.line - 1, next === undefined ? undefined : next.line - 1).join('\n')
}

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/

/** A paragraph, or one item of a list. An id on a line of its own names the block above it. */
function blockOf(lines: readonly string[], id: string): string | undefined {
  const named = lines.findIndex((line) => new RegExp(String.raw`(?:^|\s)\^${id}\s*$`).test(line))
  if (named < 0) return undefined
  const isAlone = lines[named]?.trim() === `^${id}`
  const end = isAlone ? lines.findLastIndex((line, at) => at < named && line.trim() !== '') : named
  if (end < 0) return undefined
  let first = end
  while (first > 0 && !ITEM.test(lines[first] ?? '') && lines[first - 1]?.trim() !== '') first -= 1
  return lines.slice(first, end + 1).join('\n')
}

/** The line of a note that is wanted; a heading is found whatever its case, the last of several steps counts. */
export function spotLine(
  spot: Spot | undefined,
  headings: NonNullable<FileContentView['headings']>,
): number | undefined {
  if (!spot) return undefined
  if (spot.kind === 'line') return spot.line
  if (spot.kind === 'page' || spot.kind === 'edit') return undefined
  const wanted = fold(spot.heading.split('#').at(-1) ?? '')
  return headings.find(({ text }) => fold(text) === wanted)?.line
}

/** Links leave out marks that a heading may hold. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
