import { useIndex } from '../api/workspace-queries.ts'
import { Dialog } from '../parts/dialog.tsx'
import { FileName } from '../parts/file-name.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { problemWords } from '../view-model/files/index-words.ts'
import './index-problems-dialog.css'

/** The files that could not be read, and why. */
export function IndexProblemsDialog({ onClose }: { readonly onClose: () => void }) {
  const problems = useIndex()?.problems ?? []
  const title = problemWords(problems.length) ?? 'All files could be read'
  return (
    <Dialog label={title} place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2 className="grow">{title}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="dialog-body">
        <p className="faint">
          What could not be read stays where it is; searching does not find what is in it.
        </p>
        <ul className="index-problem-list">
          {problems.map(({ path, reason }) => (
            <li key={path}>
              <FileName path={path} />
              <span className="faint">{reason}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
