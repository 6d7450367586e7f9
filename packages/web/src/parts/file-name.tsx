import { splitFileName, splitPath } from '../view-model/files/split-file-name.ts'
import { directionOf } from '../view-model/text/direction-of.ts'
import './file-name.css'

/** The name of a file that loses its middle when space is short, never its end. The whole path is its title. */
export function FileName({ path }: { readonly path: string }) {
  const end = path.endsWith('/') ? '/' : ''
  return <SplitName name={`${splitPath(path.slice(0, path.length - end.length)).name}${end}`} title={path} />
}

/** The same for a name whose place already has a title. */
export function SplitName({ name, title }: { readonly name: string; readonly title?: string }) {
  const { head, tail } = splitFileName(name)
  return (
    <span className="file-name" title={title} dir={directionOf(name) === 'rtl' ? 'rtl' : undefined}>
      {/* For reading aloud, finding and copying; its halves are only drawn. */}
      <span className="file-name-whole">{name}</span>
      <span className="file-name-head" aria-hidden="true" data-text={head} />
      {tail === '' ? null : <span className="file-name-tail" aria-hidden="true" data-text={tail} />}
    </span>
  )
}
