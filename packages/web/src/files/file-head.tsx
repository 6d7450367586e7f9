import type { FileContentView } from '@varve/server/types'
import { useNow } from '../parts/use-now.ts'
import { formatBytes } from '../view-model/text/format-bytes.ts'
import { formatChanged } from '../view-model/text/format-changed.ts'
import { shortHash } from '../view-model/text/short-hash.ts'

const MINUTE = 60_000

/** The title of a file, and when it changed. */
export function FileHead({ file, title }: { readonly file: FileContentView; readonly title: string }) {
  const now = useNow(MINUTE)
  const { modified, bytes, contentHash } = file
  return (
    <header className="file-head">
      <h2>{title}</h2>
      <p>
        Changed{' '}
        <time dateTime={new Date(modified).toISOString()}>{formatChanged(modified, new Date(now))}</time>,{' '}
        {formatBytes(bytes)}, hash <span className="mono">{shortHash(contentHash)}</span>
      </p>
    </header>
  )
}
