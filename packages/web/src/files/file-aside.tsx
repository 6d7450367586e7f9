import type { FileContentView } from '@varve/server/types'
import { useRelated, useVersions } from '../api/file-queries.ts'
import { FileIcon } from '../parts/file-icon.tsx'
import { SplitName } from '../parts/file-name.tsx'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { splitPath } from '../view-model/files/split-file-name.ts'
import { filesHref } from '../workbench/place.ts'
import { FileVersions } from './file-versions.tsx'
import { plainHeading } from './plain-heading.ts'
import { useActions } from '../workbench/actions.ts'

/** What a file belongs to: its headings, the notes that link to it, notes like it; and what it was before. */
export function FileAside({ file }: { readonly file: FileContentView }) {
  const { path, headings = [], incoming = [] } = file
  const { data: related = [] } = useRelated(path, file.kind === 'note')
  const { data: versions = [] } = useVersions(path)
  const count = Math.max(0, headings.length - 1) + incoming.length + related.length + versions.length
  if (count === 0) return null
  return (
    <aside className="file-aside" aria-label="About this file">
      {headings.length > 1 ? <Outline path={path} headings={headings} /> : null}
      {incoming.length > 0 ? <FileLinks title="Linked from" paths={incoming} /> : null}
      {related.length > 0 ? (
        <FileLinks title="Related" paths={[...new Set(related.map((hit) => hit.path))]} />
      ) : null}
      <FileVersions path={path} name={splitPath(path).name} heading="h2" />
    </aside>
  )
}

interface OutlineProps {
  readonly path: string
  readonly headings: NonNullable<FileContentView['headings']>
}

/** More headings than this are no overview, and take long to draw. */
const LONGEST_OUTLINE = 200

function Outline({ path, headings }: OutlineProps) {
  const { openFile } = useActions()
  const shown = headings.slice(0, LONGEST_OUTLINE)
  const top = Math.min(...shown.map(({ level }) => level))
  const more = headings.length - shown.length
  return (
    <section className="file-outline">
      <h2>In this note</h2>
      <ul>
        {shown.map(({ level, text, line }) => (
          <li key={line}>
            <a
              href={filesHref(path, { kind: 'line', line })}
              data-level={Math.min(level - top, 3)}
              className="cut"
              title={plainHeading(text)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                openFile(path, { kind: 'line', line })
              }}
            >
              {plainHeading(text)}
            </a>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="faint">and {formatTokens(more)} more</p> : null}
    </section>
  )
}

const SHOWN = 50

function FileLinks({ title, paths }: { readonly title: string; readonly paths: readonly string[] }) {
  return (
    <section>
      <h2>
        {title} <span className="figures">{paths.length}</span>
      </h2>
      <ul className="file-links">
        {paths.slice(0, SHOWN).map((path) => (
          <li key={path}>
            <a href={filesHref(path)} title={path}>
              <FileIcon kind="note" />
              <SplitName name={splitPath(path).name} />
              <span className="cut faint">{splitPath(path).folder}</span>
            </a>
          </li>
        ))}
      </ul>
      {paths.length > SHOWN ? <p className="faint">{paths.length - SHOWN} more</p> : null}
    </section>
  )
}
