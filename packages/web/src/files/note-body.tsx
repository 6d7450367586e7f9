import type { FileContentView } from '@varve/server/types'
import { type RefObject, useEffect, useRef } from 'react'
import { NoteMarkdown } from '../markdown/note-markdown.tsx'
import type { Spot } from '../workbench/place.ts'
import { FrontMatter } from './front-matter.tsx'
import { spotLine } from './spot-line.ts'
import type { TitledNote } from './take-title.ts'

interface NoteBodyProps {
  readonly file: FileContentView
  readonly note: TitledNote
  readonly spot: Spot | undefined
}

/** A note as it reads: its fields quietly above, then its text. */
export function NoteBody({ file, note, spot }: NoteBodyProps) {
  const { headings = [] } = file
  const { fields, body, linesBefore } = note
  const root = useRef<HTMLDivElement>(null)
  useGoTo(root, spotLine(spot, headings))
  return (
    <>
      <FrontMatter fields={fields} />
      {body.trim() === '' ? <p className="file-said">This note is empty.</p> : null}
      <div ref={root} className="markdown note-body">
        <NoteMarkdown text={body} linesBefore={linesBefore} />
      </div>
    </>
  )
}

/** Brings the block with a line into view and marks it for a moment. */
function useGoTo(root: RefObject<HTMLElement | null>, line: number | undefined): void {
  useEffect(() => {
    if (line === undefined) return undefined
    const block = blockAt(root.current, line)
    // What stands before the first block is the title and the fields.
    const target = block ?? root.current?.closest('article')
    target?.scrollIntoView({ block: 'start' })
    block?.classList.add('wanted')
    return () => block?.classList.remove('wanted')
  }, [root, line])
}

/** The block that begins at the line or next before it; footnotes stand below, wherever they are written. */
function blockAt(root: HTMLElement | null, line: number): HTMLElement | undefined {
  const blocks = [...(root?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const lineOf = (block: HTMLElement): number => Number(block.dataset['line'])
  return blocks
    .filter((block) => lineOf(block) <= line)
    .reduce<HTMLElement | undefined>(
      (best, block) => (best && lineOf(best) > lineOf(block) ? best : block),
      undefined,
    )
}
