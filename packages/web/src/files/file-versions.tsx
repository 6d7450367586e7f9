import type { FileVersionView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFileDiff, useVersions } from '../api/file-queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { UnifiedDiff } from '../parts/unified-diff.tsx'
import { useNow } from '../parts/use-now.ts'
import { formatChanged } from '../view-model/text/format-changed.ts'
import { useActions } from '../workbench/actions.ts'
import './file-versions.css'

const SHOWN = 20
const MINUTE = 60_000

interface FileVersionsProps {
  readonly path: string
  /** What the file is called where it stands. */
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
        Earlier versions <span className="figures faint">{data.length}</span>
      </Heading>
      <ul>
        {data.slice(0, SHOWN).map((version) => (
          <Version key={version.id} version={version} path={path} name={name} />
        ))}
      </ul>
      {more > 0 ? <p className="faint">{more} more, listed by varve files versions</p> : null}
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
  const { say } = useActions()
  const now = useNow(MINUTE)
  const bringBack = async () => {
    try {
      await routes.restoreFile(version.id)
      const changed = [keys.definitions, keys.files, keys.content(path), keys.versions(path)]
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
      say({ tone: 'info', text: `${name} is as it was before.` })
    } catch (error) {
      say({ tone: 'error', text: `Not brought back. ${adviseOn(error).what}` })
    }
  }
  const when = formatChanged(version.keptAt, new Date(now))
  return (
    <li>
      <div className="file-version">
        <time className="grow" dateTime={new Date(version.keptAt).toISOString()}>
          Until {when}
        </time>
        <Button small look="bare" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide changes' : 'Changes since'}
        </Button>
        <Button small onClick={() => void bringBack()}>
          Bring back
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
    <p className="faint">The same as now.</p>
  ) : (
    <UnifiedDiff text={data.text} label={`Changes to ${name}`} />
  )
}
