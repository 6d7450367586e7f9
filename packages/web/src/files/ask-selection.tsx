import type { FileContentView } from '@varve/server/types'
import type { RefObject } from 'react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useShortcuts } from '../shell/use-shortcuts.ts'
import { lineLabel } from '../view-model/files/source-label.ts'
import { useAskAbout } from './use-ask-about.ts'
import { useSelectedPassage } from './use-selected-passage.ts'
import './ask-selection.css'

interface AskSelectionProps {
  readonly file: FileContentView
  /** What the file says, as it is shown. */
  readonly root: RefObject<HTMLElement | null>
}

/** Beside text that is selected: the way to ask about it. By key as well, since the text may be long. */
export function AskSelection({ file, root }: AskSelectionProps) {
  const { path, content } = file
  const selected = useSelectedPassage(root, content)
  const askAbout = useAskAbout()
  const ask = () => {
    if (!selected) return
    const { lines, content: text } = selected.passage
    askAbout({ kind: 'selection', path, lines, content: text })
  }
  useShortcuts(selected ? { ask } : {})
  return (
    <>
      <p className="visually-hidden" role="status">
        {selected ? `Selected ${lineLabel(selected.passage.lines)}. A asks about it.` : ''}
      </p>
      {selected ? (
        <div className="ask-selection" style={selected.place}>
          {/* Pressing must not take the selection away before it is read. */}
          <Button small onClick={ask} onPointerDown={keep} onMouseDown={keep} aria-keyshortcuts="A">
            <Icon name="passage" size={14} />
            Ask about this
          </Button>
        </div>
      ) : null}
    </>
  )
}

function keep(event: { readonly preventDefault: () => void }): void {
  event.preventDefault()
}
