import type { DefinitionTextView, FileVersionView } from '@varve/server/types'
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

const SHOWN = 20
const MINUTE = 60_000

/** What the file was before, newest first, each with what has changed since. */
export function DefinitionVersions({ definition }: { readonly definition: DefinitionTextView }) {
  const { data = [], error } = useVersions(definition.path)
  if (error) return <ErrorNotice error={error} />
  if (data.length === 0) return null
  return (
    <section className="definition-versions">
      <h3>
        Earlier versions <span className="figures faint">{data.length}</span>
      </h3>
      <ul>
        {data.slice(0, SHOWN).map((version) => (
          <Version key={version.id} version={version} definition={definition} />
        ))}
      </ul>
    </section>
  )
}

interface VersionProps {
  readonly version: FileVersionView
  readonly definition: DefinitionTextView
}

function Version({ version, definition }: VersionProps) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const { say } = useActions()
  const now = useNow(MINUTE)
  const { kind, id, path } = definition
  const bringBack = async () => {
    try {
      await routes.restoreFile(version.id)
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.definitions }),
        client.invalidateQueries({ queryKey: keys.versions(path) }),
      ])
      say({ tone: 'info', text: `${id} is as it was before.` })
    } catch (error) {
      say({ tone: 'error', text: `Not brought back. ${adviseOn(error).what}` })
    }
  }
  const when = formatChanged(version.keptAt, new Date(now))
  return (
    <li>
      <div className="definition-version">
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
      {open ? <Changes name={`${kind}/${id}`} path={path} from={version.id} /> : null}
    </li>
  )
}

function Changes({
  name,
  path,
  from,
}: {
  readonly name: string
  readonly path: string
  readonly from: string
}) {
  const { data, error } = useFileDiff(path, from)
  if (error) return <ErrorNotice error={error} />
  if (!data) return null
  return data.same ? (
    <p className="faint">The same as now.</p>
  ) : (
    <UnifiedDiff text={data.text} label={`Changes to ${name}`} />
  )
}
