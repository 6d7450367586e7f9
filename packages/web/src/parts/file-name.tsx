import { splitFileName, splitPath } from '../view-model/split-file-name.ts'
import './file-name.css'

/** The name of a file that loses its middle when space is short, never its end. The whole path is its title. */
export function FileName({ path }: { readonly path: string }) {
  const { head, tail } = splitFileName(splitPath(path).name)
  return (
    <span className="file-name" title={path}>
      <span className="file-name-head">{head}</span>
      {tail === '' ? null : <span className="file-name-tail">{tail}</span>}
    </span>
  )
}
