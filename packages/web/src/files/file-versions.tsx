import './file-versions.css'
import type { FileVersionView } from '@varve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFileDiff, useVersions } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { useNow } from '../parts/hooks.ts'
import { formatChanged } from '../view-model/text/format.ts'
import { useActions } from '../workbench/actions.ts'
import { DiffLines } from '../parts/diff-lines.tsx'
import type { DiffRow } from '../view-model/text/rows.ts'
import { t } from '../i18n/t.ts'

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

const SHOWN = 20
const MINUTE = 60_000

interface FileVersionsProps {
  readonly path: string
  /** The file's name in its folder. */
  readonly name: string
  /** Its heading fits those around it. */
  readonly heading: 'h2' | 'h3'
}

/** What a file was before Varve changed it, newest first, each with what has changed since. */
export function FileVersions({ path, name, heading: Heading }: FileVersionsProps) {
  const { data = [], error } = useVersions(path)
  if (error) return <ErrorNotice error={error} />
  if (data.length === 0) return null
  const more = data.length - SHOWN
  return (
    <section className="file-versions">
      <Heading>
        {t('Earlier versions')} <span className="figures faint">{data.length}</span>
      </Heading>
      <ul>
        {data.slice(0, SHOWN).map((version) => (
          <Version key={version.id} version={version} path={path} name={name} />
        ))}
      </ul>
      {more > 0 ? <p className="faint">{t('{more} more: run varve files versions', { more })}</p> : null}
    </section>
  )
}

interface VersionProps {
  readonly version: FileVersionView
  readonly path: string
  readonly name: string
}

function Version({ version, path, name }: VersionProps) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const { say, sayError } = useActions()
  const now = useNow(MINUTE)
  const bringBack = async () => {
    try {
      await routes.restoreFile(version.id)
      const changed = [keys.definitions, keys.files, keys.content(path), keys.versions(path)]
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
      say({ tone: 'info', text: t('Restored the earlier version of {name}.', { name }) })
    } catch (error) {
      sayError(t('Couldn’t restore it.'), error)
    }
  }
  const when = formatChanged(version.keptAt, new Date(now))
  return (
    <li>
      <div className="file-version">
        <time className="grow" dateTime={new Date(version.keptAt).toISOString()}>
          {t('Until {when}', { when })}
        </time>
        <Button small look="bare" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('Hide changes') : t('Changes since')}
        </Button>
        <Button small onClick={() => void bringBack()}>
          {t('Restore')}
        </Button>
      </div>
      {open ? <Changes path={path} name={name} from={version.id} /> : null}
    </li>
  )
}

interface ChangesProps {
  readonly path: string
  readonly name: string
  readonly from: string
}

function Changes({ path, name, from }: ChangesProps) {
  const { data, error } = useFileDiff(path, from)
  if (error) return <ErrorNotice error={error} />
  if (!data) return null
  return data.same ? (
    <p className="faint">{t('The same as now.')}</p>
  ) : (
    <UnifiedDiff text={data.text} label={t('Changes to {name}', { name })} />
  )
}

/** A unified diff as the server writes it. */
function UnifiedDiff({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = useMemo(() => parseUnified(text), [text])
  return rows.length === 0 ? (
    <p className="faint">{text}</p>
  ) : (
    <DiffLines rows={rows} left={0} label={label} />
  )
}

/** The rows of a unified diff; none for a text that is no diff. */
export function parseUnified(text: string): readonly DiffRow[] {
  const rows: DiffRow[] = []
  let [before, after, inHunk] = [0, 0, false]
  for (const line of text.split('\n')) {
    const hunk = HUNK.exec(line)
    if (hunk) {
      ;[before, after, inHunk] = [Number(hunk[1]), Number(hunk[2]), true]
      if (rows.length > 0) rows.push({ kind: 'gap', line: after, text: '' })
    } else if (inHunk && line.startsWith('-'))
      rows.push({ kind: 'removed', line: before++, text: line.slice(1) })
    else if (inHunk && line.startsWith('+')) rows.push({ kind: 'added', line: after++, text: line.slice(1) })
    else if (inHunk && line.startsWith(' ')) {
      rows.push({ kind: 'same', line: after++, text: line.slice(1) })
      before += 1
    }
  }
  return rows
}
